import type { Review, Reviewed } from '../../model/review.ts';
import { review } from '../../planning/review.ts';
import type { Planned } from '../plan.ts';

/** Takes the accounts of a run as planned, and what was reviewed; gives them with what was not reviewed refused. */
export function reviewPlanned(planned: readonly Planned[], reviewed: Reviewed): { planned: Planned[]; review: Review } {
  const accounts = planned.map(({ account: { name, baseUrl, redactor }, planned: plan }) => {
    return { name, baseUrl, keyId: redactor.keyId, redactor: redactor.ofRun, planned: plan };
  });
  const { planned: plans, ...rest } = review(accounts, reviewed);
  return {
    planned: planned.map((one, index) => ({ ...one, planned: plans[index] ?? one.planned })),
    review: rest,
  };
}

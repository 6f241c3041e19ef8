/** The engine's apply on one account, in this process. */

import type { Applied } from '../../src/diagnostics/results.ts';
import { type ApplyOptions, apply, type ToApply } from '../../src/engine/apply.ts';
import { planAccounts } from '../../src/engine/ask-accounts.ts';
import type { Account } from '../../src/engine/plan.ts';
import type { Step } from '../../src/model/applied.ts';
import { reading } from './identity.ts';

/** The way to the rules as a client has it, where reads may be repeated or not. */
export type Rules = ToApply['rules'];

export interface Applying extends Partial<ApplyOptions> {
  onStep?: (step: Step) => void;
}

/** Plans and applies; one request at a time and without a snapshot, unless told otherwise. */
export async function applyTo(account: Account, rules: Rules, { onStep, ...options }: Applying = {}): Promise<Applied> {
  const now = options.now ?? (() => performance.now());
  const { planned } = await planAccounts([{ account, rules: reading(() => rules.listRules()) }], now);
  const [result] = await apply(
    planned.map((one) => ({ planned: one, rules })),
    {
      concurrency: 1,
      retryForMs: 2_000,
      failFast: false,
      signal: new AbortController().signal,
      onProgress: (event) => {
        if (event.kind === 'step') onStep?.(event.step);
      },
      random: Math.random,
      ...options,
      now,
    },
  );
  if (result === undefined) throw new Error('The account could not be planned');
  return result;
}

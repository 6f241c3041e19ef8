/**
 * Everything in which the three services differ. `spec` is the specification to the letter, and awkward wherever it
 * leaves a choice; `older` and `newer` are two versions of a real deployment, as measured.
 */
import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { type Answer, everyProblem, firstProblem, jsonAnswer, knownError, NOT_FOUND_PAGE } from './answers.ts';
import { type Check, NEWER_CHECKS, OLDER_CHECKS, SPECIFIED_CHECKS } from './checks.ts';
import { contentAsSent, isOutbound, measuredContent } from './content.ts';
import type { InboxSettings } from './inbox.ts';
import { LEFT_OPEN, MEASURED, type StatisticsConventions } from './mailbox/conventions.ts';
import { Refusal, unexpected } from './refusal.ts';
import { bodyWithoutDelete, measuredBody, type RequestBody, specifiedBody } from './request-body.ts';
import type { RuleContent, WireRule } from './wire.ts';

export const PROFILE_NAMES = ['spec', 'older', 'newer'] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

export interface Profile {
  /** The id of a new rule. `stamp` is never the same twice in a run. */
  newId(stamp: number, random: () => number): string;
  body(inbox: InboxSettings): z.ZodType<RequestBody>;
  /** What is stored of a body. `before` is the rule that a PUT replaces; null on a POST. */
  content(body: RequestBody, before: RuleContent | null, inbox: InboxSettings): RuleContent;
  checks: readonly Check[];
  uniqueNames: boolean;
  enabledWhenCreated(content: RuleContent): boolean;
  enabledWhenReplaced(before: WireRule, after: RuleContent): boolean;
  newestFirst: boolean;
  statistics: StatisticsConventions;
  /** The answer to a PUT. `rule` is null if `replacedMeanwhile` returned null. */
  replaced(rule: WireRule | null): Answer;
  /** Refuses a PUT whose rule was deleted in the meantime; null: a success without a rule. */
  replacedMeanwhile(chance: number): Refusal | null;
  deleted: Answer;
  /** Refuses a DELETE whose rule was deleted in the meantime. */
  deletedMeanwhile(chance: number): Refusal;
  malformedJson(): Refusal;
  refused(refusal: Refusal): Answer;
  wrongMethod(refusal: Refusal): Answer;
  unknownRoute(refusal: Refusal): Answer;
  /** Whether it normalizes and decodes paths, and answers HEAD and OPTIONS, as web frameworks do. */
  frameworkRoutes: boolean;
  sendsRetryAfter: boolean;
}

function base36(number: number, length: number): string {
  return Math.floor(number).toString(36).padStart(length, '0').slice(-length);
}

/** A cuid of 25 characters: `c`, the time, and 16 random ones. */
function cuid(stamp: number, random: () => number): string {
  const block = () => base36(random() * 36 ** 4, 4);
  return `c${base36(stamp, 8)}${block()}${block()}${block()}${block()}`;
}

const notFound = () => new Refusal(404, 'Rule not found');

const spec: Profile = {
  // Any string may be an id (API spec 2.3 notes). This one breaks unless it is percent-encoded.
  newId: (stamp, random) => `règle 50%/${base36(stamp, 8)}?a&b#${base36(random() * 36 ** 4, 4)}`,
  body: () => specifiedBody,
  content: contentAsSent,
  checks: SPECIFIED_CHECKS,
  uniqueNames: false,
  enabledWhenCreated: () => true,
  enabledWhenReplaced: (before) => before.enabled,
  newestFirst: true,
  statistics: LEFT_OPEN,
  replaced: () => ({ status: 202, body: null }),
  replacedMeanwhile: notFound,
  deleted: jsonAnswer(200, { message: 'Rule deleted' }),
  deletedMeanwhile: notFound,
  malformedJson: () => new Refusal(400, 'Request body is not JSON'),
  refused: everyProblem,
  wrongMethod: everyProblem,
  unknownRoute: everyProblem,
  frameworkRoutes: false,
  sendsRetryAfter: true,
};

/** Text from the examples of the service's web page, which users are meant to edit (measured). */
function hasExampleText({ condition, actions }: RuleContent): boolean {
  const { from, to } = condition.static;
  if (to?.includes('@company.com') || from?.includes('@mycompany.com')) return true;
  return actions.some(({ fields }) => fields.content?.includes('cal.com/example'));
}

/** At most the name and the order of actions may change. Else the newer deployment disables a rule that sends (measured). */
function effect({ runOnThreads, condition, actions }: RuleContent) {
  const each = actions.map(({ messagingChannelId: id = null, ...rest }) => JSON.stringify({ ...rest, id }));
  return { runOnThreads, condition, actions: each.sort() };
}

const newer: Profile = {
  newId: cuid,
  body: () => measuredBody,
  content: measuredContent,
  checks: NEWER_CHECKS,
  uniqueNames: true,
  enabledWhenCreated: (content) => !isOutbound(content) && !hasExampleText(content),
  enabledWhenReplaced: (before, after) =>
    before.enabled &&
    !hasExampleText(after) &&
    (!isOutbound(after) || isDeepStrictEqual(effect(before), effect(after))),
  newestFirst: false,
  statistics: MEASURED,
  replaced: (rule) => jsonAnswer(200, { rule }),
  // Mostly a 500 or a 404, seldom `{"rule": null}` (measured).
  replacedMeanwhile: (chance) => (chance < 0.1 ? null : chance < 0.5 ? notFound() : unexpected()),
  deleted: { status: 204, body: null },
  deletedMeanwhile: (chance) => (chance < 0.5 ? notFound() : unexpected()),
  malformedJson: () => new Refusal(400, 'Invalid JSON in request body'),
  refused: firstProblem,
  wrongMethod: firstProblem,
  unknownRoute: firstProblem,
  frameworkRoutes: true,
  sendsRetryAfter: false,
};

const older: Profile = {
  ...newer,
  body: ({ features }) => (features.deleteEmailAction ? measuredBody : bodyWithoutDelete),
  checks: OLDER_CHECKS,
  enabledWhenReplaced: (before) => before.enabled,
  malformedJson: unexpected,
  refused: knownError,
  wrongMethod: ({ status }) => ({ status, body: null }),
  unknownRoute: () => NOT_FOUND_PAGE,
};

export const PROFILES: Record<ProfileName, Profile> = { spec, older, newer };

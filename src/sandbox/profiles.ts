/**
 * Everything in which the three services differ, in one place: `spec` is the specification to the letter and awkward
 * wherever it leaves a choice; `older` and `newer` are two versions of a real deployment, as measured.
 */
import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import {
  type Answer,
  everyProblem,
  firstProblem,
  jsonAnswer,
  knownError,
  NOT_FOUND_PAGE,
  ruleAnswer,
} from './answers.ts';
import { type Check, MEASURED_CHECKS, SPECIFIED_CHECKS } from './checks.ts';
import { contentAsSent, isOutbound, measuredContent } from './content.ts';
import type { InboxSettings } from './inbox.ts';
import { LEFT_OPEN, MEASURED, type StatisticsConventions } from './mailbox/conventions.ts';
import { Refusal, unexpected } from './refusal.ts';
import { measuredBody, type RequestBody, specifiedBody } from './request-body.ts';
import type { RuleContent, WireAction, WireRule } from './wire.ts';

export const PROFILE_NAMES = ['spec', 'older', 'newer'] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

export interface Profile {
  name: ProfileName;
  /** Makes the id of a new rule; `stamp` is never the same twice in one run, `random` gives numbers from 0 to 1. */
  newId(stamp: number, random: () => number): string;
  body: z.ZodType<RequestBody>;
  /** What is stored of a body; `before` is the rule that a PUT replaces, null on a POST. */
  content(body: RequestBody, before: RuleContent | null, inbox: InboxSettings): RuleContent;
  checks: readonly Check[];
  uniqueNames: boolean;
  enabledWhenCreated(content: RuleContent): boolean;
  enabledWhenReplaced(before: WireRule, after: RuleContent): boolean;
  newestFirst: boolean;
  statistics: StatisticsConventions;
  /** The answer to a PUT; null for a rule that was deleted while the PUT was under way. */
  replaced(rule: string | null): Answer;
  deleted: Answer;
  /** The answer to a DELETE of a rule that another DELETE took while this one was under way. */
  deletedMeanwhile(): Refusal;
  malformedJson(): Refusal;
  refused(refusal: Refusal): Answer;
  wrongMethod(refusal: Refusal): Answer;
  unknownRoute(refusal: Refusal): Answer;
  /** Whether `/rules/`, an empty id, redirects to `/rules`. */
  redirectsEmptyId: boolean;
  sendsRetryAfter: boolean;
}

function base36(number: number, length: number): string {
  return Math.floor(number).toString(36).padStart(length, '0').slice(-length);
}

/** A cuid of 25 characters: `c`, time, and 16 random ones. */
function cuid(stamp: number, random: () => number): string {
  const block = () => base36(random() * 36 ** 4, 4);
  return `c${base36(stamp, 8)}${block()}${block()}${block()}${block()}`;
}

/** Any string may be an id (API spec 2.3 notes): this one breaks where it is not percent-encoded. */
function awkwardId(stamp: number, random: () => number): string {
  return `règle 50%/${base36(stamp, 8)}?a&b#${base36(random() * 36 ** 4, 4)}`;
}

const notFound = () => new Refusal(404, 'Rule not found');

const spec: Profile = {
  name: 'spec',
  newId: awkwardId,
  body: specifiedBody,
  content: contentAsSent,
  checks: SPECIFIED_CHECKS,
  uniqueNames: false,
  enabledWhenCreated: () => true,
  enabledWhenReplaced: (before) => before.enabled,
  newestFirst: true,
  statistics: LEFT_OPEN,
  replaced: (rule) => {
    if (rule === null) throw notFound();
    return { status: 202, body: null };
  },
  deleted: jsonAnswer(200, { message: 'Rule deleted' }),
  deletedMeanwhile: notFound,
  malformedJson: () => new Refusal(400, 'Request body is not JSON'),
  refused: everyProblem,
  wrongMethod: everyProblem,
  unknownRoute: everyProblem,
  redirectsEmptyId: false,
  sendsRetryAfter: true,
};

/** Text from the examples of the service's own web page, that its user was meant to edit (measured). */
function hasExampleText({ condition }: RuleContent): boolean {
  const { from, to } = condition.static;
  return [from, to].some((text) => text?.includes('@company.com'));
}

/** Whether a replace changes nothing but the name: otherwise the newer deployment switches a rule that sends off (measured). */
function hasSameEffect(before: RuleContent, after: RuleContent): boolean {
  return isDeepStrictEqual(effect(before), effect(after));
}

function withoutGaps(action: WireAction): WireAction {
  return { ...action, messagingChannelId: action.messagingChannelId ?? null };
}

function effect({ runOnThreads, condition, actions }: RuleContent) {
  return { runOnThreads, condition, actions: actions.map(withoutGaps) };
}

const newer: Profile = {
  name: 'newer',
  newId: cuid,
  body: measuredBody,
  content: measuredContent,
  checks: MEASURED_CHECKS,
  uniqueNames: true,
  enabledWhenCreated: (content) => !isOutbound(content) && !hasExampleText(content),
  enabledWhenReplaced: (before, after) => before.enabled && (!isOutbound(after) || hasSameEffect(before, after)),
  newestFirst: false,
  statistics: MEASURED,
  replaced: (rule) => ruleAnswer(200, rule ?? 'null'),
  deleted: { status: 204, body: null },
  deletedMeanwhile: unexpected,
  malformedJson: () => new Refusal(400, 'Invalid JSON in request body'),
  refused: firstProblem,
  wrongMethod: firstProblem,
  unknownRoute: firstProblem,
  redirectsEmptyId: true,
  sendsRetryAfter: false,
};

const older: Profile = {
  ...newer,
  name: 'older',
  enabledWhenReplaced: (before) => before.enabled,
  malformedJson: unexpected,
  refused: knownError,
  wrongMethod: ({ status }) => ({ status, body: null }),
  unknownRoute: () => NOT_FOUND_PAGE,
};

export const PROFILES: Record<ProfileName, Profile> = { spec, older, newer };

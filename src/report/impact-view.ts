/** Describes the effects of changes on sample mails, in the words that all formats share. */
import { count, grouped } from '../diagnostics/counts.ts';
import { groupBy } from '../model/group-by.ts';
import type { Affected, Change, PlanDocument } from '../model/plan.ts';
import { actionsByRisk } from './sentence/actions.ts';
import { ourPart, type SentencePart } from './sentence/parts.ts';

/** The effects in words, most important first. */
const EFFECTS = {
  matches: (mails: string, isOne: boolean) => `${mails} newly ${isOne ? 'matches' : 'match'}`,
  lost: (mails: string, isOne: boolean) => `${mails} no longer ${isOne ? 'matches' : 'match'}`,
  asked: (mails: string) => `the AI now decides on ${mails}`,
  reworded: (mails: string) => `the AI gets changed instructions for ${mails}`,
  unasked: (mails: string) => `the AI no longer decides on ${mails}`,
};

/** Labels for a filter. */
export const SHORT_EFFECTS = {
  matches: 'newly match',
  lost: 'no longer match',
  asked: 'the AI now decides',
  reworded: 'changed instructions for the AI',
  unasked: 'the AI no longer decides',
} as const satisfies Record<EffectKind, string>;

type EffectKind = keyof typeof EFFECTS;

const EFFECT_KINDS = Object.keys(EFFECTS) as EffectKind[];

/** Describes an effect: `newly match`, or `2 newly match` if `who` is `2`. */
export function effectText({ kind, mails }: Effect, who = ''): string {
  return EFFECTS[kind](who, mails.length === 1).trim();
}

export interface Effect {
  kind: EffectKind;
  mails: string[];
}

/** Returns the effects of a change. */
export function effectsOf({ impact = [] }: Pick<Change, 'impact'>): Effect[] {
  const groups = groupBy(impact, kindOf);
  return EFFECT_KINDS.flatMap((kind) => {
    const mails = groups.get(kind)?.map(({ mail }) => mail);
    return mails === undefined ? [] : [{ kind, mails }];
  });
}

function kindOf({ from, to }: Affected): EffectKind {
  if (to === 'matches') return 'matches';
  if (to === 'ai') return from === 'ai' ? 'reworded' : 'asked';
  return from === 'ai' ? 'unasked' : 'lost';
}

/**
 * Returns a text such as `2 of 40 sample mails newly match; 1 no longer matches`, or null if no mail is affected.
 * `samples` is the number of mails that the change was tried on. The text starts with a condition if the change is
 * refused.
 */
export function impactText(change: Change, samples: number | undefined): string | null {
  const parts = effectsOf(change).map((effect, index) => {
    const { length } = effect.mails;
    const who = samples === undefined ? count(length, 'sample mail') : ofSamples(length, samples);
    return effectText(effect, index === 0 ? who : grouped(length));
  });
  if (parts.length === 0) return null;
  return `${change.refused === undefined ? '' : 'if it were not refused: '}${parts.join('; ')}`;
}

/** Formats a count such as `2 of 40 sample mails`. */
function ofSamples(number: number, samples: number): string {
  return `${grouped(number)} of ${count(samples, 'sample mail')}`;
}

/** Maximum number of actions to name. The change shows all of them. */
const MOST_ACTIONS = 3;

/**
 * Describes what would run for newly matching mails, such as `It would forward to a@example.com and archive`. Empty if
 * no mail newly matches.
 */
export function wouldRun(change: Change): SentencePart[] {
  const kinds = new Set(effectsOf(change).map(({ kind }) => kind));
  if (change.after === null || !(kinds.has('matches') || kinds.has('asked'))) return [];
  const would = kinds.has('matches') ? 'It would ' : 'If the AI agrees: ';
  return [...ourPart(would), ...actionsByRisk(change.after.actions, MOST_ACTIONS)];
}

/** Returns how many sample mails an account's changes were tried on; undefined if there are none. */
export function samplesOf(plan: Pick<PlanDocument, 'accounts' | 'samples'>, account: string): number | undefined {
  const own = plan.accounts.find(({ name }) => name === account)?.samples;
  return own ?? plan.samples;
}

/**
 * Returns a text such as `5 of 40 sample mails are affected`, without refused changes. Null if there are no samples or
 * no changes.
 */
export function affectedText(plan: Pick<PlanDocument, 'changes' | 'samples'>): string | null {
  const { samples, changes } = plan;
  if (samples === undefined || changes.length === 0) return null;
  const number = affectedIn(changes);
  if (number === 0) return 'No sample mail is affected';
  return `${ofSamples(number, samples)} ${number === 1 ? 'is' : 'are'} affected`;
}

/** Counts the sample mails that are affected by changes. Leaves out refused changes. */
function affectedIn(changes: readonly Change[]): number {
  const made = changes.filter(({ refused }) => refused === undefined);
  return new Set(made.flatMap(({ impact = [] }) => impact.map(({ mail }) => mail))).size;
}

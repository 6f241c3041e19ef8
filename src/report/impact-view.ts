/** What changes do to the sample mails of a project, as data and words: each format shows the same. */
import { count, grouped } from '../diagnostics/counts.ts';
import { groupBy } from '../model/group-by.ts';
import type { Affected, Change, PlanDocument } from '../model/plan.ts';
import { actionsByRisk } from './sentence/actions.ts';
import { type SentencePart, words } from './sentence/parts.ts';

/** What becomes of samples, in words; the most important first. */
const EFFECTS = {
  matches: (mails: string, isOne: boolean) => `${mails} newly ${isOne ? 'matches' : 'match'}`,
  lost: (mails: string, isOne: boolean) => `${mails} no longer ${isOne ? 'matches' : 'match'}`,
  asked: (mails: string) => `the AI now decides on ${mails}`,
  reworded: (mails: string) => `the AI gets changed instructions for ${mails}`,
  unasked: (mails: string) => `the AI no longer decides on ${mails}`,
};

/** As choices of a filter. */
export const SHORT_EFFECTS = {
  matches: 'newly match',
  lost: 'no longer match',
  asked: 'the AI now decides',
  reworded: 'changed instructions for the AI',
  unasked: 'the AI no longer decides',
} as const satisfies Record<EffectKind, string>;

type EffectKind = keyof typeof EFFECTS;

const EFFECT_KINDS = Object.keys(EFFECTS) as EffectKind[];

/** An effect in words: `newly match`, or with the mails in words, `2 newly match`. */
export function effectText({ kind, mails }: Effect, who = ''): string {
  return EFFECTS[kind](who, mails.length === 1).trim();
}

export interface Effect {
  kind: EffectKind;
  /** Names of sample mails. */
  mails: string[];
}

/** The effects that a change has. */
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
 * `2 of 40 sample mails newly match; 1 no longer matches`; null if none is affected. `samples`: on how many the change was
 * tried. For a refused change, the text says that it would happen only without the refusal.
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

/** `2 of 40 sample mails`. */
function ofSamples(number: number, samples: number): string {
  return `${grouped(number)} of ${count(samples, 'sample mail')}`;
}

/** Actions that are named; the change shows all of them. */
const MOST_ACTIONS = 3;

/** `It would forward to a@example.com and archive`: what runs for mails that newly match; nothing where none does. */
export function wouldRun(change: Change): SentencePart[] {
  const kinds = new Set(effectsOf(change).map(({ kind }) => kind));
  if (change.after === null || !(kinds.has('matches') || kinds.has('asked'))) return [];
  const would = kinds.has('matches') ? 'It would ' : 'If the AI agrees: ';
  return [...words(would), ...actionsByRisk(change.after.actions, MOST_ACTIONS)];
}

/** On how many sample mails the changes of an account were tried; undefined: there are none. */
export function samplesOf(plan: Pick<PlanDocument, 'accounts' | 'samples'>, account: string): number | undefined {
  const own = plan.accounts.find(({ name }) => name === account)?.samples;
  return own ?? plan.samples;
}

/** `5 of 40 sample mails are affected`, `no sample mail is affected`, by changes that are not refused; null where there are no samples or no changes. */
export function affectedText(plan: Pick<PlanDocument, 'changes' | 'samples'>): string | null {
  const { samples, changes } = plan;
  if (samples === undefined || changes.length === 0) return null;
  const number = affectedIn(changes);
  if (number === 0) return 'No sample mail is affected';
  return `${ofSamples(number, samples)} ${number === 1 ? 'is' : 'are'} affected`;
}

/** How many sample mails changes affect, but for those that are refused. */
function affectedIn(changes: readonly Change[]): number {
  const made = changes.filter(({ refused }) => refused === undefined);
  return new Set(made.flatMap(({ impact = [] }) => impact.map(({ mail }) => mail))).size;
}

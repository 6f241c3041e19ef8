/** Describes the effects of changes on sample mails, and searches for those of a rule, in the words that all formats share. */
import { count, grouped } from '../diagnostics/counts.ts';
import { ours, theirs } from '../diagnostics/message.ts';
import type { Plan } from '../diagnostics/results.ts';
import { groupBy } from '../model/group-by.ts';
import type { Affected, Change, MailSearch } from '../model/plan.ts';
import { type Block, paragraph } from './document.ts';
import { type Inline, line, quotedName } from './inline.ts';
import { capital } from './lines.ts';
import { actionsByRisk } from './sentence/actions.ts';

/** The effects in words, most important first. */
const EFFECTS = {
  matches: (mails: string, isOne: boolean) => `${mails} newly ${isOne ? 'matches' : 'match'}`,
  acted: (mails: string) => `the actions change for ${mails}`,
  lost: (mails: string, isOne: boolean) => `${mails} no longer ${isOne ? 'matches' : 'match'}`,
  asked: (mails: string) => `the AI now decides on ${mails}`,
  reworded: (mails: string) => `the AI gets changed instructions for ${mails}`,
  unasked: (mails: string) => `the AI no longer decides on ${mails}`,
};

type EffectKind = keyof typeof EFFECTS;

/** Describes an effect: `newly match`, or `2 newly match` if `who` is `2`. */
function effectText({ kind, number }: Effect, who = ''): string {
  return EFFECTS[kind](who, number === 1).trim();
}

/** `number`: of the mails that it is about. */
type Effect = { kind: EffectKind; number: number };

function effectsOf(change: Change): (Effect & { mails: string[] })[] {
  return byKind(change.impact ?? [], change).map(([kind, own]) => ({
    kind,
    number: own.length,
    mails: own.map(({ mail }) => mail),
  }));
}

function mailboxEffects(change: Change): Effect[] {
  return byKind(change.mailbox?.effects ?? [], change).map(([kind, own]) => ({
    kind,
    number: own.reduce((sum, { mails }) => sum + mails, 0),
  }));
}

function byKind<Of extends Pick<Affected, 'from' | 'to'>>(all: readonly Of[], change: Change) {
  const rank = ([kind]: readonly [EffectKind, unknown]) => Object.keys(EFFECTS).indexOf(kind);
  return [...groupBy(all, (one) => effectKind(one, change))].sort((a, b) => rank(a) - rank(b));
}

function effectKind({ from, to }: Pick<Affected, 'from' | 'to'>, { before, after }: Change): EffectKind {
  const asked = (rule: Change['after']) => JSON.stringify(rule?.condition?.aiInstructions);
  if (from === to) return from === 'ai' && asked(before) !== asked(after) ? 'reworded' : 'acted';
  if (to === 'matches') return 'matches';
  if (to === 'ai') return 'asked';
  return from === 'ai' ? 'unasked' : 'lost';
}

/** Texts such as `2 of 40 sample mails newly match; 1 no longer matches`: for all `samples` tried, and for mailboxes. */
export function impactTexts(change: Change, samples: number | undefined): string[] {
  return [
    ofMails(effectsOf(change), samples, 'sample mail'),
    ofMails(mailboxEffects(change), change.mailbox?.mails, 'mail'),
  ].flatMap((text) =>
    text === '' ? [] : [`${change.refused === undefined ? '' : 'if it were not refused: '}${text}`],
  );
}

function ofMails(effects: readonly Effect[], all: number | undefined, one: string): string {
  const parts = effects.map((effect, index) => {
    const who = all === undefined ? count(effect.number, one) : `${grouped(effect.number)} of ${count(all, one)}`;
    return effectText(effect, index === 0 ? who : grouped(effect.number));
  });
  return parts.join('; ');
}

/** What would run for newly matching mails, if any: `It would forward to a@example.com and archive`. */
export function wouldRun(change: Change): Inline {
  const kinds = new Set([...effectsOf(change), ...mailboxEffects(change)].map(({ kind }) => kind));
  if (change.after === null || !(kinds.has('matches') || kinds.has('asked'))) return [];
  const would = kinds.has('matches') ? 'It would ' : 'If the AI agrees: ';
  // The change shows all actions.
  return line`${would}${actionsByRisk(change.after.actions, 3)}`;
}

/** How many mails a change affects, for its row. */
export function impactHint({ impact = [], mailbox, refused }: Change): Inline {
  const ofMailbox = (mailbox?.effects ?? []).reduce((sum, { mails }) => sum + mails, 0);
  const parts = [
    ...(impact.length === 0 ? [] : [count(impact.length, 'sample mail')]),
    ...(ofMailbox === 0 ? [] : [count(ofMailbox, 'mail')]),
  ];
  return parts.length === 0 || refused !== undefined ? [] : line`${ours(parts.join(', '))} affected`;
}

/** The effects of a change on the `samples` that it was tried on, and on mailboxes. */
export function impactBlocks(change: Change, samples: number | undefined): Block[] {
  const counts = impactTexts(change, samples);
  if (counts.length === 0) return [];
  const run = wouldRun(change);
  return [
    ...counts.map((text) => paragraph(ours(capital(text)), { tone: 'note' })),
    ...(run.length === 0 ? [] : [paragraph(run, { isBelow: true })]),
    ...effectsOf(change).map((effect): Block => {
      const title = ours(capital(effectText(effect)));
      return { kind: 'list', title, items: effect.mails.map(quotedName), detail: 'verbose' };
    }),
  ];
}

/** Returns how many sample mails an account's changes were tried on; undefined if there are none. */
export function samplesOf(plan: Plan, account: string): number | undefined {
  const own = plan.accounts.find(({ name }) => name === account)?.samples;
  return own ?? plan.samples;
}

/** Returns texts such as `5 of 40 sample mails are affected`, for samples and for mailboxes, without refused changes. */
export function affectedTexts(plan: Plan): string[] {
  const { samples, changes, mailbox } = plan;
  if (changes.length === 0) return [];
  const made = changes.filter(({ refused }) => refused === undefined);
  const affected = new Set(made.flatMap(({ impact = [] }) => impact.map(({ mail }) => mail)));
  const read = mailbox?.complete === false ? ' read before the interruption' : '';
  return [
    ...(samples === undefined ? [] : [affectedText(affected.size, samples, 'sample mail')]),
    ...(mailbox === undefined ? [] : [affectedText(mailbox.affected, mailbox.mails, 'mail', read)]),
  ];
}

function affectedText(number: number, all: number, one: string, read = ''): string {
  if (number === 0) return `No ${one}${read} is affected`;
  return `${grouped(number)} of ${count(all, one)}${read} ${number === 1 ? 'is' : 'are'} affected`;
}

/** Returns what to type into mail programs to see the mails of a rule. */
export function searchBlocks(search: MailSearch | undefined): Block[] {
  if (search === undefined) return [];
  const { gmail, outlook, wider, narrower } = search;
  const lead = ours(`To see such mails (wider: ${wider}${narrower && `; narrower: ${narrower}`}):`);
  return [{ kind: 'commands', lead, commands: [line`Gmail: ${theirs(gmail)}`, line`Outlook: ${theirs(outlook)}`] }];
}

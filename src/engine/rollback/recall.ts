/**
 * Rules as a journal keeps them, turned back into rules. Where a journal has no text, because a variable holds it or a
 * secret is in it, the text is looked for where it may still be: in the live rule, then in the variable. A tag tells
 * whether what is found there is what it was.
 */
import type { Finding } from '../../diagnostics/diagnostic.ts';
import { asInRules } from '../../diagnostics/redactor.ts';
import type { FieldKey } from '../../model/action-types.ts';
import type { JournalBody, JournalRule, JournalText } from '../../model/journal.ts';
import type { Path, ReferenceAt, RuleBody } from '../../model/rule.ts';
import { textAt } from '../../model/texts.ts';
import { type AccountRedactor, shortUrl } from '../../planning/account-redactor.ts';
import { canonicalKept } from '../journal/texts.ts';

/** What is known besides the journal. */
export interface RecallSources {
  /** The value of a variable as a rule may have it, or why there is none. */
  variable: (name: string) => { value: string } | { finding: Finding };
  /** Of the key that made the tags of the journal. */
  redactor: Pick<AccountRedactor, 'tag' | 'text'>;
}

/** What keeps a text from being surely the one that was. */
export type Doubt =
  /** It was the value of a variable that cannot be used now. */
  | { kind: 'no-value'; variable: string; finding: Finding }
  /** The variable holds another value now: that one is taken. */
  | { kind: 'other-value'; variable: string }
  /** A secret was in it, or may have been it, and it is nowhere. */
  | { kind: 'lost' }
  /** A secret was in it; the live text shows alike, and is taken. */
  | { kind: 'alike' };

export interface Recalled {
  /** In canonical form. */
  body: RuleBody;
  references: ReferenceAt[];
  doubts: Doubt[];
}

type Kept = JournalRule | JournalBody;

/** What a text of the journal may be taken from: the live texts at its place, and after them those like it. */
interface TextPlace {
  path: Path;
  live: readonly string[];
}

type ReadText = (text: JournalText, place: TextPlace) => string | null;

/** Stands for a text that is surely another one than the live text; no rule can hold it. */
const ANOTHER = '\0';

/**
 * A rule of a journal as it can be sent. `live` (in canonical form) is what it may be compared with, `wanted` what the
 * run wanted in its place.
 */
export function recall(kept: Kept, live: RuleBody | null, wanted: JournalBody | null, known: RecallSources): Recalled {
  const references: ReferenceAt[] = [];
  const doubts: Doubt[] = [];
  const body = walk(kept, live, (text, place) => {
    if (text === null || typeof text === 'string') return text;
    if ('env' in text) references.push({ path: place.path, kind: 'env', name: text.env });
    if (text.value !== undefined) return text.value;
    if ('hidden' in text) {
      const alike = place.live.find((one) => showsAs(one, text.hidden, place, known));
      doubts.push({ kind: alike === undefined ? 'lost' : 'alike' });
      return alike ?? place.live[0] ?? text.hidden;
    }
    return valueFor(text, place, isVariablesOwn(place.path, text.env, kept, wanted), known, doubts);
  });
  const { conditionalOperator } = body.condition;
  // A service that sets one of its own where none is sent cannot be brought to forget it; AND is what none means.
  const isAnd = conditionalOperator === null && live?.condition.conditionalOperator === 'AND';
  if (isAnd) body.condition.conditionalOperator = 'AND';
  return { body, references, doubts };
}

/**
 * The same rule as it surely was, as far as that can be told of the live rule: a text that the journal does not have is
 * the live one where that may be it, and else one that no rule has.
 */
export function recallFor(kept: Kept, live: RuleBody, known: RecallSources): RuleBody {
  const body = walk(kept, live, (text, place) => {
    if (text === null || typeof text === 'string') return text;
    if (text.value !== undefined) return text.value;
    const there = place.live.find((one) =>
      'hidden' in text ? showsAs(one, text.hidden, place, known) : known.redactor.tag(one) === text.tag,
    );
    return there ?? ANOTHER;
  });
  const { conditionalOperator } = body.condition;
  if (conditionalOperator !== null) return body;
  // Not sent, or cleared: services set one of their own.
  return { ...body, condition: { ...body.condition, conditionalOperator: live.condition.conditionalOperator } };
}

type InVariable = Extract<JournalText, { env: string }>;

/**
 * Whether a text was the variable's own. Where one action has the variable, the journal keeps that field of all the others
 * as if they had it too: the value must not get to where it never was.
 */
function isVariablesOwn([part, , , key]: Path, env: string, kept: Kept, wanted: JournalBody | null): boolean {
  if (part !== 'actions' || wanted === null) return true;
  const has = ({ fields }: Pick<JournalBody['actions'][number], 'fields'>) => {
    const text = fields[key as FieldKey];
    return typeof text === 'object' && text !== null && 'env' in text && text.env === env;
  };
  const all: readonly Pick<JournalBody['actions'][number], 'fields'>[] = kept.actions;
  return all.filter(has).length <= wanted.actions.filter(has).length;
}

function valueFor(
  { env, tag }: InVariable,
  { live }: TextPlace,
  isOwn: boolean,
  known: RecallSources,
  doubts: Doubt[],
): string {
  const isSame = (text: string) => known.redactor.tag(text) === tag;
  const there = live.find(isSame);
  if (there !== undefined) return there;
  const found = known.variable(env);
  if ('value' in found && asInRules(found.value).some(isSame)) return found.value;
  if (!isOwn) {
    doubts.push({ kind: 'lost' });
    return '';
  }
  if ('value' in found) {
    doubts.push({ kind: 'other-value', variable: env });
    return found.value;
  }
  doubts.push({ kind: 'no-value', variable: env, finding: found.finding });
  // The plan must show something; it is never sent.
  return `{{the variable ${env}}}`;
}

function showsAs(text: string, hidden: string, { path }: TextPlace, { redactor }: RecallSources): boolean {
  const shown = redactor.text(text);
  return (path.at(-1) === 'webhookUrl' ? (shortUrl(shown) ?? '(a URL)') : shown) === hidden;
}

/** The rule in canonical form, with what `read` makes of its texts. What no request can carry is left out first. */
function walk(kept: Kept, live: RuleBody | null, read: ReadText): RuleBody {
  const place = (path: Path): TextPlace => {
    const [part, , , key] = path;
    const alike = part === 'actions' && key !== undefined ? (live?.actions ?? []) : [];
    const texts = [live && textAt(live, path), ...alike.map(({ fields }) => fields[key as FieldKey])];
    return { path, live: texts.filter((text) => text != null) };
  };
  const ofName = { path: ['name'], live: live === null ? [] : [live.name] };
  return canonicalKept(kept, (text, path) => read(text, path[0] === 'name' ? ofName : place(path)) ?? '');
}

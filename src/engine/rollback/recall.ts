/**
 * Turns rules of a journal back into rules. If the journal lacks a text, because it came from a variable or contained a
 * secret, the text is looked for in the live rule, then in the variable. A tag shows whether it is the same text.
 */
import type { Finding } from '../../diagnostics/diagnostic.ts';
import { asInRules } from '../../diagnostics/redactor.ts';
import type { FieldKey } from '../../model/action-types.ts';
import type { JournalBody, JournalRule, JournalText } from '../../model/journal.ts';
import type { Path, ReferenceAt, RuleBody } from '../../model/rule.ts';
import { textAt } from '../../model/texts.ts';
import { type AccountRedactor, shortUrl } from '../../planning/account-redactor.ts';
import { canonicalKept } from '../journal/texts.ts';

/** The sources of texts besides the journal. */
export interface RecallSources {
  /** Returns the value of a variable for a rule, or why there is none. */
  variable: (name: string) => { value: string } | { finding: Finding };
  /** For the key that made the tags of the journal. */
  redactor: Pick<AccountRedactor, 'tag' | 'text'>;
}

/** Why a recalled text may not be the original one. */
export type Doubt =
  /** It came from a variable that cannot be used now. */
  | { kind: 'no-value'; variable: string; finding: Finding }
  /** The variable has another value now, which is used. */
  | { kind: 'other-value'; variable: string }
  /** It contained, or may have contained, a secret, and cannot be found. */
  | { kind: 'lost' }
  /** It contained a secret. The live text looks the same, and is used. */
  | { kind: 'alike' };

export interface Recalled {
  /** In canonical form. */
  body: RuleBody;
  references: ReferenceAt[];
  doubts: Doubt[];
}

type Kept = JournalRule | JournalBody;

/** The texts that may replace a text of the journal: the live ones at its place, then similar ones. */
interface TextPlace {
  path: Path;
  live: readonly string[];
}

type ReadText = (text: JournalText, place: TextPlace) => string | null;

/** A text that differs from every live one: no rule can contain it. */
const ANOTHER = '\0';

/**
 * Turns a rule of a journal into one that can be sent. `live` (in canonical form) is the live rule to compare it with,
 * `wanted` the rule that the run put in its place.
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
  // A service that sets an operator by itself cannot be made to forget it. AND means the same as none.
  const isAnd = conditionalOperator === null && live?.condition.conditionalOperator === 'AND';
  if (isAnd) body.condition.conditionalOperator = 'AND';
  return { body, references, doubts };
}

/**
 * Turns a rule of a journal into one to compare with the live rule. A text that the journal lacks is taken from the
 * live rule if it may be the same, and else is one that no rule has.
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
  // The operator was not sent, or was cleared: services then set one of their own.
  return { ...body, condition: { ...body.condition, conditionalOperator: live.condition.conditionalOperator } };
}

type InVariable = Extract<JournalText, { env: string }>;

/**
 * Reports whether a text surely came from its variable. If one action uses a variable, the journal marks the same field
 * of all other actions too, and the value must not get to where it never was.
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

/** Converts a rule to canonical form, with its texts as `read` returns them. Leaves out what no request can carry. */
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

/**
 * Rules: as the service answers them (LiveRule), as they are sent and compared (RuleBody, the canonical form), and as files
 * declare them (DeclaredRule). Names of fields are those of the API (API spec 2.1 to 2.3, 4.4).
 */
import { type ActionType, FIELD_KEYS, FIELDS, type FieldKey } from './action-types.ts';

/** A static matcher of a condition, which is compared with the header of the same name. */
interface MatcherRow {
  means: string;
  inTest: string;
  inHelp: string;
  /** In the sentence of a rule: what precedes its value. */
  inSentence: string;
}

const MATCHER_ROWS = {
  from: {
    means:
      'Who sent the mail; case does not matter. `a@b.com` is that address, `@acme.com` that domain only, `acme.com` the domain and its subdomains. Anything else is a part of an address or of a display name, which anybody can choose. `*` is any run of characters. Separate alternatives with `,`, `|` or the word `or`.',
    inTest: 'The From header, such as `Jane <jane@example.com>`.',
    inHelp: 'say what the rules do to a mail with this From header',
    inSentence: 'is from ',
  },
  to: {
    means: 'Who the To header names, without Cc and Bcc; written as `from` is.',
    inTest: 'The To header. Rules do not read Cc and Bcc.',
    inHelp: 'with this To header',
    inSentence: 'is to ',
  },
  subject: {
    means:
      'A part of the subject as it stands: upper and lower case differ, white space counts, and it is not a regular expression. `*` is any run of characters. `|` separates alternatives; a comma or the word `or` does not.',
    inTest: 'The subject, decoded.',
    inHelp: 'with this subject',
    inSentence: 'has ',
  },
} satisfies Record<string, MatcherRow>;

export type StaticKey = keyof typeof MATCHER_ROWS;

/** In the order of the API (API spec 2.2). */
export const STATIC_KEYS = Object.keys(MATCHER_ROWS) as StaticKey[];

export const MATCHERS: Readonly<Record<StaticKey, MatcherRow>> = MATCHER_ROWS;

export type PeopleKey = Exclude<StaticKey, 'subject'>;
export const PEOPLE_KEYS = STATIC_KEYS.filter((key) => key !== 'subject');

export const ADDRESS_KEYS: readonly (PeopleKey | FieldKey)[] = [
  ...new Set([...PEOPLE_KEYS, ...FIELD_KEYS.filter((key) => FIELDS[key].addresses)]),
];

/** All matchers in a sentence: `from`, `to` and `subject` as code. */
export function matchersNamed(last: 'and' | 'or', end: '' | ':' = ''): string {
  return STATIC_KEYS.map((key) => `\`${key}${end}\``)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ` ${last} `);
}

export type ConditionalOperator = 'AND' | 'OR';

/** A condition with all keys. In a declared rule, a `conditionalOperator` of null is not managed. */
export interface Condition {
  conditionalOperator: ConditionalOperator | null;
  aiInstructions: string | null;
  static: Record<StaticKey, string | null>;
}

export interface Action {
  type: ActionType;
  messagingChannelId: string | null;
  fields: Record<FieldKey, string | null>;
  delayInMinutes: number | null;
}

/** The canonical form of a rule, which is compared and sent: all keys, in the order of the spec. */
export type RuleBody = { name: string; runOnThreads: boolean; condition: Condition; actions: Action[] };

/** An action as the service answers it. Its type may be unknown. */
export interface LiveAction extends Pick<Action, 'fields' | 'delayInMinutes'> {
  type: string;
  messagingChannelId?: string | null | undefined;
  integrationName: string | null;
  integrationToolName: string | null;
}

/** A rule as the service answers it (API spec 2.1), perhaps with unknown keys. */
export interface LiveRule extends Omit<RuleBody, 'actions'> {
  id: string;
  enabled: boolean;
  createdAt: string;
  updatedAt: string;
  actions: LiveAction[];
}

/** A path from a rule to something in it: `['actions', 0, 'fields', 'label']`. */
export type Path = readonly (string | number)[];

/** The place of a rule, kept small. `document` from 0, `path` from its root, `offset` in UTF-16 units. */
export type Spot = { file: string; document: number; path: Path; offset: number };

/** A reference at a path of a rule. `file` is absolute. `isUnset`: the rule has a stand-in for the value. */
export type ReferenceAt =
  | { path: Path; kind: 'file'; file: string }
  | { path: Path; kind: 'env'; name: string; isUnset?: true };

/** The variable that the text at a path comes from. */
export function variableAt(
  references: readonly ReferenceAt[],
  path: Path,
): Extract<ReferenceAt, { kind: 'env' }> | undefined {
  const at = path.join('/');
  return references.filter((one) => one.kind === 'env').find((one) => one.path.join('/') === at);
}

/** A declared rule. `enabled` is only an expectation: the API cannot set it. */
export interface DeclaredRule {
  body: RuleBody;
  renamedFrom: string | null;
  overrides?: boolean;
  enabled: boolean | null;
  spot: Spot;
  /** The path of its file, relative to the project file, with `/`; null if no file declares it. */
  file: string | null;
  references: readonly ReferenceAt[];
}

/**
 * A rule, in the three forms the story needs: as the service answers it (LiveRule), as it is sent and
 * compared (RuleBody, the canonical form), and as the files declare it (DeclaredRule).
 * Field names are the API's own (API spec 2.1 to 2.3, 4.4).
 */
import { type ActionType, FIELD_KEYS, FIELDS, type FieldKey } from './action-types.ts';

/** A static matcher of a condition: it is compared with the header of a mail that has the same name. */
interface MatcherRow {
  /** For hovers in rule files. */
  means: string;
  /** For hovers in tests files. */
  inTest: string;
  /** In the help of `inboxctl explain`: its option. */
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

/** The matchers whose text and header list people: all others than the subject. */
export type PeopleKey = Exclude<StaticKey, 'subject'>;
export const PEOPLE_KEYS = STATIC_KEYS.filter((key) => key !== 'subject');

/** The keys of matchers and of fields that hold addresses. */
export const ADDRESS_KEYS: readonly (PeopleKey | FieldKey)[] = [
  ...new Set([...PEOPLE_KEYS, ...FIELD_KEYS.filter((key) => FIELDS[key].addresses)]),
];

/** All matchers in a sentence, as code, each with `end`. */
export function matchersNamed(last: 'and' | 'or', end: '' | ':' = ''): string {
  return STATIC_KEYS.map((key) => `\`${key}${end}\``)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ` ${last} `);
}

export type ConditionalOperator = 'AND' | 'OR';

/** A condition with every key present. `conditionalOperator` null in a declared rule means: not managed. */
export interface Condition {
  conditionalOperator: ConditionalOperator | null;
  aiInstructions: string | null;
  static: Record<StaticKey, string | null>;
}

/** An action with every key present. `delayInMinutes` is in minutes, 1 to 129600. */
export interface Action {
  type: ActionType;
  messagingChannelId: string | null;
  fields: Record<FieldKey, string | null>;
  delayInMinutes: number | null;
}

/** The canonical form of a rule: all keys present, in the spec's order. It is what is compared and sent. */
export interface RuleBody {
  name: string;
  runOnThreads: boolean;
  condition: Condition;
  actions: Action[];
}

/** An action as the service answers it. `type` may be one that we do not know. */
export interface LiveAction {
  type: string;
  messagingChannelId?: string | null | undefined;
  fields: Record<FieldKey, string | null>;
  delayInMinutes: number | null;
  integrationName: string | null;
  integrationToolName: string | null;
}

/** A rule as the service answers it (API spec 2.1). Keys that we do not know may stand beside these. */
export interface LiveRule {
  id: string;
  name: string;
  enabled: boolean;
  runOnThreads: boolean;
  createdAt: string;
  updatedAt: string;
  condition: Condition;
  actions: LiveAction[];
}

/** Leads from a value to something in it: from a rule to a text of it, `['actions', 0, 'fields', 'label']`. */
export type Path = readonly (string | number)[];

/**
 * Where in the rule files something stands, kept cheap so that ten thousand rules can have one each:
 * `document` counts from 0, `path` leads from the document's root, `offset` is the UTF-16 offset of the rule's node.
 * source/locate turns it into a line and a column, only for what is reported.
 */
export interface Spot {
  file: string;
  document: number;
  path: Path;
  offset: number;
}

/** A text of a declared rule that stands elsewhere. `path` leads from the rule to it, as in `actions/0/fields/label`. */
export type ReferenceAt =
  | { path: Path; kind: 'file' /** Absolute. */; file: string }
  | { path: Path; kind: 'env'; name: string /** Something else stands for its value. */; isUnset?: true };

/** The variable that the text at a path comes from. */
export function variableAt(
  references: readonly ReferenceAt[],
  path: Path,
): Extract<ReferenceAt, { kind: 'env' }> | undefined {
  const at = path.join('/');
  return references.filter((one) => one.kind === 'env').find((one) => one.path.join('/') === at);
}

/** A rule that the files declare. `enabled` is an expectation only: the API cannot set it. */
export interface DeclaredRule {
  body: RuleBody;
  renamedFrom: string | null;
  enabled: boolean | null;
  spot: Spot;
  /** The path of its file from the folder of the project file, with `/`; null if no file declares it. */
  file: string | null;
  references: readonly ReferenceAt[];
}

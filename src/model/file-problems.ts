/** What can be wrong with, or noteworthy in, rule files: each code with its arguments. */
import type { ActionType, FieldKey } from './action-types.ts';
import type { StaticKey } from './rule.ts';

/** The mappings of a rule file, by what they are. */
export type Level = 'document' | 'rule' | 'condition' | 'static' | 'action' | 'fields';

/** What a YAML value can be. `nothing` is null or an empty value. */
export type ValueKind = 'text' | 'number' | 'true or false' | 'list' | 'mapping' | 'nothing';

/** What kind of mistake the YAML parser met; `other` is told in the parser's own words. */
export type SyntaxMistake =
  | 'open-quote'
  | 'open-bracket'
  | 'key-without-colon'
  | 'key-over-lines'
  | 'key-too-long'
  | 'tab'
  | 'indentation'
  | 'nested-mapping'
  | 'list-on-key-line'
  | 'escape'
  | 'reserved-start'
  | 'block-in-brackets'
  | 'missing-comma'
  | 'anchor'
  | 'trailing-text'
  | 'other';

type None = Record<never, never>;

export interface FolderProblems {
  'rules-root-missing': { root: string };
  'rules-root-outside': { root: string };
  'rules-root-hidden': { root: string };
  'rules-root-linked': { root: string; link: string };
  'rules-root-not-yaml': { root: string };
  'path-linked': { kind: 'file' | 'folder' };
  'path-unreadable': { kind: 'file' | 'folder'; reason: string };
  /** It is in a rules folder, and its extension is not that of a rule file. */
  'file-not-read': None;
  'file-not-regular': None;
  /** `limit` is in bytes. */
  'file-too-big': { limit: number };
  'file-not-utf8': None;
}

export interface YamlProblems {
  /** `parserCode` and `parserMessage` are the YAML library's own. */
  'yaml-syntax': { mistake: SyntaxMistake; parserCode: string; parserMessage: string; written: string };
  'yaml-tag': { tag: string };
  'yaml-directive': { directive: string };
  'yaml-alias-unknown': { alias: string };
  'yaml-alias-cycle': { alias: string };
  'yaml-merge-not-mapping': { found: ValueKind };
  'yaml-too-large': { nodes: number; characters: number };
  'yaml-too-deep': { limit: number };
  'yaml-duplicate-key': { key: string };
  'yaml-key-not-text': { written: string; kind: ValueKind };
}

export interface ShapeProblems {
  'document-not-rule': { found: ValueKind };
  'unknown-key': { key: string; at: Level; proposal: { key: string; at: Level } | null };
  /** `empty`: the key is there and nothing behind it. */
  'missing-key': { key: string; at: Level; empty: boolean };
  /** `written` is the value as it stands in the file. */
  'wrong-type': {
    key: string;
    at: Level;
    expected: Exclude<ValueKind, 'nothing'>;
    found: ValueKind;
    written: string;
  };
  'operator-unknown': { written: string; proposal: string | null };
  'action-type-unknown': { written: string; proposal: ActionType | null };
  'action-type-integration': None;
  'actions-empty': None;
  'delay-out-of-range': { written: string };
  'delay-not-whole': { written: string };
  'channel-not-cuid': { written: string };
}

/** The secrets that inboxctl itself works with. */
export type KeyKind = 'API key' | 'signing key' | 'GitHub token';

/** Why the file of a reference is not read. */
export type ReferenceMistake =
  | 'absolute'
  | 'backslash'
  | 'outside'
  | 'hidden'
  | 'linked'
  | 'missing'
  | 'folder'
  | 'not-regular'
  | 'too-big'
  | 'not-utf8'
  | 'unreadable';

export interface ReferenceProblems {
  /** A mapping where a text belongs that is neither `{ file: … }` nor `{ env: … }`; `keys` are those it has. */
  'reference-shape': { key: string; keys: readonly string[]; proposal: 'file' | 'env' | null };
  /** `limit` is in bytes; `reason` is a code of the system, such as EACCES. */
  'reference-unusable': { file: string; mistake: ReferenceMistake; limit: number; reason: string | null };
  'variable-name': { name: string; problem: 'shape' | 'reserved'; prefix: string | null };
  'variable-unset': { name: string; empty: boolean };
  /** Shorter than can be hidden wherever it occurs. `least` is in characters. */
  'variable-too-short': { name: string; least: number };
  /** `name` is the file or the variable. */
  'reference-holds-key': { kind: 'file' | 'env'; name: string; of: KeyKind };
}

/** A declared rule that does what the setting `policy` forbids. */
export interface PolicyProblems {
  'policy-action': { type: ActionType };
  /** `address` is null where it is a secret; `template`: it holds `{{…}}`. */
  'policy-forward': {
    type: ActionType;
    field: FieldKey;
    address: string | null;
    template: boolean;
    allowed: readonly string[];
  };
  /** `host` is null where it is a secret, empty where the URL has none that is plain. */
  'policy-webhook': { host: string | null; template: boolean; allowed: readonly string[] };
}

export interface RuleProblems {
  'text-nul': { key: string };
  'text-lone-surrogate': { key: string };
  'name-blank': None;
  /** Lengths in UTF-8 bytes. */
  'name-too-long': { bytes: number; limit: number };
  'condition-empty': { blank: boolean };
  /** Every alternative begins as the subject of a rule that an apply puts aside. */
  'subject-reserved': None;
  'field-missing': { type: ActionType; field: FieldKey };
  'channel-missing': { type: ActionType };
  'webhook-unparsable': None;
  'webhook-not-https': { scheme: string };
  'webhook-private': { host: string };
  'field-unused': { type: ActionType; field: FieldKey; uses: readonly FieldKey[] };
  'channel-unused': { type: ActionType };
  'operator-missing': None;
  'operator-idle': { has: 'static' | 'aiInstructions' };
  'text-untrimmed': { key: 'name' | 'to' };
  'text-blank': { key: 'aiInstructions' | StaticKey };
  'sender-with-display-name': { written: string; address: string };
  /** `means`: parts that match mail of others. `does`: actions of the rule that send or delete. */
  'sender-split-by-or': {
    written: string;
    parts: readonly string[];
    means: readonly string[];
    does: readonly ActionType[];
  };
  'sender-too-wide-to-send': { sender: string; type: ActionType };
  'renamed-from-itself': None;
}

export interface RuleSetProblems {
  'name-twice': { name: string };
  'name-similar': {
    name: string;
    other: string;
    differs: 'case' | 'white space' | 'Unicode form' | 'case, white space or Unicode form';
  };
  /** `name` is that of the other rule. */
  'senders-overlap': { name: string; sender: string; otherSender: string };
  'renamed-from-twice': { renamedFrom: string };
}

export interface FileProblems
  extends FolderProblems,
    YamlProblems,
    ShapeProblems,
    ReferenceProblems,
    RuleProblems,
    PolicyProblems,
    RuleSetProblems {}

/**
 * What a declared rule does that the setting `policy` forbids. Allow-lists hold against whoever writes the rules: what
 * could be read in two ways, or is filled in by the service, fits none of them, not even `*`.
 */

import type { Finding } from '../diagnostics/diagnostic.ts';
import type { PolicyProblems } from '../diagnostics/policy.ts';
import { ACTIONS, FIELD_KEYS, FIELDS, type FieldKey } from '../model/action-types.ts';
import { firstGlob } from '../model/glob.ts';
import type { Policy } from '../model/project.ts';
import type { Path, ReferenceAt, RuleBody } from '../model/rule.ts';
import { textsOf } from '../model/texts.ts';
import type { ResolvedRule } from '../model/written-rule.ts';
import { isBlank, type Spotted } from './checks/finding.ts';
import { pitfallsIn } from './checks/pitfalls.ts';
import type { Match } from './matching.ts';

const ADDRESS_FIELDS = FIELD_KEYS.filter((key) => FIELDS[key].addresses);

/** A finding about one rule, which is an error always. */
type SpottedPolicyFinding = Finding<keyof PolicyProblems> & Spotted & { severity: 'error' };

type WrittenAction = ResolvedRule['actions'][number];
type Redact = (text: string) => string;
type IsAllowed = (text: string) => boolean;

/** One action of the rule: its index, and which of its fields are secret. */
interface PolicyAction {
  action: WrittenAction;
  index: number;
  isSecret: (field: FieldKey) => boolean;
}

/**
 * Takes a rule, the policy of its account, and the paths of its texts that are secrets; gives an error for every pitfall,
 * action type, address and webhook host that the policy forbids. Of a secret a finding shows nothing.
 */
export function policyFindings(
  rule: ResolvedRule,
  policy: Policy,
  secretPaths: readonly ReferenceAt['path'][],
): SpottedPolicyFinding[] {
  const { forbidActions, forwardTo, webhookHosts, forbidPitfalls } = policy;
  if (forbidActions.length === 0 && forwardTo === null && webhookHosts === null && !forbidPitfalls) return [];
  const secrets = new Set(secretPaths.map((path) => path.join('/')));
  const pitfalls = forbidPitfalls ? forbiddenPitfalls(rule, secrets) : [];
  const ofActions = rule.actions.flatMap((action, index) => {
    const isSecret = (field: FieldKey) => secrets.has(['actions', index, 'fields', field].join('/'));
    const looked: PolicyAction = { action, index, isSecret };
    return [
      ...forbiddenType(looked, forbidActions),
      ...(forwardTo === null ? [] : forbiddenAddresses(looked, forwardTo)),
      ...(webhookHosts === null ? [] : forbiddenHost(looked, webhookHosts)),
    ];
  });
  return [...pitfalls, ...ofActions];
}

/**
 * Takes a declared rule with what a replace sends for it, and what hides secrets; gives what the policy forbids in the live
 * values that it keeps. What is declared was judged with the files.
 */
export function keptAgainstPolicy({ rule, wanted }: Match, policy: Policy, redact: Redact): Finding<'policy-kept'>[] {
  if (wanted.actions === rule.body.actions && wanted.condition === rule.body.condition) return [];
  const variables = rule.references.filter(({ kind }) => kind === 'env').map(({ path }) => path);
  const found = (body: RuleBody) =>
    policyFindings(body as ResolvedRule, policy, [...variables, ...hiddenPaths(body, redact)]);
  const known = new Set(found(rule.body).map((finding) => JSON.stringify(finding)));
  const kept = found(wanted).filter((finding) => !known.has(JSON.stringify(finding)));
  return kept.map(({ path, ...broken }) => ({ code: 'policy-kept', args: { path: path.join('/'), ...broken } }));
}

/** Where the texts of a rule are, or have in them, what must not be shown. */
function hiddenPaths(body: RuleBody, redact: Redact): Path[] {
  return textsOf(body).flatMap(({ text, path }) => (redact(text) === text ? [] : [path]));
}

function forbiddenPitfalls(rule: ResolvedRule, secrets: ReadonlySet<string>): SpottedPolicyFinding[] {
  return pitfallsIn(rule).map(({ path, at, severity: _, ...found }) => {
    const args = { ...found, isSecret: secrets.has(path.join('/')) };
    return { code: 'policy-pitfall', args, severity: 'error', path, at };
  });
}

function forbiddenType(
  { action: { type }, index }: PolicyAction,
  forbidden: readonly string[],
): SpottedPolicyFinding[] {
  if (!forbidden.includes(type)) return [];
  const path = ['actions', index, 'type'];
  return [{ code: 'policy-action', args: { type }, severity: 'error', path, at: 'value' }];
}

function forbiddenAddresses(
  { action, index, isSecret }: PolicyAction,
  allowed: readonly string[],
): SpottedPolicyFinding[] {
  const { type, fields } = action;
  if (!ACTIONS[type].outbound) return [];
  const isAllowed = matcherWithoutCase(allowed);
  return ADDRESS_FIELDS.flatMap((field) => {
    const entries = (fields?.[field] ?? '').split(/[,;]/).map(withoutEnds);
    const refused = new Set(entries.filter((entry) => entry !== '' && !fits(entry, isAllowed)));
    const shown = isSecret(field) && refused.size > 0 ? [null] : [...refused];
    return shown.map((address): SpottedPolicyFinding => {
      const args = { type, field, address, template: /\{\{|\}\}/.test(address ?? ''), allowed };
      const path = ['actions', index, 'fields', field];
      return { code: 'policy-forward', args, severity: 'error', path, at: 'value' };
    });
  });
}

/** Of any action: the service also stores a URL where the type uses none (measured). */
function forbiddenHost({ action, index, isSecret }: PolicyAction, allowed: readonly string[]): SpottedPolicyFinding[] {
  const url = action.fields?.webhookUrl ?? '';
  if (isBlank(url)) return [];
  const { host, template } = hostOf(url);
  if (host !== '' && matcherWithoutCase(allowed)(host)) return [];
  const args = isSecret('webhookUrl') ? { host: null, template: false, allowed } : { host, template, allowed };
  const path = ['actions', index, 'fields', 'webhookUrl'];
  return [{ code: 'policy-webhook', args, severity: 'error', path, at: 'value' }];
}

function matcherWithoutCase(globs: readonly string[]): IsAllowed {
  const first = firstGlob(globs.map((glob) => glob.toLowerCase()));
  return (text) => first(text.toLowerCase()) !== null;
}

/** Line ends too: lists may stand in block texts, one address a line. */
function withoutEnds(entry: string): string {
  return entry.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}

// No `%` and `!`, which name a further host to relays; no braces, which begin prompts; no quotes, comments, routes.
const ADDRESS = /[\p{L}\p{M}\p{N}.#$&'*+/=?^_~-]+@[\p{L}\p{M}\p{N}.-]+/u.source;
const NAME = /[^\p{C}\p{Zl}\p{Zp}<>@,;:"\\()[\]{}]*/u.source;
const ENTRY = new RegExp(`^(?:(?:"${NAME}" *|${NAME})<(?<named>${ADDRESS})>|(?<bare>${ADDRESS}))$`, 'u');

/**
 * Whether an entry of a list is plainly one address that is allowed. Mail software may take compatibility forms (a
 * full-width `@`, a Kelvin sign) for the characters they look like: an entry that then reads otherwise fits nothing.
 */
function fits(entry: string, isAllowed: IsAllowed): boolean {
  const address = addressIn(entry);
  return address !== undefined && address === addressIn(entry.normalize('NFKC')) && isAllowed(address);
}

function addressIn(entry: string): string | undefined {
  const groups = ENTRY.exec(entry)?.groups;
  return groups?.named ?? groups?.bare;
}

// Scheme and authority, all that decides where a URL leads.
const HEAD = /^[a-z][a-z\d+.-]*:\/\/[^/?#]+/i;
// Left out by some parsers, or ending the host for some only.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const READ_DIFFERENTLY = /[\u0000-\u0020\\]/;

/** The host of a URL as its parser has it, lower case, without port; empty where it has none, or not plainly one. */
function hostOf(url: string): { host: string; template: boolean } {
  const head = HEAD.exec(url.trim())?.[0];
  const template = (head ?? url).includes('{{');
  const isPlain = head !== undefined && !template && !READ_DIFFERENTLY.test(head) && URL.canParse(url);
  return { host: isPlain ? new URL(url).hostname.toLowerCase() : '', template };
}

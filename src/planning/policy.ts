/**
 * Checks declared rules against the setting `policy`. Allow-lists must hold against the author of a rule: ambiguous
 * values, and those filled in by the service, match no entry, not even `*`.
 */
import type { Finding } from '../diagnostics/diagnostic.ts';
import type { PolicyProblems } from '../diagnostics/policy.ts';
import { pitfallsIn } from '../mail/pitfalls/pitfalls.ts';
import { ACTIONS, ADDRESS_FIELDS, type FieldKey } from '../model/action-types.ts';
import { firstGlob, globMatcher } from '../model/glob.ts';
import type { PitfallCode } from '../model/pitfalls.ts';
import type { PlanSettings, Policy } from '../model/project.ts';
import type { Path, ReferenceAt, RuleBody } from '../model/rule.ts';
import { textsOf } from '../model/texts.ts';
import type { ResolvedRule } from '../model/written-rule.ts';
import { isBlank, type Spotted } from './checks/finding.ts';
import type { Match } from './matching.ts';

type SpottedPolicyFinding = Finding<keyof PolicyProblems> & Spotted & { severity: 'error' };

type WrittenAction = ResolvedRule['actions'][number];
type Redact = (text: string) => string;
type IsAllowed = (text: string) => boolean;

/** The policy, and the pitfalls that it does not forbid. */
export type PolicySettings = Pick<PlanSettings, 'policy' | 'acceptPitfalls'>;

type PolicyAction = { action: WrittenAction; index: number; isSecret: (field: FieldKey) => boolean };

/** An error for all that the policy forbids. None shows texts at `secretPaths`. Without a `file` none is confined. */
export function policyFindings(
  rule: ResolvedRule,
  { policy, acceptPitfalls }: PolicySettings,
  secretPaths: readonly ReferenceAt['path'][],
  file: string | null,
): SpottedPolicyFinding[] {
  const { forbidActions, forwardTo, webhookHosts, confine, forbidPitfalls } = policy;
  const secrets = new Set(secretPaths.map((path) => path.join('/')));
  const pitfalls = forbidPitfalls ? pitfallsIn(rule) : [];
  const unmeant = pitfalls.filter(({ code }) => !isAccepted(acceptPitfalls, rule.name, code));
  const ofPitfalls = unmeant.map(({ path, at, severity: _, ...found }): SpottedPolicyFinding => {
    const args = { ...found, isSecret: secrets.has(path.join('/')) };
    return { code: 'policy-pitfall', args, severity: 'error', path, at };
  });
  const ofActions = rule.actions.flatMap((action, index) => {
    const isSecret = (field: FieldKey) => secrets.has(['actions', index, 'fields', field].join('/'));
    const { type } = action;
    const looked: PolicyAction = { action, index, isSecret };
    return [
      ...(forbidActions.includes(type) ? [inAction({ code: 'policy-action', args: { type } }, index, 'type')] : []),
      ...(file === null ? [] : confinedType(looked, confine, file)),
      ...(forwardTo === null ? [] : forbiddenAddresses(looked, forwardTo)),
      ...(webhookHosts === null ? [] : forbiddenHost(looked, webhookHosts)),
    ];
  });
  return [...ofPitfalls, ...ofActions];
}

/** What the policy forbids in the live values that a replace keeps. Declared values were checked with the files. */
export function keptAgainstPolicy(
  { rule, wanted }: Match,
  settings: PolicySettings,
  redact: Redact,
): Finding<'policy-kept'>[] {
  if (wanted.actions === rule.body.actions && wanted.condition === rule.body.condition) return [];
  const variables = rule.references.filter(({ kind }) => kind === 'env').map(({ path }) => path);
  const found = (body: RuleBody) => {
    const withSecrets = textsOf(body).filter(({ text }) => redact(text) !== text);
    return policyFindings(body, settings, [...variables, ...withSecrets.map(({ path }) => path)], rule.file);
  };
  const known = new Set(found(rule.body).map((finding) => JSON.stringify(finding)));
  const kept = found(wanted).filter((finding) => !known.has(JSON.stringify(finding)));
  return kept.map(({ path, ...broken }) => ({ code: 'policy-kept', args: { path: path.join('/'), ...broken } }));
}

export function isAccepted(accepted: PlanSettings['acceptPitfalls'], rule: string, code: PitfallCode): boolean {
  return accepted.some(({ rule: glob, codes }) => codes.includes(code) && globMatcher(glob)(rule));
}

function inAction(finding: Finding<keyof PolicyProblems>, index: number, ...path: Path): SpottedPolicyFinding {
  return { ...finding, severity: 'error', path: ['actions', index, ...path], at: 'value' };
}

/** A finding for each entry that keeps the type out of the file. */
function confinedType({ action: { type }, index }: PolicyAction, confine: Policy['confine'], file: string) {
  return confine.flatMap(({ actions, files }, entry) => {
    if (!actions.includes(type) || firstGlob(files)(file) !== null) return [];
    return [inAction({ code: 'policy-confined', args: { type, file, files, entry } }, index, 'type')];
  });
}

function forbiddenAddresses({ action, index, isSecret }: PolicyAction, allowed: readonly string[]) {
  const { type, fields } = action;
  if (!ACTIONS[type].outbound) return [];
  const isAllowed = matcherWithoutCase(allowed);
  return ADDRESS_FIELDS.flatMap((field) => {
    // Line ends too: block texts may list one address per line.
    const entries = (fields?.[field] ?? '').split(/[,;]/).map((entry) => entry.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''));
    const refused = new Set(entries.filter((entry) => entry !== '' && !fits(entry, isAllowed)));
    const shown = isSecret(field) && refused.size > 0 ? [null] : [...refused];
    return shown.map((address) => {
      const args = { type, field, address, template: /\{\{|\}\}/.test(address ?? ''), allowed };
      return inAction({ code: 'policy-forward', args }, index, 'fields', field);
    });
  });
}

/** Checks every action: the service stores a URL even if the type does not use it (measured). */
function forbiddenHost({ action, index, isSecret }: PolicyAction, allowed: readonly string[]) {
  const url = action.fields?.webhookUrl ?? '';
  if (isBlank(url)) return [];
  const { host, template } = hostOf(url);
  if (host !== '' && matcherWithoutCase(allowed)(host)) return [];
  const args = isSecret('webhookUrl') ? { host: null, template: false, allowed } : { host, template, allowed };
  return [inAction({ code: 'policy-webhook', args }, index, 'fields', 'webhookUrl')];
}

function matcherWithoutCase(globs: readonly string[]): IsAllowed {
  const first = firstGlob(globs.map((glob) => glob.toLowerCase()));
  return (text) => first(text.toLowerCase()) !== null;
}

// Excludes `%` and `!` (relays forward to another host), braces (they start prompts), quotes, comments and routes.
const ADDRESS = /[\p{L}\p{M}\p{N}.#$&'*+/=?^_~-]+@[\p{L}\p{M}\p{N}.-]+/u.source;
const NAME = /[^\p{C}\p{Zl}\p{Zp}<>@,;:"\\()[\]{}]*/u.source;
const ENTRY = new RegExp(`^(?:(?:"${NAME}" *|${NAME})<(?<named>${ADDRESS})>|(?<bare>${ADDRESS}))$`, 'u');

/**
 * Whether an entry of a list is clearly one allowed address. Mail software may read compatibility forms (a full-width
 * `@`, a Kelvin sign) as the characters they resemble. If that changes the entry, it is not allowed.
 */
function fits(entry: string, isAllowed: IsAllowed): boolean {
  const address = addressIn(entry);
  return address !== undefined && address === addressIn(entry.normalize('NFKC')) && isAllowed(address);
}

function addressIn(entry: string): string | undefined {
  const groups = ENTRY.exec(entry)?.groups;
  return groups?.named ?? groups?.bare;
}

// Scheme and authority: they alone decide where a URL leads.
const HEAD = /^[a-z][a-z\d+.-]*:\/\/[^/?#]+/i;
// Some parsers drop these characters, others end the host there.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const READ_DIFFERENTLY = /[\u0000-\u0020\\]/;

/** The host of a URL, in lower case and without the port. Empty if there is none, or if parsers may disagree. */
function hostOf(url: string): { host: string; template: boolean } {
  const head = HEAD.exec(url.trim())?.[0];
  const template = (head ?? url).includes('{{');
  const isPlain = head !== undefined && !template && !READ_DIFFERENTLY.test(head) && URL.canParse(url);
  return { host: isPlain ? new URL(url).hostname.toLowerCase() : '', template };
}

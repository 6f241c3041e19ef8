/**
 * Hides secrets in a plan. Each becomes a placeholder and a tag (an HMAC with the account's key). A changed secret
 * still changes the digest, and nobody can guess the value without the key.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import type { Redactor } from '../diagnostics/redactor.ts';
import type { FieldKey } from '../model/action-types.ts';
import type { Shown, ShownRule, ShownText } from '../model/plan.ts';
import type { DeclaredRule, Path, RuleBody } from '../model/rule.ts';
import { mapTexts, textsOf } from '../model/texts.ts';

/** The parts of a declared rule that say which texts are secrets. */
export type RuleWithReferences = Pick<DeclaredRule, 'body' | 'references'>;

/** A key that snapshots are sealed with. The key itself stays in here. */
export interface SealKey {
  /** Identifies the key without revealing it: 8 hex digits. */
  keyId: string;
  /** Derives 32 bytes from it (HKDF-SHA256). */
  derive: (salt: Buffer, info: string) => Buffer;
}

/** `key`: a signing key, or the API key of an account. */
export function sealKeyOf(key: string): SealKey {
  return { keyId: keyIdOf(key), derive: (salt, info) => Buffer.from(hkdfSync('sha256', key, salt, info, 32)) };
}

export interface AccountRedactor extends SealKey {
  rule: RuleRedactor;
  tag: (value: string) => string;
  text: (text: string) => string;
  ofRun: Redactor;
}

/** `key` makes the tags: the signing key, or else the account's API key. */
export function accountRedactor(key: string, ofRun: Redactor): AccountRedactor {
  const tag = (value: string) => hmac(key, value).slice(0, 32);
  return { ...sealKeyOf(key), rule: ruleRedactor(ofRun, tag), tag, text: (plain) => ofRun.text(plain), ofRun };
}

/** A rule with its secrets as {shown, tag}; of a live rule also what stands where `rule` has a secret. */
type RuleRedactor = (body: RuleBody, rule: RuleWithReferences | null) => ShownRule;

export function ruleRedactor(ofRun: Redactor, tag: (value: string) => string): RuleRedactor {
  const text = (plain: string) => ofRun.text(plain);
  const tagged = (shown: string, value: string): Shown => ({ shown, tag: tag(value) });
  const show = (plain: string, name: string | null): ShownText => {
    if (name !== null) return tagged(`(secret ${name})`, plain);
    const safe = text(plain);
    return safe === plain ? plain : tagged(safe, plain);
  };
  const showUrl = (url: string, name: string | null): ShownText => {
    if (name !== null) return show(url, name);
    const safe = text(url);
    // If a variable holds the whole URL, even its host stays hidden.
    return tagged(/^\(secret [^)]*\)$/.test(safe) ? safe : text(shortUrl(url) ?? '(a URL)'), url);
  };
  return (body, rule) => {
    const variableOf = secretTexts(rule);
    const shown = mapTexts(body, (plain, path) =>
      (path.at(-1) === 'webhookUrl' ? showUrl : show)(plain, variableOf(path, plain)),
    );
    return { ...shown, name: text(body.name) };
  };
}

export function keyIdOf(key: string): string {
  return hmac(key, 'inboxctl').slice(0, 8);
}

function hmac(key: string, value: string): string {
  return createHmac('sha256', key).update(value).digest('hex');
}

/**
 * Returns a function from the path and the live value of a text to the name of its variable, or null. If a field is a
 * secret in any action of `rule`, so are all live values of that field but those that the rule has in plain text.
 */
export function secretTexts(rule: RuleWithReferences | null) {
  const { body, references } = rule ?? { body: null, references: [] };
  const names = new Map(references.flatMap((one) => (one.kind === 'env' ? [[one.path.join('/'), one.name]] : [])));
  return (path: Path, value: string): string | null => {
    const own = names.get(path.join('/')) ?? null;
    const [part, , , key] = path;
    if (body === null || names.size === 0 || part !== 'actions' || key === undefined) return own;
    const alike = body.actions.map(({ fields }, index) => ({
      name: names.get(`actions/${index}/fields/${key}`),
      text: fields[key as FieldKey],
    }));
    if (alike.some(({ name, text }) => name === undefined && text === value)) return null;
    return own ?? alike.find(({ name }) => name !== undefined)?.name ?? null;
  };
}

/** The texts of a rule that stand where `rule` has a variable, with its name. */
export function variablesOf(body: RuleBody, rule: RuleWithReferences | null) {
  const variableOf = secretTexts(rule);
  return textsOf(body).flatMap(({ text, path }) => {
    const name = variableOf(path, text);
    return name === null ? [] : [{ path: [...path], kind: 'env' as const, name }];
  });
}

/** The scheme and host of a webhook URL. The rest works like a password. Null if it is not an HTTP URL. */
export function shortUrl(url: string): string | null {
  if (!URL.canParse(url) || !/^https?:/i.test(url)) return null;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}/…`;
}

/**
 * Secrets as a plan shows them: a placeholder and a tag made with the key of an account, so that a changed secret is still a
 * change with a digest of its own, and nobody without the key can guess the value.
 */
import { createHmac } from 'node:crypto';
import type { Redactor } from '../diagnostics/redactor.ts';
import type { FieldKey } from '../model/action-types.ts';
import type { Shown, ShownRule, ShownText } from '../model/plan.ts';
import type { DeclaredRule, Path, RuleBody } from '../model/rule.ts';
import { mapTexts } from '../model/texts.ts';

/** A declared rule as far as it tells which texts are secrets. */
export type RuleWithReferences = Pick<DeclaredRule, 'body' | 'references'>;

export interface AccountRedactor {
  /** 8 hex digits that name the key of the tags without giving it away. */
  keyId: string;
  /**
   * A rule in canonical form with its secrets as {shown, tag}. Of a live rule, with the rule that is declared for it:
   * what stands where that one has a secret is one too, since it may be an earlier value.
   */
  rule: (body: RuleBody, declared?: RuleWithReferences | null) => ShownRule;
  /** The tag of a value. */
  tag: (value: string) => string;
  /** Any text with the values of all secrets replaced. */
  text: (text: string) => string;
  /** That of the whole run. */
  ofRun: Redactor;
}

/** Takes the key that makes the tags: the signing key, or the API key of the account. */
export function accountRedactor(key: string, ofRun: Redactor): AccountRedactor {
  const text = (plain: string) => ofRun.text(plain);
  const tag = (value: string) => hmac(key, value).slice(0, 32);
  const tagged = (shown: string, value: string): Shown => ({ shown, tag: tag(value) });
  const show = (plain: string, name: string | null): ShownText => {
    if (name !== null) return tagged(`(secret ${name})`, plain);
    const safe = text(plain);
    return safe === plain ? plain : tagged(safe, plain);
  };
  const showUrl = (url: string, name: string | null): ShownText => {
    if (name !== null) return show(url, name);
    const safe = text(url);
    // A variable's whole value gives away not even its host.
    return tagged(/^\(secret [^)]*\)$/.test(safe) ? safe : text(shortUrl(url) ?? '(a URL)'), url);
  };
  const rule = (body: RuleBody, declared: RuleWithReferences | null = null): ShownRule => {
    const variableOf = secretTexts(declared);
    const shown = mapTexts(body, (plain, path) =>
      (path.at(-1) === 'webhookUrl' ? showUrl : show)(plain, variableOf(path, plain)),
    );
    return { ...shown, name: text(body.name) };
  };
  return { keyId: keyIdOf(key), rule, tag, text, ofRun };
}

/** 8 hex digits that name a key without giving it away. */
export function keyIdOf(key: string): string {
  return hmac(key, 'inboxctl').slice(0, 8);
}

function hmac(key: string, value: string): string {
  return createHmac('sha256', key).update(value).digest('hex');
}

/**
 * Takes a declared rule; gives a function that finds the variable of the text at a path, which has this value live; null
 * where it is not a secret. Actions have no ids: a live one may stand at another place than the declared one. So of a field
 * that is a secret in any declared action, every live value is one, unless it stands in the files as a plain text.
 */
export function secretTexts(declared: RuleWithReferences | null): (path: Path, value: string) => string | null {
  const names = new Map<string, string>();
  for (const reference of declared?.references ?? []) {
    if (reference.kind === 'env') names.set(reference.path.join('/'), reference.name);
  }
  if (declared === null || names.size === 0) return () => null;
  return (path, value) => {
    const own = names.get(path.join('/')) ?? null;
    const [part, , , key] = path;
    if (part !== 'actions' || key === undefined) return own;
    const alike = declared.body.actions.map(({ fields }, index) => ({
      name: names.get(`actions/${index}/fields/${key}`) ?? null,
      text: fields[key as FieldKey],
    }));
    const [first] = alike.flatMap(({ name }) => name ?? []);
    const isPlain = alike.some(({ name, text }) => name === null && text === value);
    return first === undefined || isPlain ? null : (own ?? first);
  };
}

/** A webhook's URL is a password in all but name: only its scheme and host may be shown. null where it has none. */
export function shortUrl(url: string): string | null {
  if (!URL.canParse(url) || !/^https?:/i.test(url)) return null;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}/…`;
}

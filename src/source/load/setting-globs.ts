/** Finds globs in settings that were written as something else, such as a regular expression, and so match nothing. */
import path from 'node:path';
import { inCurlyQuotes } from '../../diagnostics/look-alike.ts';
import { KEY_VARIABLE } from '../../model/account-name.ts';
import { globbedFolder } from '../../model/glob.ts';
import type { Path } from '../../model/rule.ts';
import { isYaml } from './find-files.ts';
import { settingOf } from './schema-walk.ts';
import type { SettingFinding } from './settings-text.ts';

/** What is wrong with the globs below a value at a path of the settings. */
export function globFindings(value: unknown, at: Path): SettingFinding[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => {
      return globFindings(inner, [...at, Array.isArray(value) ? Number(key) : key]);
    });
  }
  const key = settingOf(at);
  // The key may be `__proto__`.
  const check = Object.hasOwn(CHECKS, key) ? CHECKS[key] : undefined;
  const inner = typeof value === 'string' && check ? inCurlyQuotes(value) : null;
  const found = inner ?? (typeof value === 'string' ? check?.(value) : undefined);
  if (found === undefined) return [];
  const args = { setting: key, written: String(value), meant: tried(found, check) };
  return [{ code: 'project-not-glob', args, path: at, at: 'value' }];
}

/** Rewrites a text into what its setting takes; null if it cannot be told. */
export function settingForm(text: string, setting: string): string | null {
  if (/^(true|false|yes|no)$/i.test(text)) return null;
  const meant = Object.hasOwn(FORMS, setting) ? FORMS[setting]?.(text) : text;
  const check = Object.hasOwn(CHECKS, setting) ? CHECKS[setting] : undefined;
  const found = meant == null ? undefined : check?.(meant);
  return found === undefined ? (meant ?? null) : tried(found, check);
}

function tried(meant: string | null, check: Check | undefined): string | null {
  return meant === null || check?.(meant) !== undefined ? null : meant;
}

/** What was meant by a glob that fits nothing, null if that is not clear; undefined if it may fit. */
type Check = (glob: string) => string | null | undefined;

const folder = (text: string) => globbedFolder(text) ?? text;

const FORMS: Partial<Record<string, (text: string) => string | null>> = {
  rules: folder,
  tests: folder,
  'mail.from': (text) => (/^[^:\n]*\S@\S/.test(text) ? text : null),
  'mail.file': (text) => (/\.eml$/i.test(text) ? text : null),
  baseUrl: (text) => (/^https?:\/\//i.test(text) ? text : null),
  // Any other text may be the key itself.
  'apiKey.env': (text) => /(?<![A-Z0-9_])INBOXCTL_\w+/.exec(text)?.find((name) => KEY_VARIABLE.test(name)) ?? null,
  'guard.maxDeletes': (text) => {
    const [, whole = ''] = /^(\d+) ?(?:%|percent)$/i.exec(text) ?? [];
    return whole ? `${Number(whole)}%` : /^0?\.\d{1,2}$/.test(text) ? `${Math.round(Number(text) * 100)}%` : null;
  },
};

const CHECKS: Partial<Record<string, Check>> = {
  ignore: regularExpression,
  'acceptPitfalls.rule': regularExpression,
  'ignoreDifferences.rule': regularExpression,
  'ignoreDifferences.fields': (glob) => {
    const meant = glob
      .replace(/\[(\d+|\*)\]/g, '/$1')
      .replaceAll('.', '/')
      .replace(/^[/$]+/, '');
    return meant === glob ? undefined : meant;
  },
  'policy.forwardTo': (glob) => {
    const address = glob.replace(/^.*[:<\s]|[>\s]+$/g, '');
    const meant = /^(?!@).*[@*]/.test(address) ? address : `*@${address.replace(/^@/, '').replace(/^\./, '*.')}`;
    return meant === glob ? regularExpression(glob) : meant;
  },
  'policy.confine.files': (glob) => {
    if (isRuleFileGlob(glob)) return undefined;
    const plain = path.posix.normalize(glob.replaceAll('\\', '/')).replace(/^\/+/, '');
    const folder = /\.\w+$/.test(plain) ? null : plain.replace(/\/?$/, '/*');
    return isRuleFileGlob(plain) ? plain : folder;
  },
  'policy.webhookHosts': (glob) => {
    const host = glob
      .replace(/^[a-z]*:?\/\//i, '')
      .replace(/^[^/]*@|(?<!^\[.*)[:/?#].*/g, '')
      .replace(/^\./, '*.');
    return host === glob ? regularExpression(glob) : host || null;
  },
};

/** Whether a glob may match a rule file: `..` only at the start, no hidden names, .yaml or .yml at the end. */
function isRuleFileGlob(glob: string): boolean {
  const tail = glob.slice(glob.lastIndexOf('*') + 1);
  const canEnd = isYaml(tail) || (tail !== glob && ['.yaml', '.yml'].some((end) => end.endsWith(tail)));
  const steps = glob.replace(/^(\.\.\/)+/, '').split('/');
  return canEnd && !/\\|^[a-z]:/i.test(glob) && !steps.some((step) => step === '' || step.startsWith('.'));
}

/** The signs of a regular expression: slashes around it, `^` before it, `.*` or a backslash in it. */
function regularExpression(glob: string): string | null | undefined {
  const [, inner] = /^\/(.+)\/[a-z]*$/.exec(glob) ?? [];
  if (inner === undefined && !/^\^|\.[*+]|\\/.test(glob)) return undefined;
  const text = (inner ?? glob).replace(/^(?!\^)/, inner ? '.*' : '').replace(/(?<!\$)$/, inner ? '.*' : '');
  const meant = text.replace(/^\^|\$$/g, '').replace(/(\.[*+]\??)+/g, '*');
  return /[\\()[\]{}|?+^$]/.test(meant) ? null : meant;
}

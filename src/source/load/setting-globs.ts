/** Finds globs in settings that were written as something else, such as a regular expression, and so match nothing. */
import path from 'node:path';
import { inCurlyQuotes } from '../../diagnostics/look-alike.ts';
import type { GlobMistake } from '../../diagnostics/project.ts';
import type { Path } from '../../model/rule.ts';
import { isYaml } from './find-files.ts';
import type { SettingFinding } from './settings-text.ts';

/** What is wrong with the globs below a value at a path of the settings. */
export function globFindings(value: unknown, at: Path, setting: (at: Path) => string): SettingFinding[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => {
      return globFindings(inner, [...at, Array.isArray(value) ? Number(key) : key], setting);
    });
  }
  const key = setting(at);
  // The key may be `__proto__`.
  const check = Object.hasOwn(CHECKS, key) ? CHECKS[key] : undefined;
  const inner = typeof value === 'string' && check ? inCurlyQuotes(value) : null;
  const quotes = inner === null ? undefined : { mistake: 'quotes' as const, meant: inner };
  const found = quotes ?? (typeof value === 'string' ? check?.(value) : undefined);
  if (found === undefined) return [];
  const meant = found.meant === null || check?.(found.meant) ? null : found.meant;
  const args = { setting: key, written: String(value), mistake: found.mistake, meant };
  return [{ code: 'project-not-glob', args, path: at, at: 'value' }];
}

interface Mistaken {
  mistake: GlobMistake;
  meant: string | null;
}

const CHECKS: Partial<Record<string, (glob: string) => Mistaken | undefined>> = {
  ignore: regularExpression,
  'acceptPitfalls.rule': regularExpression,
  'ignoreDifferences.rule': regularExpression,
  'ignoreDifferences.fields': (glob) => {
    const meant = glob
      .replace(/\[(\d+|\*)\]/g, '/$1')
      .replaceAll('.', '/')
      .replace(/^[/$]+/, '');
    return meant === glob ? undefined : { mistake: 'path', meant };
  },
  'policy.forwardTo': (glob) => {
    const address = glob.replace(/^.*[:<\s]|[>\s]+$/g, '');
    const meant = /^(?!@).*[@*]/.test(address) ? address : `*@${address.replace(/^@/, '').replace(/^\./, '*.')}`;
    return meant === glob ? regularExpression(glob) : { mistake: 'address', meant };
  },
  'policy.confine.files': (glob) => {
    if (isRuleFileGlob(glob)) return undefined;
    const plain = path.posix.normalize(glob.replaceAll('\\', '/')).replace(/^\/+/, '');
    const folder = /\.\w+$/.test(plain) ? null : plain.replace(/\/?$/, '/*');
    return { mistake: 'rule-file', meant: isRuleFileGlob(plain) ? plain : folder };
  },
  'policy.webhookHosts': (glob) => {
    const host = glob
      .replace(/^[a-z]*:?\/\//i, '')
      .replace(/^[^/]*@|(?<!^\[.*)[:/?#].*/g, '')
      .replace(/^\./, '*.');
    return host === glob ? regularExpression(glob) : { mistake: 'host', meant: host || null };
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
function regularExpression(glob: string): Mistaken | undefined {
  const [, inner] = /^\/(.+)\/[a-z]*$/.exec(glob) ?? [];
  if (inner === undefined && !/^\^|\.[*+]|\\/.test(glob)) return undefined;
  const text = (inner ?? glob).replace(/^(?!\^)/, inner ? '.*' : '').replace(/(?<!\$)$/, inner ? '.*' : '');
  const meant = text.replace(/^\^|\$$/g, '').replace(/(\.[*+]\??)+/g, '*');
  return { mistake: 'regular-expression', meant: /[\\()[\]{}|?+^$]/.test(meant) ? null : meant };
}

/** The mails of `--mail`: reads their files, and tells which rules would run for each. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ArgsOf, Diagnostic } from '../../diagnostics/diagnostic.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import { jsonIn } from '../../model/json.ts';
import { type Mail, mail } from '../../sandbox/matching/outcome.ts';
import type { Issue } from '../../sandbox/refusal.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type RuleFile, unreadable } from '../../source/load/find-files.ts';
import { UserError, userError } from '../user-error.ts';

interface MailFile {
  /** The path to show. */
  file: string;
  mail: Mail;
}

/** Reads the file at an absolute path, or the .json files of a folder, sorted by name. Throws a UserError. */
export function readMails(absolute: string, shown: string): MailFile[] {
  const given = { path: absolute, shown };
  const files = reading('The mail', given, () =>
    statSync(absolute).isDirectory() ? readdirSync(absolute).sort() : null,
  );
  if (files === null) return mailsOf([given]);
  const names = files.filter((name) => name.endsWith('.json'));
  if (names.length === 0) throw userError({ code: 'sandbox-mail', args: { file: shown, problem: 'none', key: '' } });
  return mailsOf(names.map((name) => ({ path: path.join(absolute, name), shown: path.join(shown, name) })));
}

/** Reads a file, which messages call `what`. Throws a UserError if it cannot be read. */
export function reading<Value>(what: string, file: RuleFile, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw userError(unreadable(what, file, error));
  }
}

function mailsOf(files: readonly RuleFile[]): MailFile[] {
  const problems: Diagnostic[] = [];
  const mails = files.flatMap((file) => {
    const parsed = mail.safeParse(
      jsonIn(reading('The mail', file, () => readFileSync(file.path, 'utf8')).replace(/^\uFEFF/, '')),
    );
    if (parsed.success) return [{ file: file.shown, mail: parsed.data }];
    for (const issue of parsed.error.issues) for (const one of problemsOf(file.shown, issue)) problems.push(one);
    return [];
  });
  if (problems.length > 0) throw new UserError(problems);
  return mails;
}

function problemsOf(file: string, issue: Issue): Diagnostic[] {
  const wrong = (problem: ArgsOf<'sandbox-mail'>['problem'], key: string): Diagnostic => {
    return { code: 'sandbox-mail', args: { file, problem, key }, severity: 'error' };
  };
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => wrong('unknown-key', key));
  return [issue.path.length === 0 ? wrong('no-mail', '') : wrong('wrong', issue.path.join('.'))];
}

/** The rules of the first inbox that would run for each mail, as lines for a terminal; empty without mails. */
export function mailLines(mails: readonly MailFile[], { outcomes }: Sandbox): string {
  if (mails.length === 0) return '';
  const lines = mails.flatMap(({ file, mail: sent }) => {
    const rules = outcomes(sent).flatMap(({ name, enabled, outcome }) => {
      if (outcome === 'no') return [];
      const notes = [...(outcome === 'ai' ? ['the AI decides'] : []), ...(enabled ? [] : ['switched off'])];
      return [`    ${name}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`];
    });
    return [`  ${file}`, ...(rules.length === 0 ? ['    none'] : rules)];
  });
  return ['', 'Rules that would run:', ...lines.map(escapeControl), ''].join('\n');
}

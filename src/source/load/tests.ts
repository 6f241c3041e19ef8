/** Loads tests and sample mails, and every problem of every file. */
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Mail, type MailTest, mailOf, type Sample } from '../../model/mail.ts';
import { onceFor } from '../../model/once-for.ts';
import { shownPath, type Where } from '../paths.ts';
import { withCutTexts } from './cut-texts.ts';
import { findTestFiles, isMailFile, type RuleFile, startOf } from './find-files.ts';
import { createLocate, type Locate } from './locate.ts';
import { parseTestsFile, type SourceTest } from './parse-tests.ts';
import { FILE_LIMIT, readRuleFile } from './read-file.ts';
import { type MailFile, readMailFile } from './read-mail.ts';
import { referredFile } from './read-reference.ts';

export interface LoadedTests {
  tests: MailTest[];
  /** The mails of the tests, and the mail files that no test uses. */
  samples: Sample[];
  problems: Diagnostic[];
  /** The tests files and the mails. */
  files: readonly RuleFile[];
}

/** `optional`: whether the roots (absolute) may be missing. */
type TestRoots = { roots: readonly string[]; optional: boolean };

export type TestsLoader = { load(tests: TestRoots): LoadedTests; locate: Locate };

/** `mails`: the mail files that its tests name, absolute. */
type LoadedFile = { tests: MailTest[]; problems: Diagnostic[]; mails: string[] };

/** Reads each file once. Accounts that share it get the same values. */
export function createTestsLoader(where: Where): TestsLoader {
  const texts = new Map<string, string>();
  const locate = createLocate(texts);
  const mailIn = onceFor((file: string) => readMailFile({ path: file, shown: shownPath(file, where.cwd) }));

  const loadFile = onceFor((file: RuleFile): LoadedFile => {
    const text = readRuleFile(file);
    if (typeof text !== 'string') return { tests: [], problems: [text], mails: [] };
    texts.set(file.shown, text);
    const { tests: sources, ...found } = parseTestsFile(file.shown, text);
    const problems = withCutTexts(file.shown, text, found.problems);
    const used = new Set<string>();
    const folder = path.dirname(file.path);
    const tests = sources.flatMap((source): MailTest[] => {
      problems.push(...notAddresses(source, locate));
      const { file: written, reply } = source.written.mail;
      if (written == null) return [testOf(source, mailOf(source.written.mail))];
      const found = referredFile(written, folder, where);
      if ('mistake' in found) {
        const args = { file: written, limit: FILE_LIMIT, of: 'test' as const, ...found };
        const located = locate(source.spot, ['mail', 'file']);
        problems.push({ code: 'reference-unusable', args, severity: 'error', ...located });
        return [];
      }
      used.add(found.file);
      const read = mailIn(found.file);
      return 'code' in read ? [] : [testOf(source, { ...read.mail, reply: reply ?? read.mail.reply })];
    });
    return { tests, problems, mails: [...used] };
  });

  /** Reports a missing optional folder only if one with nearly the same name has tests. */
  const notMissing = (one: Diagnostic): Diagnostic[] => {
    if (one.code !== 'tests-folder' || one.args.problem !== 'missing') return [one];
    const { meant } = one.args;
    const { files } = findTestFiles(meant === undefined ? [] : [meant], where);
    const isOne = files.some((file) => !isMailFile(file.path) && loadFile(file).tests.length > 0);
    return isOne ? [{ ...one, severity: 'warning' }] : [];
  };

  const load = onceFor(({ roots, optional }: TestRoots): LoadedTests => {
    const { files: all, problems: found } = findTestFiles(roots, where);
    const problems = optional ? found.flatMap(notMissing) : found;
    const files = all.filter(({ path: file }) => !isMailFile(file));
    const read = files.map(loadFile);
    const tests = read.flatMap((one) => one.tests);
    for (const one of read) for (const problem of one.problems) problems.push(problem);
    const used = new Set(read.flatMap((one) => one.mails));
    const others = all.filter((file) => isMailFile(file.path) && !used.has(file.path));
    const mailPaths = [...used, ...others.map((one) => one.path)].sort();
    const mailFiles = mailPaths.map((file): RuleFile => ({ path: file, shown: shownPath(file, where.cwd) }));
    for (const { path: file, shown } of mailFiles) problems.push(...problemsOfMail(mailIn(file), shown));
    const unused = others.flatMap(({ path: file, shown }): Sample[] => {
      const read = mailIn(file);
      return 'code' in read ? [] : [{ name: shown, mail: read.mail, place: startOf(shown) }];
    });
    return { tests, samples: [...tests, ...unused], problems, files: [...files, ...mailFiles] };
  });

  return { locate, load };
}

/** Warns of senders and recipients without an address. Real mails have groups such as `undisclosed-recipients:;`. */
function notAddresses({ written: { mail }, spot }: SourceTest, locate: Locate): Diagnostic[] {
  return (['from', 'to'] as const).flatMap((key): Diagnostic[] => {
    const written = mail[key]?.trim() || null;
    if (written === null || /[^\s*<]@[^\s*]|;$/.test(written)) return [];
    const args = { key, written };
    return [{ code: 'test-not-address', args, severity: 'warning', ...locate(spot, ['mail', key]) }];
  });
}

function problemsOfMail(read: MailFile | Diagnostic, shown: string): Diagnostic[] {
  if ('code' in read) return [read];
  if (!read.hasBody) return [];
  return [{ code: 'mail-has-body', args: {}, severity: 'warning', place: startOf(shown) }];
}

function testOf({ written, spot, place }: SourceTest, mail: Mail): MailTest {
  return {
    name: written.name.trim(),
    mail,
    expect: new Map(entriesOf(written.expect)),
    others: written.others ?? null,
    judged: new Map(entriesOf(written.judged).map(([rule, answer]) => [rule, answer === 'yes'])),
    spot,
    place,
  };
}

function entriesOf<Value>(written: Record<string, Value> | null | undefined): [string, Value][] {
  return Object.entries(written ?? {}).map(([rule, value]) => [rule.trim(), value]);
}

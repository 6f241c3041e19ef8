/** `inboxctl explain --write-test`: a mail, and what the declared rules do to it today, as a test. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ArgsOf, Diagnostic } from '../../diagnostics/diagnostic.ts';
import { plain, short } from '../../diagnostics/message.ts';
import type { MailExplanation } from '../../diagnostics/results.ts';
import { type Mail, mailOf } from '../../model/mail.ts';
import { appended } from '../../source/layout/add-to-lists.ts';
import { inDoubleQuotes, oneLine } from '../../source/layout/scalar.ts';
import { isRuleFilePath, linkOnWay, startOf } from '../../source/load/find-files.ts';
import { parseTestsFile } from '../../source/load/parse-tests.ts';
import { isTooBig, readRuleFile } from '../../source/load/read-file.ts';
import { DISK, isInside, pathInto, shownPath } from '../../source/paths.ts';
import { replaceFile } from '../../source/replace-file.ts';
import { unwritable } from '../output-file.ts';
import type { Session } from '../session/session.ts';
import type { Project } from '../session/settings.ts';
import { foldersOf } from '../session/tests.ts';
import { UserError, userError } from '../user-error.ts';

/** Adds the test at the end of a file. Throws a UserError if it would never run, not pass, or contain a secret. */
export function writeTest(session: Session, given: string, mail: Mail, explained: MailExplanation): Diagnostic {
  const { cwd, home, projectFolder, accounts } = session.project;
  const file = pathInto(projectFolder, path.resolve(cwd, given));
  const shown = shownPath(file, cwd);
  const refused = (why: ArgsOf<'test-not-added'>['why']) =>
    userError({ code: 'test-not-added', args: { file: shown, why, folders: foldersOf(session.project) } });
  const readers = accounts.filter(({ tests }) => tests.some((root) => isInside(file, path.resolve(home, root))));
  if (readers.length === 0 || !isRuleFilePath(shownPath(file, projectFolder))) throw refused('folder');
  const link = linkOnWay(projectFolder, path.relative(projectFolder, file).split(path.sep), DISK);
  if (link !== undefined) {
    const kind = link === file ? 'file' : 'folder';
    const place = startOf(shownPath(link, cwd));
    throw new UserError([{ code: 'path-linked', args: { kind, of: 'tests' }, severity: 'error', place }]);
  }
  const expect = expectedBy(readers, session.project, explained);
  if (expect === null) throw refused('differs');
  const names = new Set(session.declared().flatMap(({ rules }) => rules.map(({ body }) => body.name)));
  if (!isDeepStrictEqual(explained.mail, mail) || expect.some(([rule]) => !names.has(rule))) throw refused('secret');
  const text = existsSync(file) ? readRuleFile({ path: file, shown }) : '';
  const { tests, problems } = typeof text === 'string' ? parseTestsFile(shown, text) : { tests: [], problems: [text] };
  if (typeof text !== 'string' || problems.length > 0) throw new UserError(problems);
  const about = plain([short(mail.subject.trim() || `a mail from ${mail.from.trim() || 'nobody'}`)]);
  const isFree = (name: string) => tests.every(({ written }) => written.name.trim() !== name);
  const name = [about, ...tests.map((_, at) => `${about} (${at + 2})`)].find(isFree) ?? about;
  // A list in brackets cannot go on: another document follows it.
  const dash = /(?<![^\n]) *(?=-[^\n]*$)/.exec(text.slice(0, tests.at(-1)?.spot.offset ?? 0))?.[0];
  const head = dash !== undefined ? [] : /^[^#\s]/m.test(text) ? ['---', 'tests:'] : ['tests:'];
  const lines = [
    `- name: ${oneLine(name, false)}`,
    '  mail:',
    ...Object.entries(mail).flatMap(([key, one]) => (one ? `    ${key}: ${one === true || oneLine(one, false)}` : [])),
    ...(expect.length === 0 ? [] : ['  expect:']),
    ...expect.map(([rule, outcome]) => `    ${inDoubleQuotes(rule)}: ${outcome}`),
    ...(explained.areNamed ? [] : ['  others: no']),
  ];
  const edited = appended(text, [...head, ...lines.map((line) => (dash ?? '  ') + line)]);
  const read = parseTestsFile(shown, edited);
  const added = read.problems.length > 0 || isTooBig(edited) ? undefined : read.tests.at(tests.length);
  if (added === undefined || !isDeepStrictEqual(mailOf(added.written.mail), mail)) throw refused('unread');
  // The file may begin with a byte order mark, which the text has not.
  const whole = (text && readFileSync(file, 'utf8')) + edited.slice(text.length);
  const failure = unwritable('The tests file', shown, () => replaceFile(file, whole));
  if (failure !== null) throw userError(failure);
  return { code: 'test-added', args: { name, file: shown, line: added.place.line }, severity: 'info' };
}

/** What a test expects of each rule that it names. All accounts that read it will run it: null if they do not agree. */
function expectedBy(readers: Project['accounts'], { selected }: Project, { rules, areNamed }: MailExplanation) {
  const unset = rules.flatMap(({ outcome, reasons }) => (outcome === 'unknown' ? reasons : []));
  if (unset.length > 0) throw new UserError(unset.map((one) => ({ ...one, severity: 'error' })));
  const [first = null, ...others] = readers.map((one) => {
    const asked = rules.filter(({ account, outcome }) => account === one.name && (areNamed || outcome !== 'no'));
    return selected.includes(one) ? asked.map(({ rule, outcome }) => [rule, outcome] as const) : null;
  });
  return others.every((one) => isDeepStrictEqual(one, first)) ? first : null;
}

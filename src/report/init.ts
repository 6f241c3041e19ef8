/** The report of `init`: the files that were written, and the next steps. */
import { count, grouped } from '../diagnostics/counts.ts';
import { inRow, ours, theirs } from '../diagnostics/message.ts';
import { shellWord } from '../diagnostics/yaml-text.ts';
import type { LeftToDo, StartingFile } from '../model/init.ts';
import type { NewVariable } from '../model/pull.ts';
import { commandsBlock, type Entry, paragraph, type TerminalReport, terminalReport } from './document.ts';
import { type Inline, line, look } from './inline.ts';
import { variableEntries } from './pull.ts';

const SIGNS: Record<StartingFile['status'], { sign: Inline; remark: Inline }> = {
  created: { sign: look('create', ['+']), remark: [] },
  extended: { sign: look('replace', ['~']), remark: line`  (lines were added)` },
  kept: { sign: [' '], remark: line`  (kept)` },
  differs: { sign: [' '], remark: line`  (kept, but not what this version writes)` },
};

/** Lists the files, then the counts. */
export function startingFilesReport(files: readonly StartingFile[]): TerminalReport {
  const number = (...wanted: StartingFile['status'][]) => files.filter(({ status }) => wanted.includes(status)).length;
  const [created, extended, kept] = [number('created'), number('extended'), number('kept', 'differs')];
  const counts = [
    line`${count(created, 'file')} created`,
    ...(extended > 0 ? [line`${extended} changed`] : []),
    ...(kept > 0 ? [line`${kept} kept as ${kept === 1 ? 'it was' : 'they were'}`] : []),
  ];
  const entries = files.map(({ file, status }): Entry => {
    const { sign, remark } = SIGNS[status];
    return { columns: [sign], text: line`${theirs(file)}${look('quiet', remark)}` };
  });
  return terminalReport([{ kind: 'entries', entries }], [paragraph(line`${inRow(counts)}.`)]);
}

/** Lists the next steps, numbered. `folder` is set if it is not the working directory. */
export function nextStepsReport(files: readonly StartingFile[], left: LeftToDo, folder: string | null): TerminalReport {
  const title = look('strong', folder === null ? line`Next:` : line`Next, in ${theirs(folder)}:`);
  const entries = nextSteps(files, left).map((step, index) => ({ ...step, columns: [line`${index + 1}.`] }));
  return terminalReport(entries.length === 0 ? [] : [{ kind: 'entries', title, entries }]);
}

function nextSteps(files: readonly StartingFile[], left: LeftToDo): Entry[] {
  const { inbox, missing, unset } = left;
  const isUnread = inbox === 'not-said' || inbox === 'not-read';
  const written = files.filter(({ status }) => status === 'created' || status === 'extended');
  const workflows = (inbox === 'has-rules' ? written : files).filter(({ file }) => file.includes('.github/'));
  return [
    ...(inbox === 'empty' ? [WRITE_RULES] : []),
    // Must come before the pull, which does not overwrite files that git does not have.
    ...(written.length > 0 || isUnread ? [commitStep(written.length > 0, left)] : []),
    ...(unset.length > 0 ? [variablesStep(unset)] : []),
    ...(missing.length > 0 ? [connectionStep(missing)] : []),
    ...(isUnread ? [PULL] : []),
    ...(workflows.length > 0 ? [ON_GITHUB] : written.length > 0 ? [NO_WORKFLOW] : []),
  ];
}

function step(text: Inline, ...commands: string[]): Entry {
  return { text, below: [commandsBlock([], ...commands.map((command) => [command]))] };
}

function commitStep(isWritten: boolean, { isInGit, projectFiles }: LeftToDo): Entry {
  // Of each path, the topmost file or folder that it leads through.
  const tops = projectFiles.map((file) => /^(?:\.\.\/)*[^/]+/.exec(file)?.[0] ?? file);
  const add = `git add ${[...new Set(tops)].map(shellWord).join(' ')}`;
  return step(
    isWritten ? line`Commit it.` : line`Commit it, unless git has it already.`,
    ...(isInGit ? [] : ['git init']),
    add,
    'git commit -m "Inbox rules as code"',
  );
}

/** Maximum number of rules named beside a variable, and of variables to set. */
const MOST_NAMES = 3;

function variablesStep(unset: readonly NewVariable[]): Entry {
  const text = line`Set these variables before the next plan. Each is a URL that the service's web page shows; keep it where you keep secrets.`;
  return { text, below: [{ kind: 'entries', entries: variableEntries(unset, MOST_NAMES) }] };
}

function connectionStep(missing: readonly string[]): Entry {
  const left = missing.length - MOST_NAMES;
  const others =
    left > 0 ? line` Set ${grouped(left)} more like these, or write all as lines of one file for --api-keys-file.` : [];
  const text = line`Point inboxctl at your inbox. Make an API key in its settings, in the service's web page, with RULES_READ and RULES_WRITE.${others}`;
  const commands = missing
    .slice(0, MOST_NAMES)
    .map((name) => line`export ${theirs(name)}=${ours(EXAMPLES[name] ?? '…')}`);
  return { text, below: [{ kind: 'commands', lead: [], commands }] };
}

const EXAMPLES: Record<string, string> = { INBOXCTL_BASE_URL: 'https://mail.example.com/api/v1' };

const WRITE_RULES = step(
  line`Write a rule, and say of a mail what the rules do to it: rules/example.yaml and tests/example.yaml show the forms. A plan shows what would change in the inbox. It only reads.`,
  'inboxctl validate',
  'inboxctl test',
  'inboxctl plan',
);

const PULL = step(
  line`Check that the inbox can be reached, write its live rules into files, and see what would change. Then commit what was pulled.`,
  'inboxctl doctor',
  'inboxctl pull',
  'inboxctl plan',
);

const ON_GITHUB = step(
  line`To plan in pull requests and apply on merge, give the workflow what it needs: the action, variables and secrets. The guide has the steps:`,
  'inboxctl help github',
);

const NO_WORKFLOW = step(
  line`To plan in pull requests and apply on merge, write the workflow for GitHub. \`inboxctl help gitlab\` has the jobs of GitLab, and \`inboxctl help ci\` those of Jenkins and cron.`,
  'inboxctl init --workflows',
);

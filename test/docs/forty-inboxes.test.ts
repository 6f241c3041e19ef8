/** The page of forty inboxes: its blocks are typed in order, with stand-ins for GitHub and the store of secrets. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { planDocument } from '../../src/model/plan.ts';
import { PROGRAM } from '../harness/program.ts';
import { projectOf, serve, write } from '../harness/project.ts';
import { officialParser } from '../harness/workflow-parser.ts';
import { read } from './pages.ts';
import { ran } from './ran.ts';

const PAGE = read('docs/forty-inboxes.md');
const WORKFLOW = '.github/workflows/inboxctl.yml';

const live = (name: string, find = name) => ({
  name,
  condition: { aiInstructions: find },
  actions: [{ type: 'ARCHIVE' as const }],
});

/** 41 inboxes: three rules are alike in all, one is of its own, and each tenth has one more. */
const NAMES = Array.from({ length: 41 }, (_, index) => `team-${String(index + 1).padStart(2, '0')}`);
const SEED = {
  inboxes: NAMES.map((name, index) => ({
    name,
    rules: [
      ...['Newsletters', 'Receipts', 'Calendar'].map((one) => live(one)),
      live('Mine', name),
      ...(index % 10 === 0 ? [live('Rare')] : []),
    ],
  })),
  keys: NAMES.flatMap((inbox) => [
    { key: `key-read-${inbox}`, inbox, scopes: ['RULES_READ' as const] },
    { key: `key-write-${inbox}`, inbox, scopes: ['RULES_READ' as const, 'RULES_WRITE' as const] },
  ]),
};

/** The commands of a part of the page, one block after the other. */
function typedIn(heading: string): string {
  const part = PAGE.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  return [...part.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block).join('\n');
}

/** An empty clone, and what its commands told GitHub. */
async function start() {
  const service = await serve({ seed: SEED });
  const folder = projectOf({ 'clone/.keep': '', 'gh.log': '' });
  execFileSync('git', ['init', '-q', '--bare', 'origin.git'], { cwd: folder });
  execFileSync('git', ['clone', '-q', 'origin.git', 'empty'], { cwd: folder, stdio: 'ignore' });
  const cwd = path.join(folder, 'empty');
  execFileSync('git', ['switch', '-q', '-c', 'main'], { cwd });
  mkdirSync(path.join(folder, 'bin'));
  const stand = (name: string, text: string) => {
    write(folder, `bin/${name}`, `#!/bin/bash\n${text}`);
    execFileSync('chmod', ['+x', path.join(folder, 'bin', name)]);
  };
  stand('inboxctl', `exec '${process.execPath}' '${PROGRAM}' "$@"\n`);
  stand('op', 'IFS=/ read -r _ _ _ inbox kind <<< "$2"; echo "key-$kind-$inbox"\n');
  stand('gh', '[ -t 0 ] || input=$(tr "\\n" " "); echo "$*: $input" >> "$LOG"\n');
  const env = {
    PATH: `${folder}/bin${path.delimiter}${process.env.PATH}`,
    HOME: folder,
    LOG: path.join(folder, 'gh.log'),
    INBOXCTL_BASE_URL: service.baseUrl,
    GIT_AUTHOR_NAME: 'Test',
    GIT_AUTHOR_EMAIL: 'test@example.com',
    GIT_COMMITTER_NAME: 'Test',
    GIT_COMMITTER_EMAIL: 'test@example.com',
  };
  const type = async (script: string) => {
    const { status, stdout, stderr } = await ran('bash', ['--norc', '-euo', 'pipefail', '-c', script], { cwd, env });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    return stdout;
  };
  /** The plan of the inboxes up to one, as the workflow has the keys. */
  const planned = async (last: number, ...args: string[]) => {
    const keys = NAMES.slice(0, last).map((name) => `INBOXCTL_TEAM_${name.slice(-2)}_KEY=key-read-${name}`);
    const words = args.join(' ');
    const text = await type(`inboxctl plan ${words} --format json --api-keys-file <(echo '${keys.join('\n')}')`);
    const plan = planDocument.parse(JSON.parse(text));
    return {
      accounts: plan.accounts.length,
      changes: plan.changes.map(({ account, op, name }) => `${account}: ${op} ${name}`),
    };
  };
  const rules = () =>
    readdirSync(path.join(cwd, 'rules'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.yaml'),
    );
  const told = () => readFileSync(env.LOG, 'utf8').split(/ *\n/).filter(Boolean);
  const text = (file: string) => readFileSync(path.join(cwd, file), 'utf8');
  return { type, planned, rules, told, text };
}

/** The keys that each job of the workflow is given. */
function keysIn(workflow: string): string[] {
  const jobs = Object.values(parse(workflow).jobs as Record<string, { steps: { with?: Record<string, string> }[] }>);
  return jobs.flatMap(({ steps }) => steps.flatMap((step) => step.with?.['api-keys'] ?? []));
}

it('leads from nothing to forty empty plans, takes in inbox 41 by five commands, and lets one go', async () => {
  const { type, planned, rules, told, text } = await start();
  const begun = await type(['The files', 'What is live', 'The workflow', 'GitHub'].map(typedIn).join('\n'));
  expect(begun).toContain('No changes: 164 rules are live as declared.');
  // Three that all have alike, forty of their own, and one more in four.
  expect(rules()).toHaveLength(3 + 40 + 4);
  expect(await planned(40)).toEqual({ accounts: 40, changes: [] });

  const { workflowErrors } = await officialParser();
  expect(await workflowErrors('inboxctl.yml', text(WORKFLOW))).toEqual([]);
  const [first = '', ...others] = keysIn(text(WORKFLOW));
  expect(first.trim().split('\n')).toHaveLength(40);
  expect(others).toEqual([first, first, first]);
  expect(told()).toContain('secret set INBOXCTL_TEAM_07_KEY: key-read-team-07');
  expect(told()).toContain('secret set INBOXCTL_TEAM_07_KEY --env inbox: key-write-team-07');
  const bodies = told().flatMap((line) => / --input -: (.*)$/.exec(line)?.[1] ?? []);
  expect(bodies.map((body) => Object.keys(JSON.parse(body)))).toEqual([
    ['deployment_branch_policy'],
    ['name', 'target', 'enforcement', 'conditions', 'rules'],
  ]);

  const five = typedIn('Inbox 41').trim().split('\n');
  expect(five).toHaveLength(5);
  const before = rules();
  await type(five.join('\n'));
  expect(rules().filter((file) => !before.includes(file))).toEqual(['team-41/mine.yaml', 'team-41/rare.yaml']);
  expect(keysIn(text(WORKFLOW)).map((keys) => keys.trim().split('\n').length)).toEqual([41, 41, 41, 41]);
  expect(await planned(41, '--base', 'main')).toEqual({ accounts: 41, changes: [] });
  expect(told().at(-1)).toBe('pr create --fill:');

  await type(`git switch -q main && git merge -q team-41\n${typedIn('An inbox leaves')}`);
  expect(keysIn(text(WORKFLOW))[0]).not.toContain('_07_');
  // The bundle still has its key, until the secrets are deleted.
  expect(await planned(41, '--base', 'main', '2> /dev/null')).toEqual({ accounts: 40, changes: [] });
  await type(`${typedIn('A key expires')}\n${typedIn('A merge did harm')}`);
  expect(told().at(-1)).toBe('workflow run inboxctl.yml -f mode=rollback -f run-id=1234567890:');
});

it('changes a shared rule in all inboxes at once, and a rule that an inbox overrides in the others', async () => {
  const { type, planned, text } = await start();
  await type(['The files', 'What is live'].map(typedIn).join('\n'));
  await type('git add --all && git commit -qm "The rules of forty inboxes"');
  await type("perl -pi -e 's/ARCHIVE/MARK_READ/' rules/common/receipts.yaml");
  const { changes } = await planned(40, '--base', 'main');
  expect(changes).toHaveLength(40);
  await type("(echo 'overrides: true'; git show HEAD:rules/common/receipts.yaml) > rules/team-07/receipts.yaml");
  expect(text('rules/team-07/receipts.yaml')).toContain('ARCHIVE');
  const left = await planned(40, '--base', 'main');
  expect(left.changes).toHaveLength(39);
  expect(left.changes.join()).not.toContain('team-07');
});

/** The recipes of docs/github-drift.md: what their steps run is given to the commands that they name. */
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve, write } from '../harness/project.ts';

const PAGE = readFileSync('docs/github-drift.md', 'utf8');
const WORKFLOW = parse(/^# In any job[\s\S]*?(?=^```$)/m.exec(PAGE)?.[0] ?? '');
const RULE = 'name: A\ncondition: { aiInstructions: x }\nactions: [{ type: FORWARD, fields: { to: a@example.com } }]\n';

it('tell a chat as JSON, give the plan to a policy, and label the pull request', async () => {
  const { env } = await serve();
  const cwd = projectOf({ 'rules/a.yaml': RULE });
  await inboxctl(['plan', '--output', 'plan.json'], { cwd, env });
  for (const name of ['curl', 'conftest', 'gh']) {
    const input = name === 'curl' ? 'cat; ' : '';
    write(cwd, `bin/${name}`, `#!/bin/sh\n${input}echo ${name} "$@"\n`);
    chmodSync(path.join(cwd, 'bin', name), 0o755);
  }
  const given = {
    CHAT: 'https://chat.example.com/x',
    RUN: 'https://example.com/"7"',
    PLAN: 'plan.json',
    PR: 'https://example.com/1',
  };
  const outputs = WORKFLOW.jobs.plan.steps.map(({ run }: { run: string }) =>
    execFileSync('bash', ['-eo', 'pipefail', '-c', run], {
      cwd,
      encoding: 'utf8',
      env: { ...given, PATH: `${cwd}/bin:${process.env.PATH}` },
    }),
  );
  expect(outputs[0]).toContain('"text": "inboxctl needs a look: https://example.com/\\"7\\""');
  expect(outputs[0]).toContain('curl -sSf --json @- https://chat.example.com/x');
  expect(outputs.slice(1)).toEqual([
    'conftest test --policy policy plan.json\n',
    'gh pr edit https://example.com/1 --add-label deletes-rules\n',
  ]);
  // What the Rego reads is in the plan.
  const plan = JSON.parse(readFileSync(path.join(cwd, 'plan.json'), 'utf8'));
  expect(plan.changes).toMatchObject([{ name: 'A', risks: expect.arrayContaining(['sends-mail']) }]);
});

/** The mode drift, as a runner starts it, with what it finds kept in an issue. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { driftMarker } from '../../src/action/drift/report.ts';
import { planDocument } from '../../src/model/plan.ts';
import { ALICE, BOT } from '../harness/github/fake-github.ts';
import { KEY } from '../harness/project.ts';
import {
  contentsOf,
  drifting,
  FILES,
  labelled,
  OTHER_TOKEN,
  TOKEN_OF_WEBHOOK,
  VARIABLES,
  writesOf,
} from './drift-world.ts';

const WHOLE = driftMarker({ workingDirectory: '.', accounts: [] });

describe('drift in an issue', () => {
  it('is opened once, edited when it changed, closed when clean and reopened when it comes back', async () => {
    const { github, drift, edit, cwd } = await drifting();
    const checkout = contentsOf(cwd);
    const clean = await drift();
    expect(clean).toMatchObject({ code: 0, outputs: { 'has-changes': 'false', replaces: '0' } });
    expect(clean.summary).toContain('The inbox is as its files say');
    expect(writesOf(github)).toEqual([]);

    await edit('Receipts', labelled('Paid'));
    const first = await drift();
    expect(first).toMatchObject({
      code: 0,
      outputs: { 'has-changes': 'true', creates: '0', replaces: '1', deletes: '0' },
    });
    expect(first.outputs['failure-reason']).toBeUndefined();
    const [issue] = github.issues();
    expect(github.issues()).toHaveLength(1);
    expect(issue).toMatchObject({ author: BOT, state: 'open', title: 'inboxctl: the inbox is not as its files say' });
    expect(issue?.body.split('\n')[0]).toBe(WHOLE);
    expect(issue?.body).toContain('**1 rule is not as in the files**; an apply would replace it: `Receipts`');
    expect(issue?.body).toContain('inboxctl pull --prune');
    expect(issue?.body).toContain('run the workflow that applies by hand, with `only` `Receipts`');
    expect(first.summary).toContain(`(https://github.example.com/`);
    expect(first.annotations).toContainEqual(expect.objectContaining({ severity: 'warning' }));
    const plan = planDocument.parse(JSON.parse(readFileSync(first.outputs['plan-file'] ?? '', 'utf8')));
    expect(plan.digest).toBe(first.outputs.digest);
    expect(readFileSync(first.outputs['markdown-file'] ?? '', 'utf8')).toContain('Receipts');

    const before = writesOf(github).length;
    await drift();
    expect(writesOf(github)).toHaveLength(before);

    await edit('Receipts', labelled('Bills'));
    await drift();
    expect(writesOf(github).slice(before)).toEqual([`PATCH /repos/example-org/inbox/issues/${issue?.number}`]);
    expect(github.issues()[0]?.body).toContain('Bills');

    await edit('Receipts', labelled('Receipt'));
    await drift();
    expect(github.issues()).toHaveLength(1);
    expect(github.issues()[0]).toMatchObject({ state: 'closed' });
    expect(github.issues()[0]?.body).toMatch(
      /^<!-- .* -->\n\*\*The inbox is as its files say again\*\*.*\/actions\/runs\/1\)/,
    );
    const closed = writesOf(github).length;
    await drift();
    expect(writesOf(github)).toHaveLength(closed);

    await edit('Receipts', labelled('Paid'));
    await drift();
    expect(github.issues()).toHaveLength(1);
    expect(github.issues()[0]).toMatchObject({ state: 'open' });
    expect(github.issues()[0]?.body).toContain('Paid');
    expect(contentsOf(cwd)).toEqual(checkout);
  });

  it('is open again where somebody closed it and nothing changed', async () => {
    const { github, drift, edit } = await drifting();
    await edit('Receipts', labelled('Paid'));
    await drift();
    const [issue] = structuredClone(github.issues());
    github.close(issue?.number ?? 0);
    await drift();
    expect(github.issues()).toMatchObject([{ number: issue?.number, body: issue?.body, state: 'open' }]);
  });

  it('is not what a key shows that has expired: what was reported stays, and the key is named', async () => {
    const { github, drift, edit } = await drifting();
    await edit('Receipts', labelled('Paid'));
    await drift();
    const ended = await drift({}, { env: { INBOXCTL_API_KEY: 'expired-key-of-the-tests' } });
    expect(ended).toMatchObject({ code: 1, outputs: { 'failure-reason': 'unauthorized' } });
    expect(ended.outputs['has-changes']).toBeUndefined();
    const [issue, ...more] = github.issues();
    expect(more).toEqual([]);
    expect(issue?.body).toContain('Reported before, of accounts that are unknown now:');
    expect(issue?.body).toContain('`Receipts`');
    expect(issue?.body).toMatch(/\*\*unknown since .*API key/);
    expect(issue?.body).not.toContain('In the way of an apply');
  });

  it('is not what files with problems show, nor a service that is down, which is named', async () => {
    const broken = await drifting({ files: { ...FILES, 'rules/more.yaml': 'name: [\n' } });
    expect(await broken.drift()).toMatchObject({ code: 1, outputs: { 'failure-reason': 'invalid' } });
    const { github, drift } = await drifting();
    // Another server may take a port that was in use, but not this one.
    const ended = await drift({ 'base-url': 'http://127.0.0.1:1/api/v1' });
    expect(ended).toMatchObject({ code: 1, outputs: { 'failure-reason': 'unreachable' } });
    expect(broken.github.requests).toEqual([]);
    expect(github.issues()).toMatchObject([{ title: expect.stringMatching(/could be compared \(127\.0\.0\.1:1\)$/) }]);
    expect(github.issues()[0]?.body).not.toContain('inboxctl pull');
  });

  it('is reported where an apply would be refused', async () => {
    const { github, drift, add } = await drifting();
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) {
      await add({ name, condition: { aiInstructions: name }, actions: [{ type: 'ARCHIVE' }] });
    }
    expect(await drift()).toMatchObject({ code: 0, outputs: { deletes: '6' } });
    expect(github.issues()[0]?.body).toContain('In the way of an apply:');
  });

  it('shows no secret anywhere', async () => {
    const { github, drift, edit, add, said } = await drifting();
    const hook = (token: string) => ({
      actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl: `https://hooks.example.com/${token}` } }],
    });
    await edit('Digest', () => hook(OTHER_TOKEN) as never);
    await add({
      name: 'Mine',
      condition: { aiInstructions: `about ${VARIABLES.DIGEST_WEBHOOK}` },
      ...hook(OTHER_TOKEN),
    });
    await drift();
    expect(github.issues()[0]?.body).toContain(
      'Values that are secret differ, and are not shown: `Digest` (`webhookUrl`)',
    );
    const all = said.join('\n');
    for (const secret of [TOKEN_OF_WEBHOOK, OTHER_TOKEN, KEY]) expect(all).not.toContain(secret);
  });

  it('is kept in an issue of each target', async () => {
    const { github, drift, edit } = await drifting();
    await edit('Receipts', labelled('Paid'));
    await drift();
    await drift({ account: 'default' });
    expect(github.issues().map(({ title }) => title)).toEqual([
      'inboxctl: the inbox is not as its files say',
      'inboxctl: the inbox is not as its files say (default)',
    ]);
    const before = writesOf(github).length;
    await drift();
    await drift({ account: ' default ' });
    expect(writesOf(github)).toHaveLength(before);
    await edit('Receipts', labelled('Receipt'));
    await drift();
    expect(github.issues().map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  it("is not kept in somebody else's issue that has the marker", async () => {
    const { github, drift, edit } = await drifting();
    const theirs = structuredClone(github.addIssue(ALICE, 'Look here', `${WHOLE}\nmine`));
    await drift();
    await edit('Receipts', labelled('Paid'));
    await drift();
    expect(github.issues()).toHaveLength(2);
    expect(github.issues()[0]).toEqual(theirs);
    expect(github.issues()[1]).toMatchObject({ author: BOT, state: 'open' });
  });

  it('is kept in the newest of several of ours', async () => {
    const { github, drift, edit } = await drifting();
    for (const title of ['Older', 'Newer']) github.addIssue(BOT, title, `${WHOLE}\nearlier`);
    await edit('Receipts', labelled('Paid'));
    await drift();
    expect(github.issues().map(({ title }) => title)).toEqual(['Older', 'inboxctl: the inbox is not as its files say']);
    await edit('Receipts', labelled('Receipt'));
    await drift();
    expect(github.issues().map(({ state }) => state)).toEqual(['closed', 'closed']);
  });

  it('says which permission is missing, in a job that fails', async () => {
    const { github, drift, edit } = await drifting();
    github.permit({ issues: 'read' });
    expect(await drift()).toMatchObject({ code: 0 });
    await edit('Receipts', labelled('Paid'));
    const ended = await drift();
    expect(ended).toMatchObject({ code: 1, outputs: { 'failure-reason': 'unauthorized', 'has-changes': 'true' } });
    const error = ended.annotations.find(({ severity }) => severity === 'error');
    expect(error?.message).toContain('issues: write');
    expect(ended.summary).toContain('`Receipts`');
    expect(github.issues()).toEqual([]);
  });
});

describe('drift', () => {
  it.each([
    { event: 'pull_request', ref: 'refs/pull/1/merge' },
    { event: 'release', ref: 'refs/tags/v1' },
    { event: 'workflow_dispatch', ref: 'refs/heads/other' },
    { event: 'push', ref: 'refs/tags/main' },
  ])('is not looked for on $event of $ref', async (run) => {
    const { github, service, drift } = await drifting();
    expect(await drift({}, run)).toMatchObject({ code: 1, outputs: { 'failure-reason': 'refused' } });
    expect(service.requests).toEqual([]);
    expect(github.requests).toEqual([]);
  });

  it('is looked for on push and workflow_dispatch of the default branch, and where the event names none', async () => {
    const { drift } = await drifting();
    for (const event of ['push', 'workflow_dispatch']) expect(await drift({}, { event })).toMatchObject({ code: 0 });
    expect(await drift({}, { payload: {} })).toMatchObject({ code: 0 });
  });
});

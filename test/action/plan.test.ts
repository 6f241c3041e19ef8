import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMarker, shortDigest } from '../../src/action/comment/marker.ts';
import { planDocument } from '../../src/model/plan.ts';
import { pullRequestEvent } from '../harness/action.ts';
import { ALICE } from '../harness/github/fake-github.ts';
import { NEWS, planningJob, writesIn } from '../harness/planning-job.ts';
import { KEY } from '../harness/project.ts';

const OTHER = NEWS.replace('Newsletters', 'Other').replace('@example', '@other.example');

describe('a plan on its pull request', () => {
  it('is one comment, signed, which says what would change', async () => {
    const { plan, comments, pull, service } = await planningJob();
    const { code, outputs, summary, annotations, others } = await plan();
    expect(annotations).toEqual([]);
    expect(others).toEqual([]);
    expect(code).toBe(0);
    const [body = '', ...more] = comments();
    expect(more).toEqual([]);
    expect(outputs).toMatchObject({ 'has-changes': 'true', creates: '1', replaces: '0', deletes: '0' });
    const whole = planDocument.parse(JSON.parse(readFileSync(outputs['plan-file'] ?? '', 'utf8')));
    expect(whole.digest).toBe(outputs.digest);
    expect(readMarker(body, [KEY])).toEqual({
      signature: 'ours',
      review: {
        target: { workingDirectory: '.', accounts: [], baseUrl: service.baseUrl },
        repository: 'example-org/inbox',
        pullRequest: pull.number,
        headSha: pull.head.sha,
        inboxes: whole.accounts.map(({ name, baseUrl, inbox }) => ({ account: name, baseUrl, inbox })),
        digest: outputs.digest,
        keyId: whole.keyId,
        changes: whole.changes.map((change) => shortDigest(change.digest)),
        shown: Object.fromEntries(whole.changes.map(({ digest, name }) => [shortDigest(digest), name])),
      },
    });
    expect(body).toContain(`## inboxctl: \`${new URL(service.baseUrl).host}\`\n`);
    expect(body).toContain(`\`${pull.head.sha.slice(0, 7)}\``);
    const markdown = readFileSync(outputs['markdown-file'] ?? '', 'utf8');
    for (const text of [body, summary, markdown]) {
      expect(text).toContain('1 to create, 0 to replace, 0 to delete');
      expect(text).toContain('Newsletters');
    }
    expect(service.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('is edited in place, and not where nothing changed', async () => {
    const { plan, comments, push, github } = await planningJob();
    await plan();
    const [first = ''] = comments();
    const writes = writesIn(github).length;
    expect((await plan()).code).toBe(0);
    expect(writesIn(github)).toHaveLength(writes);
    push({ 'rules/other.yaml': OTHER });
    await plan();
    const [second = '', ...more] = comments();
    expect(more).toEqual([]);
    expect(second).not.toBe(first);
    expect(second).toContain('2 to create');
    expect(writesIn(github).slice(writes)).toEqual([expect.stringMatching(/^PATCH .*\/issues\/comments\/\d+$/)]);
  });

  it('makes no comment where there are no changes, but edits the one that is there', async () => {
    const { plan, comments, push, github } = await planningJob({ files: { 'rules/none.yaml': 'rules: []\n' } });
    const { code, outputs, summary } = await plan();
    expect({ code, changes: outputs['has-changes'] }).toEqual({ code: 0, changes: 'false' });
    expect(summary).toContain('No changes');
    expect(writesIn(github)).toEqual([]);
    push({ 'rules/news.yaml': NEWS });
    await plan();
    expect(comments()[0]).toContain('1 to create');
    push({ 'rules/news.yaml': 'rules: []\n' });
    await plan();
    expect(comments()).toHaveLength(1);
    expect(comments()[0]).toContain('No changes');
  });

  it('is found among 250 comments, and not where somebody else wrote its line', async () => {
    const { plan, comments, push, github, pull } = await planningJob();
    for (let number = 0; number < 230; number++) github.addComment(pull.number, ALICE, `Comment ${number}`);
    await plan();
    const [first = ''] = comments();
    const spoofed = github.addComment(pull.number, ALICE, first);
    for (let number = 0; number < 20; number++) github.addComment(pull.number, ALICE, `Later ${number}`);
    push({ 'rules/other.yaml': OTHER });
    await plan();
    expect(github.comments(pull.number)).toHaveLength(252);
    expect(comments()).toHaveLength(1);
    expect(comments()[0]).toContain('2 to create');
    expect(github.comments(pull.number).find(({ id }) => id === spoofed.id)?.body).toBe(first);
  });

  it('is not taken from a line that somebody else wrote first', async () => {
    const { plan, comments, github, pull } = await planningJob();
    await plan();
    const [body = ''] = comments();
    const other = await planningJob();
    other.github.addComment(other.pull.number, ALICE, body.replace('1 to create', '0 to create'));
    await other.plan();
    expect(other.comments()).toHaveLength(1);
    expect(github.comments(pull.number)).toHaveLength(1);
  });

  it('is one comment for each target', async () => {
    const own = { 'mail/rules/news.yaml': NEWS, 'mail/inboxctl.yaml': 'version: 1\n' };
    const { plan, comments, service } = await planningJob({ files: { 'rules/news.yaml': NEWS, ...own } });
    await plan();
    await plan({ inputs: { 'working-directory': './mail/' } });
    await plan({ inputs: { 'working-directory': 'mail' } });
    await plan({ inputs: { account: 'default' } });
    const host = `\`${new URL(service.baseUrl).host}\``;
    expect(comments().map((body) => /^## .*$/m.exec(body)?.[0])).toEqual([
      `## inboxctl: ${host}`,
      `## inboxctl: \`mail\` · ${host}`,
      `## inboxctl: \`default\` · ${host}`,
    ]);
  });

  it('stays as it is once the pull request is merged or closed, whatever the event says', async () => {
    for (const end of ['merge', 'close'] as const) {
      const { plan, comments, push, github, pull } = await planningJob();
      await plan();
      const before = comments();
      push({ 'rules/other.yaml': OTHER });
      if (end === 'merge') github.merge(pull.number);
      else github.close(pull.number);
      const { code, log } = await plan();
      expect({ code, comments: comments() }).toEqual({ code: 0, comments: before });
      expect(log).toContain('merged or closed');
    }
  });

  it('stays as it is where a newer commit was planned meanwhile', async () => {
    const job = await planningJob();
    const before = { ...job.pull, head: { ...job.pull.head } };
    const event = { pull_request: { number: before.number, head: { ...before.head, repo: null }, base: before.base } };
    job.push({ 'rules/other.yaml': OTHER });
    await job.plan();
    const [body] = job.comments();
    const payload = structuredClone(event);
    Object.assign(payload.pull_request.head, { repo: { full_name: 'example-org/inbox' } });
    const { log } = await job.plan({ payload });
    expect(log).toContain('newer commit');
    expect(job.comments()).toEqual([body]);
  });

  it('takes the place of an older one although a newer commit is there, of which no plan was made yet', async () => {
    const { plan, comments, push, github, pull } = await planningJob();
    await plan();
    push({ 'rules/other.yaml': OTHER });
    const payload = structuredClone(pullRequestEvent(github, pull));
    github.push(pull.head.ref, { 'README.md': 'Another inbox.\n' });
    await plan({ payload });
    expect(comments()).toEqual([expect.stringContaining('2 to create')]);
  });

  it('is in the summary alone where no comment is wanted or there is no pull request', async () => {
    const { plan, github } = await planningJob();
    const unseen = await plan({ inputs: { comment: 'false' } });
    expect(unseen.summary).toContain('1 to create');
    expect(unseen.annotations.at(-1)?.message).toContain('after the merge these changes stay open');
    const unneeded = await plan({ inputs: { comment: 'false', review: 'none' } });
    expect(unneeded.annotations.map(({ message }) => message).join()).not.toContain('stay open');
    for (const event of ['push', 'workflow_dispatch']) {
      const { code, summary, outputs } = await plan({ event, payload: {} });
      expect({ event, code, creates: outputs.creates }).toEqual({ event, code: 0, creates: '1' });
      expect(summary).toContain('1 to create');
    }
    expect(github.requests.filter(({ path }) => path.includes('comments'))).toEqual([]);
  });

  it('is refused on other events', async () => {
    const { plan, service } = await planningJob();
    for (const event of ['schedule', 'issue_comment', 'pull_request_target', 'workflow_run']) {
      const { code, outputs } = await plan({ event });
      expect({ event, code, reason: outputs['failure-reason'] }).toEqual({ event, code: 1, reason: 'refused' });
    }
    expect(service.requests).toEqual([]);
  });
});

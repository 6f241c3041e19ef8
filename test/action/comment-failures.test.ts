import { describe, expect, it } from 'vitest';
import { NEWS, type PlanningJob, planningJob } from '../harness/planning-job.ts';

const OTHER = { 'rules/other.yaml': NEWS.replace('Newsletters', 'Other').replace('@example', '@other.example') };
const COMMENTS = /\/comments/;

/** The plan is made all the same: outputs and summary are there, and the job fails, since nobody sees it on the pull request. */
async function failureOf({ plan }: PlanningJob): Promise<string> {
  const { code, summary, outputs, annotations } = await plan();
  expect({ code, changes: outputs['has-changes'] }).toEqual({ code: 1, changes: 'true' });
  expect(summary).toContain('1 to create');
  expect(annotations.map(({ severity }) => severity)).toEqual(['error']);
  return annotations[0]?.message ?? '';
}

describe('a comment that GitHub does not take', () => {
  it('names the permission that is missing', async () => {
    const job = await planningJob({ github: { permissions: { pull_requests: 'none', issues: 'none' } } });
    expect(await failureOf(job)).toContain('lacks the permission `pull-requests: ');
    const read = await planningJob({ github: { permissions: { pull_requests: 'read', issues: 'read' } } });
    const message = await failureOf(read);
    expect(message).toContain('lacks the permission `pull-requests: write`');
    expect(message).toContain('apply does not take it as reviewed');
    expect(read.comments()).toEqual([]);
  });

  it.each(['unprocessable', 'forbidden'] as const)('fails the job: %s', async (kind) => {
    const job = await planningJob();
    job.github.fault(kind, { method: 'POST', path: COMMENTS, times: 10 });
    expect(await failureOf(job)).toContain('could not be put on the pull request');
  });

  it('leaves what stood there, which names its own commit', async () => {
    const job = await planningJob();
    await job.plan();
    const before = job.comments();
    job.github.fault('unprocessable', { method: 'PATCH', path: COMMENTS, times: 10 });
    job.push(OTHER);
    const { code, annotations } = await job.plan();
    expect({ code, severities: annotations.map(({ severity }) => severity) }).toEqual({
      code: 1,
      severities: ['error'],
    });
    expect(job.comments()).toEqual(before);
  });

  it('is edited once where the answer to the first edit was lost', async () => {
    const job = await planningJob();
    await job.plan();
    job.push(OTHER);
    job.github.fault('bad-gateway-after', { method: 'PATCH', path: COMMENTS });
    const { code, annotations } = await job.plan();
    expect({ code, annotations }).toEqual({ code: 0, annotations: [] });
    expect(job.comments()).toHaveLength(1);
    expect(job.comments()[0]).toContain('2 to create');
  });
});

describe('a service that gives no plan', () => {
  it('fails the job as unauthorized where the key is wrong', async () => {
    const { plan, comments } = await planningJob();
    const { code, outputs } = await plan({ inputs: { 'api-key': 'some-key-of-another-inbox' } });
    expect({ code, reason: outputs['failure-reason'] }).toEqual({ code: 1, reason: 'unauthorized' });
    expect(comments()[0]).toContain('No plan, because of an error');
  });

  it('fails the job as unreachable where nothing is there', async () => {
    const { plan } = await planningJob();
    // Another server may take a port that was in use, but not this one.
    const { code, outputs, annotations } = await plan({ inputs: { 'base-url': 'http://127.0.0.1:1/api/v1' } });
    expect({ code, reason: outputs['failure-reason'] }).toEqual({ code: 1, reason: 'unreachable' });
    expect(annotations.at(-1)?.message).toContain('The plan is incomplete.');
  });

  it('fails the job as invalid where the files are wrong, and shows no plan of before as this one', async () => {
    const job = await planningJob();
    await job.plan();
    job.push({ 'rules/news.yaml': `${NEWS}colour: red\n` });
    const { code, outputs, annotations } = await job.plan();
    expect({ code, reason: outputs['failure-reason'] }).toEqual({ code: 1, reason: 'invalid' });
    expect(annotations[0]).toMatchObject({ severity: 'error', properties: { file: 'rules/news.yaml', line: '4' } });
    expect(job.comments()).toHaveLength(1);
    expect(job.comments()[0]).toContain('No plan, because of an error');
  });

  it('fails the job as refused where a guard stops the plan, which is shown whole', async () => {
    const rules = Array.from({ length: 9 }, (_, index) => ({
      name: `Live ${index}`,
      condition: { static: { from: `@live${index}.example.com` } },
      actions: [{ type: 'ARCHIVE' }],
    }));
    const { plan, comments, service } = await planningJob({ sandbox: { seed: { rules } } });
    expect(service.rules()).toHaveLength(9);
    const { code, outputs } = await plan();
    expect({ code, reason: outputs['failure-reason'], deletes: outputs.deletes }).toEqual({
      code: 1,
      reason: 'refused',
      deletes: '9',
    });
    expect(comments()[0]).toContain('Refused plan: 1 to create, 0 to replace, 9 to delete');
  });
});

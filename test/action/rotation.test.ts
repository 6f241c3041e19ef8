/** A rotation of the signing key: what it signed counts as long as it is among the lines, but for changes with secrets. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMarker } from '../../src/action/comment/marker.ts';
import type { ActionEnd } from '../harness/action.ts';
import { planningJob } from '../harness/planning-job.ts';
import { applying, endOf, live, resultIn, rule } from './apply-world.ts';

const OLD = 'the-signing-key-of-before';
const NEW = 'the-signing-key-from-now-on';
const OLDEST = 'a-signing-key-of-long-ago';

const before = { 'signing-key': OLD };
const both = { 'signing-key': `${NEW}\n${OLD}\n` };
const after = { 'signing-key': NEW };

const HOOK = 'https://hooks.example.com/secret-path';
const env = { HOOK };
const hook = (name: string, more = '') =>
  `name: ${name}\ncondition: { aiInstructions: find ${name}${more} }\nactions: [{ type: CALL_WEBHOOK, fields: { webhookUrl: { env: HOOK } } }]\n`;

/** Everything that a run wrote, without the lines that tell the runner what to mask. */
function writtenBy({ stdout, stderr, summary, outputs }: ActionEnd): string {
  const files = ['plan-file', 'markdown-file', 'report-file', 'run-file'].map((name) => {
    return outputs[name] === undefined ? '' : readFileSync(outputs[name], 'utf8');
  });
  return [stdout.replaceAll(/^::add-mask::.*$/gm, ''), stderr, summary, JSON.stringify(outputs), ...files].join('\n');
}

describe('a review of before the rotation', () => {
  it('counts for a change without secrets, and is signed anew when it is used up', async () => {
    const { github, reviewed, apply, names, comment } = await applying();
    const pull = await reviewed({ 'rules/a.yaml': rule('A') }, { inputs: before, env });
    expect(readMarker(comment(pull).body, [OLD])?.signature).toBe('ours');
    const ended = await apply(github.merge(pull.number), { inputs: both, env });
    expect(endOf(ended)).toMatchObject({ code: 0, reason: null });
    expect(names()).toEqual(['A']);
    expect(resultIn(comment(pull).body)).toMatch(/^\*\*Applied\*\*: 1 change made/);
    expect(readMarker(comment(pull).body, [NEW])).toMatchObject({ signature: 'ours', review: { changes: [] } });
    expect(readMarker(comment(pull).body, [NEW])?.review.done).toHaveLength(1);
    expect(readMarker(comment(pull).body, [OLD])?.signature).toBe('other-key');
  });

  it('does not cover a change with a secret, and that is said', async () => {
    const { github, reviewed, apply, writes } = await applying();
    const pull = await reviewed({ 'rules/a.yaml': hook('A') }, { inputs: before, env });
    const ended = await apply(github.merge(pull.number), { inputs: both, env });
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(writes()).toEqual([]);
    expect(ended.stdout).toContain(
      `The plan in #${pull.number} was made with an earlier signing key: it does not cover changes with secrets.`,
    );
  });

  it('is not blamed where another pull request has the secret, and its variable changed since its plan', async () => {
    const { github, reviewed, apply, writes } = await applying();
    await apply(github.merge((await reviewed({ 'rules/a.yaml': rule('A') }, { inputs: before, env })).number), {
      inputs: before,
      env,
    });
    const made = writes().length;
    const pull = await reviewed({ 'rules/b.yaml': hook('B') }, { inputs: both, env });
    const other = { HOOK: 'https://hooks.example.com/another-path' };
    const ended = await apply(github.merge(pull.number), { inputs: both, env: other });
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(endOf(ended).message).not.toContain('earlier signing key');
    expect(endOf(ended).message).toContain(`The plan in #${pull.number} shows another change of this`);
    expect(endOf(ended).message).toContain('The files, a variable or the inbox changed since.');
    expect(writes()).toHaveLength(made);
  });

  it('does not count while the earlier key is gone, and counts once it is back', async () => {
    const { github, reviewed, apply, writes, names, comment } = await applying();
    const pull = await reviewed({ 'rules/a.yaml': rule('A') }, { inputs: before, env });
    const { body } = comment(pull);
    const ended = await apply(github.merge(pull.number), { inputs: after, env });
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(writes()).toEqual([]);
    expect(endOf(ended).message).toContain(
      `The plan in #${pull.number} does not count: it is signed with another key.`,
    );
    expect(comment(pull).body).toBe(body);
    expect(endOf(await apply([], { inputs: both, env }))).toMatchObject({ code: 0, reason: null });
    expect(names()).toEqual(['A']);
  });

  it('is used up: neither key brings the change back', async () => {
    const { github, reviewed, apply, names, service } = await applying();
    const pull = await reviewed({ 'rules/a.yaml': rule('A') }, { inputs: before, env });
    await apply(github.merge(pull.number), { inputs: both, env });
    service.remove('A');
    expect(names()).toEqual([]);
    for (const inputs of [both, after, { 'signing-key': `${OLD}\n${NEW}` }]) {
      await apply([], { inputs, env });
      expect(names()).toEqual([]);
    }
  });

  it('stays as it is without comments where nothing of it was made, and is signed anew where some was', async () => {
    const { github, reviewed, apply, comment, names, service } = await applying();
    const pull = await reviewed({ 'rules/a.yaml': rule('A'), 'rules/b.yaml': rule('B') }, { inputs: before, env });
    const { body } = comment(pull);
    const quiet = { ...both, comment: 'false' };
    service.fault('POST /rules redirect');
    expect(await apply(github.merge(pull.number), { inputs: quiet, env })).toMatchObject({ code: 1 });
    expect(comment(pull).body).toBe(body);
    service.clearFaults();
    service.fault('POST /rules redirect @1');
    expect(await apply([], { inputs: quiet, env })).toMatchObject({ code: 1 });
    expect(names()).toHaveLength(1);
    const part = readMarker(comment(pull).body, [NEW]);
    expect(part?.signature).toBe('ours');
    expect([part?.review.changes, part?.review.done].map((all) => all?.length)).toEqual([1, 1]);
    service.clearFaults();
    expect(await apply([], { inputs: { ...after, comment: 'false' }, env })).toMatchObject({ code: 0 });
    expect(names()).toEqual(['A', 'B']);
  });

  it('counts next to one of now, and after two rotations', async () => {
    const { github, reviewed, apply, names } = await applying({ rules: [live('A')] });
    const inputs = { 'signing-key': [NEW, OLD, OLDEST].join('\n') };
    const files = { 'rules/a.yaml': rule('A', 'another text') };
    const oldest = await reviewed(files, { inputs: { 'signing-key': OLDEST }, env });
    github.merge(oldest.number);
    const older = await reviewed({ 'rules/b.yaml': rule('B') }, { inputs: before, env });
    github.merge(older.number);
    const newest = await reviewed({ 'rules/c.yaml': hook('C') }, { inputs: after, env });
    const ended = await apply(github.merge(newest.number), { inputs, env });
    expect(endOf(ended)).toMatchObject({ code: 0, reason: null });
    expect(names()).toEqual(['A', 'B', 'C']);
  });
});

describe('a plan after the rotation', () => {
  it('keeps the approval of an open pull request without secrets, and signs its comment with the new key', async () => {
    const { github, reviewed, replan, apply, comment, names } = await applying();
    const pull = await reviewed({ 'rules/a.yaml': rule('A') }, { inputs: before, env });
    github.review(pull.number, 'bob');
    await replan(pull, {}, { inputs: both, env });
    expect(comment(pull).body).not.toMatch(/This plan changed|approved this plan/);
    expect(readMarker(comment(pull).body, [NEW])?.signature).toBe('ours');
    const inputs = { ...after, review: 'approved' };
    expect(endOf(await apply(github.merge(pull.number), { inputs, env }))).toMatchObject({ code: 0, reason: null });
    expect(names()).toEqual(['A']);
  });

  it('covers a change with a secret', async () => {
    const { github, reviewed, replan, apply, names } = await applying();
    const pull = await reviewed({ 'rules/a.yaml': hook('A') }, { inputs: before, env });
    await replan(pull, {}, { inputs: both, env });
    expect(endOf(await apply(github.merge(pull.number), { inputs: both, env }))).toMatchObject({
      code: 0,
      reason: null,
    });
    expect(names()).toEqual(['A']);
  });
});

describe('neither key', () => {
  it('is in anything that is written, and both are masked', async () => {
    const { github, reviewed, replan, apply, comment } = await applying();
    const pull = await reviewed({ 'rules/a.yaml': hook('A', ` ${OLD}`) }, { inputs: both, env });
    const planned = await replan(pull, { 'rules/a.yaml': hook('A', ` ${NEW}`) }, { inputs: both, env });
    await replan(pull, { 'rules/a.yaml': hook('A') }, { inputs: both, env });
    const applied = await apply(github.merge(pull.number), { inputs: both, env });
    expect(applied.code).toBe(0);
    for (const ended of [planned, applied]) {
      expect(ended.masks).toEqual(expect.arrayContaining([NEW, OLD]));
      const written = [writtenBy(ended), comment(pull).body].join('\n');
      for (const key of [NEW, OLD]) expect(written).not.toContain(key);
    }
  });
});

it.each(['nineteen-characters', `${NEW}\nhunter2`])('a key that could be guessed signs nothing: %j', async (keys) => {
  const { plan, comments, service } = await planningJob();
  const ended = await plan({ inputs: { 'signing-key': keys } });
  expect(endOf(ended)).toMatchObject({ code: 1, reason: 'invalid' });
  expect(ended.annotations.at(-1)?.message).toContain('Make one:\nhead -c 32 /dev/urandom | base64');
  expect(writtenBy(ended)).not.toMatch(/nineteen-|hunter2/);
  expect(comments()).toEqual([]);
  expect(service.requests).toEqual([]);
});

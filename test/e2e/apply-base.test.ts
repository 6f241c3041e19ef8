/** A plan with a base is what the files cause: it alone counts and is carried out, from `--base` and from its plan file. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { planDigest } from '../../src/model/digest.ts';
import { planDocument } from '../../src/model/plan.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { serve } from '../harness/project.ts';
import { commit, type Files, git, repository } from '../source/git-repository.ts';

const rule = (name: string, find: string) =>
  `name: ${name}\ncondition: { aiInstructions: ${find} }\nactions: [{ type: ARCHIVE }]\n`;
const live = (name: string, find: string) => ({
  name,
  condition: { aiInstructions: find },
  actions: [{ type: 'ARCHIVE' }],
});

const BASE: Files = { 'rules/edited.yaml': rule('Edited', 'old'), 'rules/web.yaml': rule('Web', 'old') };
const CHANGED: Files = { 'rules/edited.yaml': rule('Edited', 'new') };
const LIVE = [live('Edited', 'old'), live('Web', 'by hand'), live('Stray', 'by hand')];
/** The inbox once the edit is made, and nothing else. */
const LEFT = ['Edited: new', 'Stray: by hand', 'Web: by hand'];

/** A project whose branch changes one rule, and an inbox where two others were changed by hand. */
async function project({ rules = LIVE, changed = CHANGED }: { rules?: unknown[]; changed?: Files } = {}) {
  const service = await serve({ seed: { rules } });
  const cwd = repository([BASE]);
  commit(cwd, changed);
  const { env } = service;
  const run = (...args: string[]) => inboxctl(args, { cwd, env });
  const inbox = () =>
    service
      .rules()
      .map(({ name, condition }) => `${name}: ${condition?.aiInstructions}`)
      .sort();
  const plan = async (...args: string[]) => {
    const end = await run('plan', '--base', 'main^', '--output', 'plan.json', ...args);
    return { ...end, plan: planDocument.parse(JSON.parse(readFileSync(path.join(cwd, 'plan.json'), 'utf8'))) };
  };
  /** Changes a rule, or makes another like it, as somebody does in the web page. */
  const byHand = (like: string, more: Partial<ReturnType<typeof service.rule>> = {}) => {
    const made = service.rule(like);
    service.put({ ...made, condition: { ...made.condition, aiInstructions: 'by hand' }, ...more });
  };
  return { ...service, cwd, run, inbox, plan, byHand };
}

describe('plan --base', () => {
  it('counts, digests and exits by the edits alone', async () => {
    const { plan } = await project();
    const made = await plan();
    const { changes, summary, digest, accounts } = made.plan;
    const edits = changes.filter(({ origin }) => origin === 'edit');
    expect(changes.map(({ op, name, origin }) => `${op} ${name}: ${origin}`)).toEqual([
      'replace Edited: edit',
      'delete Stray: base',
      'replace Web: base',
    ]);
    const counts = { create: 0, replace: 1, delete: 0, unchanged: 0, kept: 0 };
    expect([summary, accounts[0]?.summary]).toEqual([counts, counts]);
    expect(digest).toBe(planDigest(edits, accounts));
    expect(made.stdout).toMatch(/Plan: 0 to create, 1 to replace, 0 to delete/);
    expect(made.stdout).toMatch(/Not from this change: the inbox differs from main\^ already/);
    expect(made.stdout).not.toMatch(/deletes 1 live rule/);
  });

  it('exits 0 with --detailed-exitcode where only the inbox differs', async () => {
    const { run } = await project();
    const code = async (base: string) => (await run('plan', '--detailed-exitcode', '--base', base)).code;
    expect([await code('main'), await code('main^')]).toEqual([0, 2]);
    const { stdout } = await run('plan', '--base', 'main', '--format', 'json');
    // With the base as the files are, nothing but what was changed in the inbox is left, so this is the whole edit.
    expect(JSON.parse(stdout)).toMatchObject({
      summary: { create: 0, replace: 0, delete: 0 },
      digest: planDigest([], []),
    });
  });

  it('is not refused for what it leaves alone', async () => {
    const strays = Array.from({ length: 9 }, (_, index) => live(`Stray ${index}`, 'by hand'));
    const { run, plan, inbox } = await project({ rules: [...LIVE, ...strays] });
    expect(await run('plan')).toMatchObject({ code: 4 });
    expect(await plan()).toMatchObject({ code: 0 });
    expect(await run('apply', '--base', 'main^', '--yes')).toMatchObject({ code: 0 });
    expect(inbox()).toContain('Edited: new');
    expect(inbox()).toHaveLength(LIVE.length + strays.length);
  });
});

describe('apply of the plan file of a plan with a base', () => {
  it('leaves alone what was changed in the inbox, and says so', async () => {
    const { plan, run, inbox, requests } = await project();
    await plan();
    const { code, stdout } = await run('apply', 'plan.json', '--yes');
    expect(code).toBe(0);
    expect(inbox()).toEqual(LEFT);
    expect(requests.filter(({ method }) => method !== 'GET').map(({ method }) => method)).toEqual(['PUT']);
    expect(stdout).toContain('Converged: the live rules, apart from what is left alone, are as declared.');
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      '2 differences left alone, since the inbox differed from the base already: delete "Stray", replace "Web".',
    );
    expect(await run('plan', '--base', 'main', '--detailed-exitcode')).toMatchObject({ code: 0 });
  });

  it('as JSON, has the edits as changes, and the rest in a notice', async () => {
    const { plan, run } = await project();
    await plan();
    const { code, stdout } = await run('apply', 'plan.json', '--yes', '--format', 'json');
    const applied = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(applied).toMatchObject({ outcome: 'converged', differences: [] });
    expect(applied.changes.map(({ name, status }: Record<string, string>) => `${name}: ${status}`)).toEqual([
      'Edited: done',
    ]);
    expect(applied.notices.map(({ code: said }: { code: string }) => said)).toEqual(['left-alone']);
  });

  it('leaves alone what was changed in the inbox after the plan', async () => {
    const { plan, run, inbox, byHand } = await project({ rules: [live('Edited', 'old'), live('Web', 'old')] });
    await plan();
    byHand('Web');
    byHand('Web', { id: 'another', name: 'Stray' });
    expect(await run('apply', 'plan.json', '--yes')).toMatchObject({ code: 0 });
    expect(inbox()).toEqual(LEFT);
  });

  it('refuses what the files changed after the plan, and an edit whose rule changed in the inbox', async () => {
    const { plan, run, inbox, cwd, byHand } = await project();
    await plan();
    commit(cwd, { 'rules/more.yaml': rule('More', 'x') });
    const more = await run('apply', 'plan.json', '--yes', '--format', 'json');
    expect(more.code).toBe(4);
    expect(statusesIn(more.stdout)).toEqual(['Edited: done', 'More: refused']);
    expect(inbox()).toEqual(LEFT);
    commit(cwd, { 'rules/more.yaml': null, 'rules/edited.yaml': rule('Edited', 'newer') });
    // The commit has the plan file too.
    expect(await plan('--force')).toMatchObject({ code: 0 });
    byHand('Edited');
    // The base has the edit too. It was reviewed, so it is not left alone without a word.
    const changed = await run('apply', 'plan.json', '--base', 'main', '--yes', '--format', 'json');
    expect(changed.code).toBe(4);
    expect(statusesIn(changed.stdout)).toEqual(['Edited: refused']);
  });

  it('carries out the reviewed edits where the base has them by now', async () => {
    const { plan, run, inbox } = await project();
    await plan();
    expect(await run('apply', 'plan.json', '--base', 'main', '--yes')).toMatchObject({ code: 0 });
    expect(inbox()).toEqual(LEFT);
  });

  it('does not take a change for an edit that the file shows as left alone', async () => {
    const { plan, run, inbox, cwd } = await project();
    const { plan: made } = await plan();
    const forged = { ...made, changes: made.changes.map((change) => ({ ...change, origin: 'edit' })) };
    writeFileSync(path.join(cwd, 'plan.json'), JSON.stringify(forged));
    const { code, stderr } = await run('apply', 'plan.json', '--yes');
    expect(code).toBe(3);
    expect(stderr).toContain('plan.json');
    expect(inbox()).toContain('Edited: old');
  });

  it('shows it as the plan did', async () => {
    const { plan, run, cwd } = await project();
    const { plan: made } = await plan();
    const { stdout } = await run('show', 'plan.json');
    expect(stdout).toContain('Plan: 0 to create, 1 to replace, 0 to delete');
    expect(stdout).toContain(`differs from ${git(cwd, ['rev-parse', 'main^']).slice(0, 12)} already`);
    const merged = JSON.parse((await run('show', 'plan.json', '--format', 'json')).stdout);
    expect(merged).toMatchObject({ summary: made.summary, digest: made.digest });
  });
});

describe('apply --base', () => {
  it('carries out the edits alone', async () => {
    const { run, inbox } = await project();
    const { code, stdout } = await run('apply', '--base', 'main^', '--yes');
    expect(code).toBe(0);
    expect(inbox()).toEqual(LEFT);
    expect(stdout).toMatch(/Not from this change: the inbox differs from main\^ already[\s\S]*Converged/);
  });

  it('has nothing to do where only the inbox differs', async () => {
    const { run, requests } = await project();
    expect(await run('apply', '--base', 'main', '--yes')).toMatchObject({ code: 0 });
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('takes the digest of the edits as that of the plan, and no digest of what it leaves alone', async () => {
    const { plan, run, inbox } = await project();
    const { plan: made } = await plan();
    const web = made.changes.find(({ name }) => name === 'Web');
    const args = ['apply', '--base', 'main^', '--yes'];
    expect(await run(...args, '--expect', made.digest)).toMatchObject({ code: 0 });
    expect(inbox()).toEqual(LEFT);
    expect(await run(...args, '--expect', String(web?.digest))).toMatchObject({ code: 0 });
    expect(inbox()).toEqual(LEFT);
  });

  it('with --only, covers the edits among these rules', async () => {
    const changed = { ...CHANGED, 'rules/more.yaml': rule('More', 'x') };
    const { run, inbox, plan } = await project({ changed });
    const only = ['--only', 'Edited', '--only', 'Web'];
    const { plan: whole } = await plan();
    const { plan: part } = await plan(...only);
    const args = ['apply', '--base', 'main^', ...only, '--yes'];
    expect(await run(...args, '--expect', whole.digest)).toMatchObject({ code: 4 });
    expect(await run(...args, '--expect', part.digest)).toMatchObject({ code: 0 });
    expect(inbox()).toEqual(LEFT);
  });
});

function statusesIn(stdout: string): string[] {
  return JSON.parse(stdout).changes.map(({ name, status }: Record<string, string>) => `${name}: ${status}`);
}

/** `plan --only` and `apply --only`: some rules, and the inbox otherwise as it was. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyDocument } from '../../src/model/applied.ts';
import { planDocument } from '../../src/model/plan.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, type Service, serve } from '../harness/project.ts';

const rule = (name: string, more = '') =>
  `name: ${name}\n${more}condition: { aiInstructions: find ${name} }\nactions: [{ type: ARCHIVE }]\n`;
const live = (name: string) => ({
  name,
  condition: { aiInstructions: `find ${name}` },
  actions: [{ type: 'ARCHIVE' }],
});

const FILES = {
  'rules/news.yaml': rule('News'),
  'rules/bills.yaml': rule('Bills'),
  'rules/new.yaml': rule('New', 'renamedFrom: Old\n'),
  'rules/same.yaml': rule('Same'),
};

async function open(files: Record<string, string> = FILES) {
  const service = await serve({ seed: { rules: ['Old', 'Same', 'Gone'].map(live) } });
  const cwd = projectOf(files);
  const run = (...args: string[]) => inboxctl(args, { cwd, env: service.env });
  return { service, cwd, run };
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ');
const names = (service: Service) =>
  service
    .rules()
    .map(({ name }) => name)
    .sort();

describe('plan --only', () => {
  it('shows these rules, and says that it is partial in every format', async () => {
    const { run } = await open();
    const text = await run('plan', '--only', 'News', '--only', 'Old');
    expect(text.code).toBe(0);
    expect(text.stdout).toContain('Partial plan: 1 to create, 1 to replace, 0 to delete, 3 unchanged.');
    expect(oneLine(text.stdout)).toContain(
      '--only leaves out all rules but "News", "Old". 2 other changes are not in this plan.',
    );
    expect(text.stdout).not.toMatch(/Bills|Gone/);
    const quiet = await run('plan', '--only', 'News', '--quiet');
    expect(quiet.stdout).toContain('Partial plan: 1 to create');
    const json = planDocument.parse(JSON.parse((await run('plan', '--only', 'News', '--format', 'json')).stdout));
    expect(json.only).toEqual(['News']);
    expect(json.changes.map(({ name }) => name)).toEqual(['News']);
    expect(json.notices.map(({ code }) => code)).toContain('plan-partial');
    for (const format of ['markdown', 'html']) {
      const { stdout } = await run('plan', '--only', 'News', '--format', format);
      expect(stdout).toMatch(/Partial plan: 1 to create/);
      expect(stdout).toContain('leaves out all rules but');
    }
  });

  it('does not call the other rules unchanged where there is nothing to do', async () => {
    const { run } = await open();
    for (const format of ['text', 'markdown', 'html']) {
      const { code, stdout } = await run('plan', '--only', 'Same', '--format', format, '--detailed-exitcode');
      expect(code).toBe(0);
      expect(stdout).toMatch(/nothing to do for the rules that match --only/i);
      expect(stdout).not.toContain('live as declared');
    }
  });
});

describe('apply --only', () => {
  it('makes these changes, says what is left, and leaves all others as they were', async () => {
    const { run, service } = await open();
    const { code, stdout } = await run('apply', '--yes', '--only', 'Ne*');
    expect(code).toBe(0);
    expect(stdout).toContain('Converged: the rules of --only are as declared.');
    expect(stdout).toContain('--only left out 2 other changes');
    expect(names(service)).toEqual(['Gone', 'New', 'News', 'Same']);
    const json = await run('apply', '--yes', '--only', 'Gone', '--format', 'json');
    const document = applyDocument.parse(JSON.parse(json.stdout));
    expect(document).toMatchObject({ outcome: 'converged', only: ['Gone'] });
    expect(document.notices.map(({ code: one }) => one)).toEqual(['plan-partial', 'apply-partial']);
    expect(names(service)).toEqual(['New', 'News', 'Same']);
    expect((await run('apply', '--yes')).stdout).toContain('Converged: the live rules are as declared.');
  });

  it('is repeated in the command to try again', async () => {
    const { run, service } = await open();
    service.fault('POST /rules 500-before');
    const { stdout } = await run('apply', '--yes', '--only', 'News', '--retry-for', '0');
    expect(stdout).toContain('inboxctl apply --only News');
  });

  it('refuses what needs a left-out change, and sends nothing', async () => {
    const { run, service } = await open({
      'rules/a.yaml': rule('Same', 'renamedFrom: Old\n').replace('find Same', 'find Old'),
      'rules/b.yaml': rule('Other', 'renamedFrom: Same\n').replace('find Other', 'find Same'),
    });
    const { code, stdout } = await run('apply', '--yes', '--only', 'Old');
    expect(code).toBe(4);
    expect(oneLine(stdout)).toContain('cannot be made alone: "Same" has its name or its sender');
    expect(stdout).toContain('--only Same');
    expect(service.requests.every(({ method }) => method === 'GET')).toBe(true);
    expect(await run('apply', '--yes', '--only', 'Old', '--only', 'Same')).toMatchObject({ code: 0 });
  });

  it('only narrows what was reviewed', async () => {
    const { run, service, cwd } = await open();
    const all = await run('plan', '--format', 'json');
    writeFileSync(path.join(cwd, 'all.json'), all.stdout);
    const part = await run('plan', '--only', 'Bills', '--format', 'json');
    writeFileSync(path.join(cwd, 'part.json'), part.stdout);
    const digest = (text: string) => JSON.parse(text).digest;

    const unreviewed = await run('apply', 'part.json', '--yes', '--only', 'News');
    expect(unreviewed.code).toBe(4);
    expect(names(service)).toEqual(['Gone', 'Old', 'Same']);

    const made = await run('apply', 'all.json', '--yes', '--only', 'News');
    expect(made.code).toBe(0);
    expect(made.stdout).not.toContain('not needed again');
    expect(names(service)).toEqual(['Gone', 'News', 'Old', 'Same']);

    expect(await run('apply', '--yes', '--only', 'Bills', '--expect', digest(part.stdout))).toMatchObject({ code: 0 });
    const rest = await run('plan', '--format', 'json');
    expect(await run('apply', '--yes', '--only', 'Gone', '--expect', digest(rest.stdout))).toMatchObject({ code: 0 });
    expect(names(service)).toEqual(['Bills', 'News', 'Old', 'Same']);
  });
});

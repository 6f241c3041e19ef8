/** `plan --only` and `apply --only`: some rules, and the inbox otherwise as it was. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
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

const names = (service: Service) =>
  service
    .rules()
    .map(({ name }) => name)
    .sort();

describe('apply --only', () => {
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
    // A digest is of the plan of these rules, and of no other.
    const rest = await run('plan', '--format', 'json');
    const gone = await run('plan', '--only', 'Gone', '--format', 'json');
    const only = ['apply', '--yes', '--only', 'Gone', '--expect'];
    expect(await run(...only, digest(rest.stdout))).toMatchObject({ code: 4 });
    expect(await run(...only, digest(gone.stdout))).toMatchObject({ code: 0 });
    expect(names(service)).toEqual(['Bills', 'News', 'Old', 'Same']);
  });
});

/** The pictures of docs/images are made of what the program prints. UPDATE=1 makes them again. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { atAddress } from '../harness/at-address.ts';
import { commentPage } from '../harness/github-comment.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { pagePicture } from '../harness/page-picture.ts';
import { planningJob } from '../harness/planning-job.ts';
import { ownHome, PROGRAM, withHome } from '../harness/program.ts';
import { projectOf, type Service, serve } from '../harness/project.ts';
import { type Theme, terminalPicture } from '../harness/terminal-picture.ts';
import { edit } from './edit.ts';
import { ROOT, read, wholePage } from './pages.ts';
import { ran } from './ran.ts';

const ADDRESS = 'https://mail.example.com/api/v1';
const THEMES: Theme[] = ['light', 'dark'];

interface Inbox {
  cwd: string;
  service: Service;
  /** What is typed, and what the built program prints on a terminal with colors. */
  typed: (command: string, ...words: string[]) => Promise<string>;
}

/** The inbox of the examples, in which their rules are live, and git has them. */
async function exampleInbox(): Promise<Inbox> {
  const cwd = projectOf(path.join(ROOT, 'examples/inbox'));
  const service = await serve({ profile: 'newer', seed: JSON.parse(read('examples/inbox/sandbox.json')) });
  const settings = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', FORCE_COLOR: '1', LANG: 'C.UTF-8' };
  const env = { PATH: process.env.PATH, ...withHome(ownHome(service.baseUrl)), ...service.env, ...settings };
  expect(await inboxctl(['apply', '--yes'], { cwd, env: service.env })).toMatchObject({ code: 0 });
  for (const words of [
    ['init', '-q'],
    ['add', '.'],
  ])
    execFileSync('git', words, { cwd, env });
  return {
    cwd,
    service,
    typed: async (command, ...words) => {
      const run = command === 'git' ? ['git', '-c', 'color.ui=always'] : [process.execPath, PROGRAM];
      // What a terminal shows: both streams, in the order in which they are written.
      const { stdout } = await ran('sh', ['-c', 'exec "$@" 2>&1', 'sh', ...run, ...words], { cwd, env });
      return `\u001b[2m$\u001b[22m \u001b[1m${command} ${words.join(' ')}\u001b[22m\n${stdout.trimEnd()}`.replaceAll(
        service.baseUrl,
        ADDRESS,
      );
    },
  };
}

function editRules(cwd: string, ...names: ('forward' | 'newsletters')[]): void {
  if (names.includes('forward')) edit(cwd, 'rules/money.yaml', 'bookkeeping@example.com', 'bookkeeping@exmaple.com');
  if (!names.includes('newsletters')) return;
  edit(cwd, 'rules/newsletters.yaml', '"@substack.com, ', '"substack.com, ');
  edit(cwd, 'rules/newsletters.yaml', '1440', '2880');
}

describe('a terminal', () => {
  it('shows a plan', async () => {
    const { cwd, typed } = await exampleInbox();
    editRules(cwd, 'forward', 'newsletters');
    const text = await typed('inboxctl', 'plan');
    const title = 'inboxctl plan: an invoice would be forwarded to another address';
    for (const theme of THEMES) {
      wholePage(`docs/images/plan-${theme}.svg`, terminalPicture({ title, theme, steps: [{ text, seconds: 0 }] }));
    }
  });

  it('shows an edit, its plan and its apply, one after the other', async () => {
    const { cwd, typed } = await exampleInbox();
    editRules(cwd, 'newsletters');
    const steps = [
      { text: `${await typed('git', 'diff', '-U0')}\n`, seconds: 4 },
      { text: `${await typed('inboxctl', 'plan')}\n`, seconds: 6 },
      { text: await typed('inboxctl', 'apply', '--yes'), seconds: 6 },
    ];
    for (const theme of THEMES) {
      const picture = terminalPicture({ title: 'An edit, its plan and its apply', theme, steps });
      expect(picture.length).toBeLessThan(50_000);
      expect(picture).not.toContain('<script');
      wholePage(`docs/images/tour-${theme}.svg`, picture);
    }
  });
});

describe('a page', () => {
  /** What is another in each run: the address, and of the page the time, the version and the ids. */
  const steady = async (service: Service, cwd: string, text: string) => {
    const json = await inboxctl(['plan', '--format', 'json'], { cwd, env: service.env });
    return atAddress(
      ADDRESS,
      json.stdout,
    )(text)
      .replaceAll(new URL(service.baseUrl).host, new URL(ADDRESS).host)
      .replace(/inboxctl \S+ · .{16} UTC/, 'inboxctl 0.1.0 · 2026-11-02 09:30 UTC')
      .replaceAll(/\bcm[a-z\d]{23}\b/g, 'cmgq3k2m80000v8l4c1t5h9ab');
  };

  it('is the comment of a pull request', async () => {
    const folder = path.join(ROOT, 'examples/inbox');
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const isFile = (name: string) => statSync(path.join(folder, name)).isFile();
    const base = Object.fromEntries(names.filter(isFile).map((name) => [name, read(`examples/inbox/${name}`)]));
    const edited = projectOf(base);
    editRules(edited, 'forward', 'newsletters');
    edit(edited, 'tests/newsletters.yaml', 'Newsletters: ai', 'Newsletters: matches');
    const changed = ['rules/money.yaml', 'rules/newsletters.yaml', 'tests/newsletters.yaml'];
    const files = Object.fromEntries(changed.map((name) => [name, readFileSync(path.join(edited, name), 'utf8')]));
    const seed = JSON.parse(read('examples/inbox/sandbox.json'));
    const { service, plan, comments } = await planningJob({ base, files, sandbox: { profile: 'newer', seed } });
    expect(await inboxctl(['apply', '--yes'], { cwd: projectOf(base), env: service.env })).toMatchObject({ code: 0 });
    expect(await plan()).toMatchObject({ code: 0 });
    const html = await steady(service, edited, commentPage(comments()[0] ?? ''));
    for (const theme of THEMES) await pagePicture(`docs/images/comment-${theme}.png`, html, theme);
  });

  it('is a plan with --format html', async () => {
    const { cwd, service } = await exampleInbox();
    editRules(cwd, 'forward', 'newsletters');
    const { stdout } = await inboxctl(['plan', '--format', 'html'], { cwd, env: service.env });
    const html = await steady(service, cwd, stdout);
    for (const theme of THEMES) await pagePicture(`docs/images/page-${theme}.png`, html, theme);
  });
});

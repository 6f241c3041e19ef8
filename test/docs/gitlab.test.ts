/** The pipelines of docs/gitlab.md, run to the letter: on a sandbox, and with notes on a merge request of a GitLab on loopback. */

import { execFile } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { commandFile } from '../harness/command-file.ts';
import { BOT, fakeGitLab, TOKEN } from '../harness/gitlab/api.ts';
import { type FinishedJob, type Pipeline, runPipeline } from '../harness/gitlab/pipeline.ts';
import { fleetOf } from '../harness/keyed-fleet.ts';
import { projectOf, type Service, serve, write } from '../harness/project.ts';
import { commit, git, repository as repositoryOf } from '../source/git-repository.ts';
import { object, string } from './json-schema.ts';
import { blocksOf } from './pages.ts';

const blocks = blocksOf('docs/gitlab.md').map(({ text }) => text);
const [whole = '', sharded = ''] = blocks.filter((text) => text.startsWith('# .gitlab-ci.yml'));
const script = blocks.find((text) => text.includes('# .gitlab/note.sh')) ?? '';

const PROJECT = 7;
const MERGE_REQUEST = 3;
const MARKER = '<!-- inboxctl plan -->\n';
const READS = 'only-reads-rules-of-it';
const WRITES = 'reads-and-writes-rules';

/** What GitLab's documentation asks of a report that the widget for Terraform shows. */
const natural = { type: 'integer', minimum: 0 };
const terraform = object({ create: natural, update: natural, delete: natural });

/** What GitLab's documentation asks of a Code Quality report. */
const codequality = {
  type: 'array',
  items: object({
    description: string,
    check_name: string,
    fingerprint: string,
    severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
    location: object({
      path: { type: 'string', pattern: '^(?!\\.?\\.?/)' },
      lines: object({ begin: { type: 'integer', minimum: 1 } }),
    }),
  }),
};

/** The JSON of a report, once it fits its schema. */
function report(job: FinishedJob | undefined, kind: string, schema: object): unknown {
  const made = JSON.parse(job?.reports[kind] ?? 'null');
  const ajv = new Ajv2020({ allErrors: true });
  expect(ajv.validate(schema, made), JSON.stringify(ajv.errors)).toBe(true);
  return made;
}

/** The commit that a repository is at. */
const headOf = (folder: string) => git(folder, ['rev-parse', 'HEAD']).trim();

const rule = (name: string) =>
  `name: ${JSON.stringify(name)}
condition: { aiInstructions: find }
actions: [{ type: LABEL, fields: { label: ${JSON.stringify(name)} } }]
`;

/** What the image and its packages would bring. */
async function tools(): Promise<string> {
  const command = await commandFile();
  const folder = projectOf({ npx: `#!/bin/sh\nexec "$@"\n`, npm: '#!/bin/sh\n', 'apt-get': '#!/bin/sh\n' });
  for (const name of readdirSync(folder)) chmodSync(path.join(folder, name), 0o755);
  return [folder, path.dirname(command), process.env.PATH].join(path.delimiter);
}

interface Options {
  files?: Record<string, string>;
  /** The files of the branch of the merge request. */
  changed?: Record<string, string>;
  seed?: unknown;
  keys?: Record<string, string>;
}

/** A project on GitLab with a merge request, its inbox, and pipelines for both. */
async function project({ files = {}, changed = {}, seed, keys }: Options = {}) {
  const service = await serve({
    key: undefined,
    seed: seed ?? {
      inboxes: [{ name: 'inbox' }],
      keys: [
        { key: READS, inbox: 'inbox', scopes: ['RULES_READ'] },
        { key: WRITES, inbox: 'inbox', scopes: ['RULES_READ', 'RULES_WRITE'] },
      ],
    },
  });
  const gitlab = await fakeGitLab(PROJECT, MERGE_REQUEST);
  const repository = repositoryOf([{ '.gitlab/note.sh': script, 'rules/old.yaml': rule('Old'), ...files }]);
  const base = headOf(repository);
  git(repository, ['checkout', '-q', '-b', 'change']);
  commit(repository, { 'rules/new.yaml': rule('New'), ...changed });
  const PATH = await tools();
  const run = (own: Record<string, string>, more: Partial<Pipeline>) => {
    const sha = headOf(repository);
    return runPipeline({
      text: whole,
      repository,
      environments: { inbox: keys ?? { INBOXCTL_API_KEY: WRITES } },
      ...more,
      variables: {
        PATH,
        LANG: 'C.UTF-8',
        INBOXCTL_BASE_URL: service.baseUrl,
        ...(keys ?? { INBOXCTL_API_KEY: READS }),
        INBOXCTL_SIGNING_KEY: 'a signing key of the tests',
        INBOX_NOTE_TOKEN: TOKEN,
        CI_API_V4_URL: gitlab.url,
        CI_DEFAULT_BRANCH: 'main',
        CI_COMMIT_SHORT_SHA: sha.slice(0, 8),
        CI_PIPELINE_URL: 'https://gitlab.example.com/company/inbox/-/pipelines/1',
        ...own,
        ...more.variables,
      },
    });
  };
  /** The pipeline of the merge request, at the branch as it is. */
  const ofRequest = (more: Partial<Pipeline> = {}) => {
    const own = {
      CI_PIPELINE_SOURCE: 'merge_request_event',
      CI_MERGE_REQUEST_IID: String(MERGE_REQUEST),
      CI_MERGE_REQUEST_PROJECT_ID: String(PROJECT),
      CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
    };
    return run(own, more);
  };
  /** A pipeline of the default branch, by default that of the push which merges it. */
  const ofMain = (more: Partial<Pipeline> = {}, source = 'push') => {
    const own = { CI_PIPELINE_SOURCE: source, CI_COMMIT_BRANCH: 'main', CI_COMMIT_BEFORE_SHA: base };
    return run(own, more);
  };
  return { service, gitlab, repository, ofRequest, ofMain };
}

const statuses = (jobs: Map<string, FinishedJob>) =>
  Object.fromEntries([...jobs].map(([name, { status, log }]) => [name, status === 'failed' ? log : status]));

describe('the pipeline of a merge request', () => {
  it('writes a note with the plan, and reports', async () => {
    const { service, gitlab, repository, ofRequest } = await project();
    const jobs = await ofRequest();
    expect(statuses(jobs)).toEqual({ plan: 'success', test: 'success', note: 'success' });
    expect(gitlab.notes).toHaveLength(1);
    const body = gitlab.notes[0]?.body ?? '';
    expect(body.startsWith(`${MARKER}\n### Plan: 1 to create`)).toBe(true);
    expect(body).toContain('<b>+ create</b> <code>New</code>');
    expect(body).toContain('1 difference not from this change');
    expect(body).toContain(`Plan of ${headOf(repository).slice(0, 8)}, made by [this pipeline](http`);
    expect(report(jobs.get('plan'), 'terraform', terraform)).toEqual({ create: 1, update: 0, delete: 0 });
    expect(report(jobs.get('test'), 'codequality', codequality)).toEqual([]);
    expect(jobs.get('test')?.reports.junit).toContain('<testsuites name="inboxctl test" tests="0"');
    expect(readdirSync(jobs.get('plan')?.artifacts ?? '').sort()).toEqual(['plan.html', 'plan.json']);
    expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    for (const { log } of jobs.values()) expect(log).not.toMatch(new RegExp(`${TOKEN}|${READS}|${WRITES}`));
  });

  it('edits its own note, behind any number of others, and leaves those of others alone', async () => {
    const { gitlab, repository, ofRequest } = await project();
    for (let number = 0; number < 120; number += 1) gitlab.write(5, `Comment ${number}`);
    gitlab.write(5, `${MARKER}\nNot from the pipeline`);
    gitlab.write(BOT, `Of the same user, and about ${MARKER}`);
    const others = structuredClone(gitlab.notes);
    expect(statuses(await ofRequest())).toMatchObject({ note: 'success' });
    commit(repository, { 'rules/newer.yaml': rule('Newer') });
    expect(statuses(await ofRequest())).toMatchObject({ note: 'success' });
    expect(gitlab.notes.slice(0, -1)).toEqual(others);
    expect(gitlab.notes.at(-1)).toMatchObject({ id: 222, author: { id: BOT } });
    expect(gitlab.notes.at(-1)?.body).toContain('<code>Newer</code>');
    expect(gitlab.requests.filter((request) => !request.startsWith('GET'))).toEqual([
      `POST /api/v4/projects/${PROJECT}/merge_requests/${MERGE_REQUEST}/notes`,
      `PUT /api/v4/projects/${PROJECT}/merge_requests/${MERGE_REQUEST}/notes/222`,
    ]);
  });

  it('shows a plan that is refused, too', async () => {
    const { gitlab, ofRequest } = await project({
      changed: { 'inboxctl.yaml': 'policy: { forbidActions: [LABEL] }\n' },
    });
    const jobs = await ofRequest();
    expect([...jobs].map(([name, { status }]) => [name, status])).toEqual([
      ['plan', 'failed'],
      ['test', 'failed'],
      ['note', 'success'],
    ]);
    expect(gitlab.notes[0]?.body).toContain('### Refused plan, as the file says: 1 to create');
    expect(report(jobs.get('test'), 'codequality', codequality)).toMatchObject([
      { severity: 'critical', location: { path: 'rules/new.yaml', lines: { begin: 3 } } },
      { severity: 'critical', location: { path: 'rules/old.yaml', lines: { begin: 3 } } },
    ]);
  });

  it('reports problems of files with their lines, each with a fingerprint of its own', async () => {
    const { gitlab, ofRequest } = await project({
      changed: { 'rules/new.yaml': 'name: [\n', 'rules/odd.yaml': rule('Odd').replace('actions', 'action') },
    });
    const jobs = await ofRequest();
    expect(statuses(jobs)).toMatchObject({ note: 'success' });
    const found = report(jobs.get('test'), 'codequality', codequality) as { fingerprint: string; location: unknown }[];
    expect(found.map(({ location }) => location)).toEqual(
      expect.arrayContaining([
        { path: 'rules/new.yaml', lines: { begin: 1 } },
        { path: 'rules/odd.yaml', lines: { begin: 3 } },
      ]),
    );
    expect(new Set(found.map(({ fingerprint }) => fingerprint)).size).toBe(found.length);
    // Zeros would say that nothing changes.
    expect(JSON.parse(jobs.get('plan')?.reports.terraform ?? '')).toEqual({});
    expect(gitlab.notes[0]?.body).toContain('### No plan, because of an error');
  });

  it('fails where GitLab refuses the token or cannot be reached, and writes nothing', async () => {
    const { gitlab, ofRequest } = await project();
    const wrong = await ofRequest({ variables: { INBOX_NOTE_TOKEN: 'glpat-expired' } });
    expect(wrong.get('plan')?.status).toBe('success');
    expect(wrong.get('note')).toMatchObject({ status: 'failed', log: expect.stringContaining('error: 401') });
    const down = await ofRequest({ variables: { CI_API_V4_URL: 'http://127.0.0.1:9/api/v4' } });
    expect(down.get('note')).toMatchObject({ status: 'failed', log: expect.stringContaining('curl: (7)') });
    expect(gitlab.notes).toEqual([]);
    for (const { log } of [...wrong.values(), ...down.values()]) expect(log).not.toContain('glpat-');
  });

  it('gives GitLab no orders, whatever a rule is called', async () => {
    const names = ['/merge', '/approve\n/label ~ready', '@all', '!1 #1 ~ready %1.0', '>>>', MARKER.trim()];
    const files = Object.fromEntries(names.map((name, index) => [`rules/${index}.yaml`, rule(name)]));
    const { gitlab, ofRequest } = await project({ changed: files });
    expect(statuses(await ofRequest())).toMatchObject({ note: 'success' });
    const body = gitlab.notes[0]?.body ?? '';
    expect(body).toContain('/merge');
    expect(body).not.toMatch(/^\s*(\/|>>>|@)/m);
    expect(body.split('<!--')).toHaveLength(2);
  });

  it('says where a plan is that is too long for a note', async () => {
    const { gitlab, repository } = await project();
    write(repository, 'plan.md', `### Plan: 9 to create\n\n${'`long` '.repeat(150_000)}\n`);
    const env = {
      PATH: process.env.PATH,
      CI_API_V4_URL: gitlab.url,
      CI_MERGE_REQUEST_PROJECT_ID: String(PROJECT),
      CI_MERGE_REQUEST_IID: String(MERGE_REQUEST),
      CI_COMMIT_SHORT_SHA: '01234567',
      CI_PIPELINE_URL: 'https://gitlab.example.com/1',
      INBOX_NOTE_TOKEN: TOKEN,
    };
    const code = await new Promise((resolve) => {
      execFile('bash', ['.gitlab/note.sh', 'plan.md'], { cwd: repository, env }, (error) => resolve(error));
    });
    expect(code).toBe(null);
    expect(gitlab.notes[0]?.body).toMatch(
      /\n### Plan: 9 to create\n\nThe plan is too long for a note\. .*\n\nPlan of 01234567/,
    );
  });
});

describe('the pipeline of the default branch', () => {
  const namesOf = (service: Service) =>
    service
      .rules()
      .map(({ name }) => name)
      .sort();

  it('applies what the merge causes when somebody starts it, and leaves the rest alone', async () => {
    const { service, gitlab, ofMain } = await project();
    const idle = { plan: 'success', test: 'success', apply: 'manual', undo: 'skipped' };
    expect(statuses(await ofMain())).toEqual(idle);
    expect(service.rules()).toEqual([]);
    const jobs = await ofMain({ started: ['apply'] });
    expect(statuses(jobs)).toEqual({ ...idle, apply: 'success', undo: 'manual' });
    expect(namesOf(service)).toEqual(['New']);
    expect(jobs.get('apply')?.log).toContain('1 difference left alone');
    expect(gitlab.requests).toEqual([]);
  });

  it('looks for drift on a schedule, and applies everything where it is started by hand', async () => {
    const { service, ofMain } = await project();
    const found = await ofMain({}, 'schedule');
    expect([...found.keys()]).toEqual(['test', 'drift']);
    expect(found.get('drift')).toMatchObject({ status: 'failed', log: expect.stringContaining('Plan: 2 to create') });
    const jobs = await ofMain({ started: ['apply'] }, 'web');
    expect(statuses(jobs)).toMatchObject({ plan: 'success', apply: 'success' });
    expect(namesOf(service)).toEqual(['New', 'Old']);
    expect(statuses(await ofMain({}, 'schedule'))).toEqual({ test: 'success', drift: 'success' });
  });

  it('shows the way back of its apply, and takes it back by its digest', async () => {
    const { service, ofMain } = await project();
    const shown = await ofMain({ started: ['apply', 'undo'] });
    expect(statuses(shown)).toMatchObject({ undo: 'success' });
    expect(namesOf(service)).toEqual(['New']);
    const [, digest = ''] = /^Digest: (\S+)$/m.exec(shown.get('undo')?.log ?? '') ?? [];
    const runs = path.join(shown.get('apply')?.artifacts ?? '', '.inboxctl/runs');
    const [name = ''] = readdirSync(runs).filter((file) => file.endsWith('.jsonl'));
    const again = (EXPECT: string) =>
      ofMain({ started: ['apply', 'undo'], variables: { EXPECT, SNAPSHOT: path.join(runs, name) } });
    expect((await again(`sha256:${'0'.repeat(64)}`)).get('undo')?.status).toBe('failed');
    expect(namesOf(service)).toEqual(['New']);
    expect(statuses(await again(digest))).toMatchObject({ undo: 'success' });
    expect(service.rules()).toEqual([]);
  });

  it('does not apply a plan that is refused', async () => {
    const { service, ofMain } = await project({ changed: { 'inboxctl.yaml': 'policy: { forbidActions: [LABEL] }\n' } });
    const jobs = await ofMain({ started: ['apply'] });
    expect(jobs.get('apply')?.status).toBe('skipped');
    expect(service.rules()).toEqual([]);
  });

  it('is not started for another branch', async () => {
    const { ofMain } = await project();
    expect(await ofMain({ variables: { CI_COMMIT_BRANCH: 'change' } })).toEqual(new Map());
  });
});

describe('the pipeline in shards', () => {
  const { seed, keys, files, bundles } = fleetOf(6);
  const NAMES = seed.inboxes.map(({ name }) => name);
  const options = { files: { 'inboxctl.yaml': files['inboxctl.yaml'] }, seed, keys };
  const text = stringify({ ...parse(whole), ...parse(sharded) });
  const indexes = [1, 2, 3, 4];

  it('makes one note of the plans of all', async () => {
    const { gitlab, ofRequest } = await project(options);
    const jobs = await ofRequest({ text });
    expect(statuses(jobs)).toEqual({
      ...Object.fromEntries(indexes.map((index) => [`plan ${index}/4`, 'success'])),
      test: 'success',
      note: 'success',
    });
    expect(gitlab.notes).toHaveLength(1);
    expect(gitlab.notes[0]?.body).toContain('### Plan: 6 to create');
    const counts = indexes.map((index) => report(jobs.get(`plan ${index}/4`), 'terraform', terraform));
    expect(counts.reduce((sum: number, one) => sum + (one as { create: number }).create, 0)).toBe(6);
    expect(readdirSync(jobs.get('note')?.artifacts ?? '')).toEqual(['plan.html']);
  });

  it('applies to each account once', async () => {
    const { service, ofMain } = await project(options);
    const jobs = await ofMain({ text, started: ['apply'] }, 'web');
    expect(statuses(jobs)).toMatchObject(Object.fromEntries(indexes.map((index) => [`apply ${index}/4`, 'success'])));
    for (const name of NAMES)
      expect(
        service
          .rules(name)
          .map((one) => one.name)
          .sort(),
      ).toEqual(['New', 'Old']);
    expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(2 * NAMES.length);
  });

  it('takes the keys of all from one file, as docs/secrets.md says', async () => {
    const { service, ofMain } = await project({ ...options, keys: {} });
    const INBOX_KEYS = path.join(projectOf({ 'keys.env': bundles.dotenv }), 'keys.env');
    const [diff = ''] = blocksOf('docs/secrets.md')
      .filter((block) => block.language === 'diff' && block.text.includes('npx inboxctl'))
      .map((block) => block.text);
    const [removed, added] = ['-', '+'].map((sign) => diff.split('\n').filter((line) => line.startsWith(sign)));
    const changed = (removed ?? []).reduce((before, line, index) => {
      expect(before).toContain(line.slice(1));
      return before.replace(line.slice(1), () => added?.[index]?.slice(1) ?? '');
    }, whole);
    const given = { text: changed, variables: { INBOX_KEYS } };
    const jobs = await ofMain({ ...given, started: ['apply', 'undo'] }, 'web');
    expect(statuses(jobs)).toMatchObject({ plan: 'success', apply: 'success', undo: 'success' });
    expect(statuses(await ofMain(given, 'schedule'))).toMatchObject({ drift: 'success' });
    for (const name of NAMES) expect(service.rules(name)).toHaveLength(2);
  });
});

/** The mode drift, as a runner starts it, with what it finds in a pull request that adopts it. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { driftMarker } from '../../src/action/drift/target.ts';
import { ALICE, BOT } from '../harness/github/fake-github.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, write } from '../harness/project.ts';
import { change, git } from '../source/git-repository.ts';
import { contentsOf, drifting, FILES, labelled, OTHER_TOKEN, VARIABLES, type World, writesOf } from './drift-world.ts';

const BRANCH = 'inboxctl/drift';
const ADOPT = { 'drift-report': 'pull-request' };
const WHOLE = driftMarker({ workingDirectory: '.', config: null, accounts: [] });

/** What `inboxctl pull` makes of the files. */
async function pulled({ service }: World, files: Record<string, string> = FILES): Promise<Record<string, string>> {
  const cwd = projectOf(files);
  const { code } = await inboxctl(['pull', '--prune', '--force'], { cwd, env: { ...service.env, ...VARIABLES } });
  expect(code).toBe(0);
  return withoutFolders(contentsOf(cwd));
}

function withoutFolders(contents: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(contents).filter(([, text]) => text !== '(folder)'));
}

describe('drift in a pull request', () => {
  it('has a branch as a pull writes the files, follows the inbox, and is gone when clean', async () => {
    const world = await drifting();
    const { github, cwd, drift, edit, add, remove } = world;
    const before = contentsOf(cwd);
    expect(await drift(ADOPT)).toMatchObject({ code: 0, outputs: { 'has-changes': 'false' } });
    expect(writesOf(github)).toEqual([]);

    await edit('Receipts', labelled('Paid'));
    await add({ name: 'Forms', condition: { aiInstructions: 'forms\n'.repeat(30) }, actions: [{ type: 'ARCHIVE' }] });
    await remove('Digest');
    const first = await drift(ADOPT);
    expect(first).toMatchObject({ code: 0, outputs: { creates: '1', replaces: '1', deletes: '1' } });
    expect(contentsOf(cwd)).toEqual(before);
    expect(github.issues()).toEqual([]);
    const [pull] = github.state.pulls;
    expect(pull).toMatchObject({ author: BOT, state: 'open', base: { ref: 'main' }, head: { ref: BRANCH } });
    expect(pull?.title).toBe('inboxctl: adopt what was changed in the inbox');
    expect(pull?.body.split('\n')[0]).toBe(WHOLE);
    expect(first.summary).toContain('adopts this');
    const files = github.files(BRANCH);
    expect(files).toEqual(await pulled(world));
    expect(files['rules/receipts.yaml']).toMatch(/^# Mine\.\n[\s\S]*# this shop alone\n[\s\S]*label: Paid/);
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['prompts/forms.md', 'rules/forms.yaml']));
    expect(files['rules/digest.yaml']).toBeUndefined();
    expect(github.state.git.commit(github.head(BRANCH) ?? '').parents).toEqual([github.head('main')]);

    const head = github.head(BRANCH);
    const writes = writesOf(github).length;
    await drift(ADOPT);
    expect(github.head(BRANCH)).toBe(head);
    expect(
      writesOf(github)
        .slice(writes)
        .filter((one) => /PATCH|pulls/.test(one)),
    ).toEqual([]);

    await edit('Receipts', labelled('Bills'));
    await drift(ADOPT);
    expect(github.head(BRANCH)).not.toBe(head);
    expect(github.files(BRANCH)).toEqual(await pulled(world));
    expect(github.state.pulls).toHaveLength(1);
    expect(github.state.pulls[0]?.body).toContain('Bills');

    await edit('Receipts', labelled('Receipt'));
    await remove('Forms');
    await add({
      name: 'Digest',
      condition: { aiInstructions: 'newsletters' },
      actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl: VARIABLES.DIGEST_WEBHOOK } }],
    });
    await drift(ADOPT);
    expect(github.head(BRANCH)).toBeNull();
    expect(github.state.pulls[0]).toMatchObject({ state: 'closed', mergedAt: null });
    expect(github.state.pulls[0]?.body).toContain('The inbox is as its files say again');
    expect(contentsOf(cwd)).toEqual(before);
  });

  it('is nothing any more once it is merged', async () => {
    const { github, drift, edit, cwd } = await drifting();
    await edit('Receipts', labelled('Paid'));
    await drift(ADOPT);
    github.merge(1);
    for (const [name, text] of Object.entries(github.files('main'))) write(cwd, name, text);
    expect(await drift(ADOPT)).toMatchObject({ code: 0, outputs: { 'has-changes': 'false' } });
    await edit('Receipts', labelled('Bills'));
    await drift(ADOPT);
    expect(github.state.pulls.map(({ state }) => state)).toEqual(['closed', 'open']);
    expect(github.files(BRANCH)['rules/receipts.yaml']).toContain('label: Bills');
  });

  it('takes a webhook that it finds for a variable to set, and writes it nowhere', async () => {
    const { github, drift, add, said } = await drifting();
    const webhookUrl = `https://hooks.example.com/${OTHER_TOKEN}`;
    await add({
      name: 'Chat',
      condition: { aiInstructions: 'chat' },
      actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl } }],
    });
    await drift(ADOPT);
    expect(github.state.pulls[0]?.body).toMatch(
      /\*\*Before you merge, set these variables\*\*[\s\S]*- `\w+`, of `Chat`/,
    );
    expect(github.files(BRANCH)['rules/chat.yaml']).toMatch(/env: \w+/);
    expect([...said, JSON.stringify(github.files(BRANCH))].join('\n')).not.toContain(OTHER_TOKEN);
  });

  it('becomes an issue where a pull cannot write it, and is a pull request again where it can', async () => {
    const { github, drift, edit, said } = await drifting();
    await edit('Receipts', labelled('Paid'));
    await drift(ADOPT);
    await edit('Receipts', labelled('Receipt'));
    const webhookUrl = `https://hooks.example.com/${OTHER_TOKEN}`;
    await edit('Digest', () => ({ actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl } }] }) as never);
    await drift(ADOPT);
    expect(github.issues()).toHaveLength(1);
    expect(github.issues()[0]?.state).toBe('open');
    expect(github.issues()[0]?.body).toMatch(/No pull request can adopt this:\n\n- .*webhookUrl/);
    expect(github.state.pulls[0]?.state).toBe('closed');
    expect(github.head(BRANCH)).toBeNull();

    await edit('Receipts', labelled('Paid'));
    await drift(ADOPT);
    expect(github.issues()[0]?.state).toBe('closed');
    const [, second] = github.state.pulls;
    expect(second?.state).toBe('open');
    expect(second?.body).toMatch(/\*\*What it leaves to you:\*\*\n\n- .*webhookUrl/);
    expect(said.join('\n')).not.toContain(OTHER_TOKEN);
  });

  it('never writes a live text into a file that may be anything', async () => {
    const rule =
      'name: Receipts\ncondition: { aiInstructions: { file: ../package.json } }\nactions: [{ type: ARCHIVE }]\n';
    const { github, drift, edit, cwd } = await drifting({
      files: { 'rules/receipts.yaml': rule, 'package.json': '{}\n' },
    });
    const before = contentsOf(cwd);
    await edit('Receipts', () => ({ condition: { aiInstructions: '{ "scripts": {} }' } }) as never);
    await drift(ADOPT);
    expect(contentsOf(cwd)).toEqual(before);
    expect(github.state.pulls).toEqual([]);
    expect(github.issues()[0]?.body).toMatch(/No pull request can adopt this:\n\n- .*`?package\.json/);
  });

  it('becomes an issue where the files are not as in the commit, or a pull would remove too much', async () => {
    const { github, drift, edit, remove, cwd } = await drifting();
    await edit('Receipts', labelled('Paid'));
    write(cwd, 'rules/receipts.yaml', `${FILES['rules/receipts.yaml']}# by another step\n`);
    const before = contentsOf(cwd);
    await drift(ADOPT);
    expect(contentsOf(cwd)).toEqual(before);
    expect(github.state.pulls).toEqual([]);
    expect(github.issues()[0]?.body).toMatch(/not as in the commit that the job runs for: `rules\/receipts.yaml`/);
    for (const name of ['Receipts', 'Digest']) await remove(name);
    await drift(ADOPT);
    expect(github.state.pulls).toEqual([]);
    expect(github.issues()[0]?.body).toContain('Refused:');
  });

  it('becomes an issue where the commit has a file that is not on disk, in whose place a pull would write', async () => {
    const { github, drift, cwd } = await drifting();
    rmSync(path.join(cwd, 'rules/receipts.yaml'));
    await drift(ADOPT);
    expect(github.state.pulls).toEqual([]);
    expect(github.issues()[0]?.body).toMatch(/not as in the commit that the job runs for: `rules\/receipts.yaml`/);
  });

  it('stands in the folder of the project, in a checkout with git, and leaves no trace in it', async () => {
    const files = Object.fromEntries(Object.entries(FILES).map(([name, text]) => [`mail/${name}`, text]));
    const { github, drift, edit, cwd } = await drifting({ files });
    git(cwd, ['init', '--quiet']);
    change(cwd, files);
    git(cwd, ['add', '-A']);
    git(cwd, ['commit', '--quiet', '-m', 'First']);
    await edit('Receipts', labelled('Paid'));
    const ended = await drift({ ...ADOPT, 'working-directory': 'mail' });
    expect(ended.code).toBe(0);
    expect(git(cwd, ['status', '--porcelain', '--ignored'])).toBe('');
    const [pull] = github.state.pulls;
    expect(pull?.head.ref).toMatch(/^inboxctl\/drift-[\da-f]{8}$/);
    expect(pull?.title).toContain('(mail)');
    const changed = Object.entries(github.files(pull?.head.ref ?? '')).filter(([name, text]) => files[name] !== text);
    expect(changed.map(([name]) => name)).toEqual(['mail/rules/receipts.yaml']);
  });

  it('leaves pull requests of others alone, from a fork and from its own branch', async () => {
    const { github, drift, edit } = await drifting();
    await edit('Receipts', labelled('Paid'));
    github.addPullRequest({ head: BRANCH, fork: 'mallory/inbox', body: `${WHOLE}\n`, author: BOT });
    const theirs = structuredClone(github.state.pulls[0]);
    await drift(ADOPT);
    expect(github.state.pulls).toHaveLength(2);
    expect(github.state.pulls[0]).toEqual(theirs);

    github.close(2);
    github.addPullRequest({ head: BRANCH, author: ALICE, body: 'I adopt this.', title: 'Adopt' });
    await edit('Receipts', labelled('Bills'));
    const ended = await drift(ADOPT);
    expect(ended.code).toBe(0);
    expect(github.state.pulls).toHaveLength(4);
    expect(github.state.pulls[2]).toMatchObject({ title: 'Adopt', body: 'I adopt this.', state: 'open' });
    expect(github.files(BRANCH)['rules/receipts.yaml']).toContain('label: Paid');
    expect(github.files(`${BRANCH}-2`)['rules/receipts.yaml']).toContain('label: Bills');
    await edit('Receipts', labelled('Receipt'));
    await drift(ADOPT);
    expect(github.state.pulls[2]?.state).toBe('open');
    expect(github.state.pulls[3]?.state).toBe('closed');
    expect(github.head(BRANCH)).not.toBeNull();
    expect(github.head(`${BRANCH}-2`)).toBeNull();
  });

  it('follows one that somebody opened from its branch, as long as the branch has no commit of theirs', async () => {
    const { github, drift, edit } = await drifting();
    await edit('Receipts', labelled('Paid'));
    await drift(ADOPT);
    github.close(1);
    const sha = github.head(BRANCH) ?? '';
    github.state.addPull(ALICE, 'Mine', '', { ref: BRANCH, sha, repository: github.repository }, 'main');
    await edit('Receipts', labelled('Bills'));
    await drift(ADOPT);
    expect(github.state.pulls).toHaveLength(2);
    expect(github.state.pulls[1]).toMatchObject({ title: 'Mine', body: '', state: 'open' });
    expect(github.files(BRANCH)['rules/receipts.yaml']).toContain('label: Bills');
  });

  it.each(['added', 'amended', 'rebased', 'merged into'] as const)(
    'leaves a branch alone that somebody %s, and says so',
    async (how) => {
      const { github, drift, edit } = await drifting();
      const { git } = github.state;
      await edit('Receipts', labelled('Paid'));
      await drift(ADOPT);
      const head = github.head(BRANCH) ?? '';
      const { message, tree } = git.commit(head);
      const main = github.push('main', { 'README.md': 'An inbox.\n' });
      const theirs = {
        added: () => git.write(head, { 'mine.md': 'Mine.\n' }, 'Mine'),
        amended: () =>
          git.addCommit(message, git.addTree(tree, [{ path: 'mine.md', mode: '100644', content: '' }]), [main]),
        rebased: () => git.addCommit(message, tree, [git.write(main, { 'mine.md': 'Mine.\n' }, 'Mine').sha]),
        'merged into': () => git.addCommit('Merge branch main', tree, [head, main]),
      }[how]().sha;
      git.moveBranch(BRANCH, theirs, true);
      github.state.moved(BRANCH);
      await edit('Receipts', labelled('Bills'));
      const ended = await drift(ADOPT, { cwd: projectOf(github.files('main')) });
      expect(ended.code).toBe(0);
      expect(github.head(BRANCH)).toBe(theirs);
      expect(github.files(`${BRANCH}-2`)['rules/receipts.yaml']).toContain('label: Bills');
      const [first, second] = github.state.pulls;
      expect(first?.body).toContain('Paid');
      const said = /Branches with commits that were not made by this action are left as they are: `inboxctl\/drift`\./;
      expect(second?.body).toMatch(said);
      expect(second?.body.split('\n')[0]).toBe(WHOLE);
      expect(ended.summary).toMatch(said);

      // The second is followed, and both are closed when it is over; the commits stay.
      await edit('Receipts', labelled('Due'));
      await drift(ADOPT, { cwd: projectOf(github.files('main')) });
      expect(github.state.pulls).toHaveLength(2);
      expect(github.files(`${BRANCH}-2`)['rules/receipts.yaml']).toContain('label: Due');
      await edit('Receipts', labelled('Receipt'));
      await drift(ADOPT, { cwd: projectOf(github.files('main')) });
      expect(github.state.pulls.map(({ state }) => state)).toEqual(['closed', 'closed']);
      expect(github.head(BRANCH)).toBe(theirs);
      expect(first?.body).toContain('Its branch stays');
      expect(github.head(`${BRANCH}-2`)).toBeNull();
    },
  );

  it.each([
    { permissions: { contents: 'read' as const }, said: 'contents: write' },
    { permissions: { pull_requests: 'read' as const }, said: 'pull-requests: write' },
  ])('says that $said is missing, in a job that fails', async ({ permissions, said }) => {
    const { github, drift, edit, cwd } = await drifting();
    const before = contentsOf(cwd);
    github.permit(permissions);
    await edit('Receipts', labelled('Paid'));
    const ended = await drift(ADOPT);
    expect(ended).toMatchObject({ code: 1, outputs: { 'failure-reason': 'unauthorized', 'has-changes': 'true' } });
    expect(ended.annotations.find(({ severity }) => severity === 'error')?.message).toContain(said);
    expect(ended.summary).toContain('`Receipts`');
    expect(contentsOf(cwd)).toEqual(before);
  });

  it('needs no permission for issues', async () => {
    const { github, drift, edit } = await drifting();
    github.permit({ issues: 'none' });
    await edit('Receipts', labelled('Paid'));
    expect(await drift(ADOPT)).toMatchObject({ code: 0 });
    await edit('Receipts', labelled('Receipt'));
    expect(await drift(ADOPT)).toMatchObject({ code: 0 });
    expect(github.state.pulls[0]?.state).toBe('closed');
  });

  it('is not adopted by an expired key, a changed default branch is followed', async () => {
    const { github, drift, edit, cwd } = await drifting();
    await edit('Receipts', labelled('Paid'));
    await drift(ADOPT);
    const head = github.head(BRANCH);
    const ended = await drift(ADOPT, { env: { INBOXCTL_API_KEY: 'expired-key-of-the-tests' } });
    expect(ended.outputs['failure-reason']).toBe('unauthorized');
    expect(github.head(BRANCH)).toBe(head);

    github.push('main', { 'README.md': 'An inbox.\n' });
    write(cwd, 'README.md', 'An inbox.\n');
    await drift(ADOPT);
    expect(github.state.git.commit(github.head(BRANCH) ?? '').parents).toEqual([github.head('main')]);
    expect(github.files(BRANCH)['README.md']).toBe('An inbox.\n');
  });

  it('says how to allow pull requests by actions where the repository does not', async () => {
    const { github, drift, edit } = await drifting();
    github.fault('no-pull-requests-by-actions', { method: 'POST', path: /pulls$/ });
    await edit('Receipts', labelled('Paid'));
    const ended = await drift(ADOPT);
    expect(ended).toMatchObject({ code: 1, outputs: { 'failure-reason': 'unauthorized' } });
    expect(ended.annotations.find(({ severity }) => severity === 'error')?.message).toContain('Workflow permissions');
  });

  it('is left as it is where the inbox cannot be read a second time', async () => {
    const { github, drift, edit, service, cwd } = await drifting();
    await edit('Receipts', labelled('Paid'));
    await drift(ADOPT);
    const [before, head] = [structuredClone(github.state.pulls), github.head(BRANCH)];
    await edit('Receipts', labelled('Bills'));
    const checkout = contentsOf(cwd);
    service.fault('GET /rules 500-before @2-');
    const ended = await drift(ADOPT);
    expect(ended).toMatchObject({ code: 1, outputs: { 'failure-reason': 'unreachable', 'has-changes': 'true' } });
    expect(github.state.pulls).toEqual(before);
    expect(github.issues()).toEqual([]);
    expect(github.head(BRANCH)).toBe(head);
    expect(contentsOf(cwd)).toEqual(checkout);
  });
});

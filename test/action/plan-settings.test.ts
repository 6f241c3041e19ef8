import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { pullRequestEvent } from '../harness/action.ts';
import { NEWS, planningJob } from '../harness/planning-job.ts';
import { KEY, write } from '../harness/project.ts';

const STRICT = `version: 1
policy: { forbidActions: [DELETE], webhookHosts: [hooks.example.com] }
guard: { maxDeletes: 3 }
`;
const LOOSE = `version: 1
guard: { maxDeletes: "100%" }
ignoreDifferences: [{ rule: "*", fields: ["actions"] }]
rules: [rules]
`;

/** The plan does not need the base then: else one that cannot be read, or is broken, ends the run. */
const WITHOUT_BASE = { inputs: { review: 'none' } };

const KEY_OF = 'apiKey: { env: ALICE_KEY }\n';
const FOLDER = { 'inboxctl.yaml': 'accounts: accounts\n', 'accounts/alice.yaml': KEY_OF };

/** The comment on a pull request of these files; null: it removes the file. */
async function commentOn(base: Record<string, string>, files: Record<string, string | null>): Promise<string> {
  const { github, pull, folder, plan, comments } = await planningJob({ base, files: { 'rules/news.yaml': NEWS } });
  github.push(pull.head.ref, files);
  for (const [name, text] of Object.entries(files)) {
    if (text === null) rmSync(path.join(folder, name));
    else write(folder, name, text);
  }
  await plan({ env: { ALICE_KEY: KEY } });
  return comments()[0] ?? '';
}

describe('a pull request that changes settings', () => {
  it('is told which at the top of its comment', async () => {
    const { plan, comments } = await planningJob({
      base: { 'inboxctl.yaml': STRICT },
      files: { 'inboxctl.yaml': LOOSE, 'rules/news.yaml': NEWS },
    });
    const { summary } = await plan();
    const [body = ''] = comments();
    const top = body.slice(body.indexOf('\n') + 2, body.indexOf('## inboxctl'));
    expect(top).toMatch(/^> \[!WARNING\]\n> \*\*This pull request changes settings, not only rules\.\*\*/);
    expect(top).toContain('> - `inboxctl.yaml`: `policy`, `guard.maxDeletes`, `ignoreDifferences`, `rules`\n');
    expect(summary).toContain('This pull request changes settings');
  });

  it('gets a comment for that alone', async () => {
    const { plan, comments, github, pull } = await planningJob({
      base: { 'inboxctl.yaml': STRICT, 'rules/none.yaml': 'rules: []\n' },
      files: { 'inboxctl.yaml': STRICT.replace('3', '30') },
    });
    await plan();
    expect(comments()).toHaveLength(1);
    expect(comments()[0]).toContain('> - `inboxctl.yaml`: `guard.maxDeletes`');
    expect(comments()[0]).toContain('No changes');
    expect(github.comments(pull.number)).toHaveLength(1);
  });

  it('is told where the project file is new or not as it was read before', async () => {
    const added = await planningJob({ files: { 'inboxctl.yaml': 'version: 1\n', 'rules/news.yaml': NEWS } });
    await added.plan();
    expect(added.comments()[0]).toContain('The project file `inboxctl.yaml` is new.');
    const broken = await planningJob({
      base: { 'inboxctl.yaml': 'policies: {}\n' },
      files: { 'inboxctl.yaml': 'version: 1\n', 'rules/news.yaml': NEWS },
    });
    await broken.plan(WITHOUT_BASE);
    expect(broken.comments()[0]).toMatch(/\[!WARNING\]\n> Whether this pull request changes .* is not known/);
    const gone = 'e'.repeat(40);
    const missing = await planningJob({ base: { 'inboxctl.yaml': STRICT }, files: { 'rules/news.yaml': NEWS } });
    const { pull } = missing;
    const payload = pullRequestEvent(missing.github, { ...pull, base: { ...pull.base, sha: gone } });
    await missing.plan({ sha: gone, payload, ...WITHOUT_BASE });
    expect(missing.comments()[0]).toMatch(
      /\[!WARNING\]\n> Whether this pull request changes .* is not known\. The base `e{40}` cannot be read: .* forced push/,
    );
  });

  it('is told where another project file takes the place of the one that counted', async () => {
    const base = { 'inboxctl.yaml': STRICT, 'mail/rules/news.yaml': NEWS };
    const { plan, comments } = await planningJob({ base, files: { 'mail/inboxctl.yaml': 'version: 1\n' } });
    await plan({ inputs: { 'working-directory': 'mail' } });
    expect(comments()[0]).toContain('The project file is `mail/inboxctl.yaml`; before it was `inboxctl.yaml`.');
    expect(comments()[0]).toContain('> - `mail/inboxctl.yaml`: `policy`, `guard`\n');
  });

  it.each([
    [
      'the project file',
      { 'inboxctl.yaml': `accounts: { alice: { ${KEY_OF.trim()} }, bob: {} }\n` },
      { 'inboxctl.yaml': `accounts: { alice: { ${KEY_OF.trim()} } }\n` },
    ],
    ['a folder', { ...FOLDER, 'accounts/bob.yaml': KEY_OF }, { 'accounts/bob.yaml': null }],
  ])('that removes an account from %s is told that its live rules stay', async (_where, base, files) => {
    expect(await commentOn(base, files)).toContain(
      '> - The live rules of an account that was removed stay as they are, unless another account has its inbox: `bob`\n',
    );
  });

  it('that only renames the file of an account is told of no removal', async () => {
    const comment = await commentOn(FOLDER, { 'accounts/alice.yaml': null, 'accounts/alice.yml': KEY_OF });
    expect(comment).toContain('`accounts/alice.yaml`: removed');
    expect(comment).not.toContain('stay as they are');
  });
});

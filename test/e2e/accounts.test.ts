import { expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { KEY, projectOf } from '../harness/project.ts';

it('shows no value of a key or of a variable that rules refer to, wherever it was pasted', async () => {
  const secret = 'a-secret-of-the-hook';
  const hook = 'actions: [{ type: CALL_WEBHOOK, fields: { webhookUrl: { env: HOOK } } }]';
  const cwd = projectOf({
    'inboxctl.yaml': `ignore: ["${KEY}", "${secret}"]\naccounts: { a: { baseUrl: "https://x.example.com/${KEY.toUpperCase()}/api/v1" } }\n`,
    'rules/a.yaml': `name: A\ncondition: { aiInstructions: x }\n${hook}\n`,
  });
  const variables = { INBOXCTL_API_KEY: KEY, HOOK: secret };
  for (const format of ['text', 'json']) {
    const { stdout, stderr } = await inboxctl(['accounts', '--format', format], { cwd, env: variables });
    expect(stdout).toContain('(secret HOOK)');
    expect((stdout + stderr).toLowerCase()).not.toContain(KEY);
    expect(stdout + stderr).not.toContain(secret);
  }
});

import { describe, expect, it } from 'vitest';
import { doctorDocument } from '../../src/model/doctor.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import type { RunOptions } from '../harness/program.ts';
import { projectOf } from '../harness/project.ts';
import { serve as answering, json } from '../service/scripted-server.ts';

const RULE = 'name: A\ncondition: { aiInstructions: A }\nactions: [{ type: STAR }]\n';

/** Runs `inboxctl doctor --format json`; gives its exit code, and each probe as `account/probe: result`. */
async function diagnosed(args: readonly string[], options: RunOptions) {
  const { code, stdout, stderr } = await inboxctl(['doctor', '--format', 'json', ...args], options);
  const { probes, notices } = doctorDocument.parse(JSON.parse(stdout));
  const results = probes.map(({ account, probe, result }) => [`${account}/${probe}`, result]);
  return {
    code,
    probes,
    notices,
    text: stdout + stderr,
    results: Object.fromEntries(results) as Record<string, string>,
  };
}

it('an address of another machine over http:// is a warning where --allow-http allows it', async () => {
  const { port } = await answering((response) => json(response, 200, { rules: [] }));
  // 0.0.0.0 is this machine too, but nothing says so.
  const env = { INBOXCTL_BASE_URL: `http://0.0.0.0:${port}/api/v1`, INBOXCTL_API_KEY: 'a-long-key' };
  const { code, results, text } = await diagnosed(['--allow-http'], { cwd: projectOf({ 'rules/a.yaml': RULE }), env });
  expect({ code, ...results }).toMatchObject({ code: 0, 'default/base-url': 'warning', 'default/connection': 'ok' });
  expect(text).toContain('http:// is not encrypted');
});

describe('a service that repeats secrets', () => {
  it('has them hidden, and words of our own are never taken for one', async () => {
    const secrets = {
      HOOK: 'the-secret-of-a-hook',
      INBOXCTL_API_KEY: 'key-that-is-repeated',
      WORD: 'live rules',
      NAME: 'RULES_WRITE',
    };
    const said = Object.values(secrets).join(' ');
    const { baseUrl } = await answering((response, { method }) => {
      if (method === 'GET') json(response, 200, { rules: [] });
      else json(response, 500, { error: { code: 'INTERNAL_ERROR', message: said, hint: said } });
    });
    const rules = ['HOOK', 'WORD', 'NAME'].map(
      (name) => `- { name: ${name}, condition: { aiInstructions: { env: ${name} } }, actions: [{ type: STAR }] }`,
    );
    const cwd = projectOf({ 'rules/a.yaml': `rules:\n${rules.join('\n')}\n` });
    const env = { ...secrets, INBOXCTL_BASE_URL: baseUrl };
    const { results, text } = await diagnosed([], { cwd, env });
    expect(results).toMatchObject({ 'default/RULES_READ': 'ok', 'default/RULES_WRITE': 'warning' });
    expect(text).toContain('(secret HOOK)');
    for (const secret of [secrets.HOOK, secrets.INBOXCTL_API_KEY]) expect(text).not.toContain(secret);
    const { stdout } = await inboxctl(['doctor'], { cwd, env });
    expect(stdout).toContain('yes: 0 live rules');
  });
});

/** Which address and key a job uses: those of its inputs, else those of the files, else those of `env`. */
import { expect, it } from 'vitest';
import { KEY, serve } from '../harness/project.ts';
import { applying, endOf, rule } from './apply-world.ts';

/** A project that names the address and the variable of its inbox, and another inbox, whose key differs. */
async function world() {
  const home = await serve({ profile: 'newer' });
  const other = await serve({ profile: 'newer', key: 'another-key-of-the-tests' });
  const settings = `baseUrl: "${home.baseUrl}"\napiKey: { env: INBOXCTL_TEAM_KEY }\n`;
  const files = { 'inboxctl.yaml': settings, 'rules/a.yaml': rule('A') };
  const { apply, github, replan } = await applying({ files });
  const ofOther = { INBOXCTL_BASE_URL: other.baseUrl, INBOXCTL_API_KEY: 'another-key-of-the-tests' };
  const hosts = [home, other].map(({ baseUrl }) => new URL(baseUrl).host).join(', ');
  const run = (inputs: Record<string, string>, env: Record<string, string> = {}) =>
    apply([], { inputs: { review: 'none', 'base-url': '', 'api-key': '', ...inputs }, env: { ...ofOther, ...env } });
  const names = () => [home, other].map(({ rules }) => rules().map(({ name }) => name));
  return { home, other, hosts, ofOther, run, names, github, replan };
}

it('the files count, not the environment, and the job warns of an address that is not used', async () => {
  const { run, names } = await world();
  const end = await run({}, { INBOXCTL_TEAM_KEY: KEY });
  expect({ code: endOf(end).code, names: names() }).toEqual({ code: 0, names: [['A'], []] });
  const warned = end.annotations.filter(({ message }) => message.includes('INBOXCTL_BASE_URL is set, but not used'));
  expect(warned).toMatchObject([{ severity: 'warning', message: expect.stringContaining('give it with `base-url`') }]);
});

it('the inputs count before the files', async () => {
  const { other, run, names } = await world();
  const inputs = { 'base-url': other.baseUrl, 'api-key': 'another-key-of-the-tests' };
  const end = await run(inputs, { INBOXCTL_TEAM_KEY: KEY });
  expect({ code: endOf(end).code, names: names() }).toEqual({ code: 0, names: [[], ['A']] });
  expect(JSON.stringify(end.annotations)).not.toContain('INBOXCTL_BASE_URL');
});

it('a bundle has the key of the variable that the files name', async () => {
  const { run, names } = await world();
  const keys = `INBOXCTL_TEAM_KEY=${KEY}\nINBOXCTL_API_KEY=another-key-of-the-tests\n`;
  const end = await run({ 'api-keys': keys }, { INBOXCTL_TEAM_KEY: 'of-the-environment' });
  expect({ code: endOf(end).code, names: names() }).toEqual({ code: 0, names: [['A'], []] });
});

it('a pull request that names another address gets no key there, unless the workflow allows the host', async () => {
  const { home, other, hosts, ofOther, github, replan } = await world();
  const elsewhere = await serve({ profile: 'newer' });
  const pull = github.addPullRequest({
    files: { 'inboxctl.yaml': `baseUrl: "${elsewhere.baseUrl}"\napiKey: { env: INBOXCTL_TEAM_KEY }\n` },
  });
  const plan = async (allowed: string) => {
    const inputs = { 'base-url': '', 'api-key': '', 'allowed-hosts': allowed };
    return endOf(await replan(pull, {}, { inputs, env: { ...ofOther, INBOXCTL_TEAM_KEY: KEY } }));
  };
  for (const allowed of [hosts, '']) {
    const { code, message } = await plan(allowed);
    expect({ allowed, code }).toEqual({ allowed, code: 1 });
    expect(message).toContain(new URL(elsewhere.baseUrl).host);
  }
  for (const { requests } of [home, other, elsewhere]) expect(requests).toEqual([]);
  expect(await plan(new URL(elsewhere.baseUrl).host)).toMatchObject({ code: 0 });
  expect(elsewhere.requests).not.toEqual([]);
});

/** The bundle's way to GitHub, on each Node. */
import { describe, expect, it } from 'vitest';
import { BOT_TOKEN } from '../harness/github/fake-github.ts';
import { NODES } from '../harness/node24.ts';
import { planningJob } from '../harness/planning-job.ts';
import { proxyTo } from '../harness/proxy.ts';

describe.each(NODES)('on %s', (_, node) => {
  it('goes through a proxy, and writes the token nowhere', async () => {
    const { github, plan, comments } = await planningJob();
    const proxy = await proxyTo(github.apiUrl);
    const env = { GITHUB_API_URL: 'http://api.github.example.com', http_proxy: proxy.url, RUNNER_DEBUG: '1' };
    const { code, stdout, stderr, masks, summary } = await plan({ env, node: node() });
    expect({ code, comments: comments().length }).toEqual({ code: 0, comments: 1 });
    expect(new Set(proxy.hosts.map((host) => host.replace(/:80$/, '')))).toEqual(new Set(['api.github.example.com']));
    expect(masks).toContain(BOT_TOKEN);
    const said = stdout.replaceAll(`::add-mask::${BOT_TOKEN}`, '');
    for (const text of [said, stderr, summary, ...comments()]) expect(text).not.toContain(BOT_TOKEN);
  });

  it('comments once after a 502, a limit and a lost answer', async () => {
    const { github, plan, comments } = await planningJob();
    const creating = { method: 'POST', path: /comments$/ };
    github.fault('bad-gateway', { method: 'GET', path: /comments$/ });
    github.fault('secondary-limit', creating);
    github.fault('reset-after', creating);
    const { code, annotations } = await plan({ node: node() });
    expect({ code, annotations, comments: comments().length }).toEqual({ code: 0, annotations: [], comments: 1 });
    expect(github.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/comments'))).toHaveLength(
      2,
    );
  });
});

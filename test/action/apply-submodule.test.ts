/** Rules in a submodule: of what changes in it, GitHub lists the folder of the submodule, which may be above that of the rules. */
import { expect, it } from 'vitest';
import { pullRequestEvent, pushEvent, runActionHere } from '../harness/action.ts';
import { fakeGitHub } from '../harness/github/fake-github.ts';
import { KEY, projectOf, serve } from '../harness/project.ts';
import { rule } from './apply-world.ts';

it('a run is superseded by a commit that moves the submodule of its rules', async () => {
  const settings = { 'inboxctl.yaml': 'rules: [shared/mail]\n' };
  const service = await serve();
  // The fake has a file in place of the submodule: it is listed in the same way.
  const github = await fakeGitHub({ files: { ...settings, shared: 'Subproject commit 1\n' } });
  const cwd = projectOf({ ...settings, 'shared/mail/a.yaml': rule('A') });
  const inputs = { 'base-url': service.baseUrl, 'api-key': KEY };
  const pull = github.addPullRequest({ files: { shared: 'Subproject commit 2\n' } });
  const checkOut = (sha: string) => {
    github.state.git.cloneInto(cwd, sha);
    return sha;
  };
  await runActionHere({
    event: 'pull_request',
    cwd,
    github,
    sha: checkOut(github.testMerge(pull)),
    payload: pullRequestEvent(github, pull),
    inputs: { mode: 'plan', ...inputs },
  });
  const commits = github.merge(pull.number);
  // The rule A is gone in that one.
  github.push('main', { shared: 'Subproject commit 3\n' });
  const ended = await runActionHere({
    event: 'push',
    cwd,
    github,
    sha: checkOut(commits.at(-1) ?? ''),
    payload: pushEvent(github, commits),
    inputs: { mode: 'apply', ...inputs },
  });
  expect(service.rules()).toEqual([]);
  expect(ended.outputs.superseded).toBe('true');
});

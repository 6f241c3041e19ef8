/** Which project file counts: a guard must not vanish by a typo, nor be that of somebody else. */
import { chownSync, existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf } from '../harness/project.ts';

const RULE = 'name: A\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n';
const POLICY = 'policy: { forbidActions: [STAR] }\n';

describe('a project file above the working directory', () => {
  const me = process.geteuid?.() ?? 0;
  /** Root can give files away; anybody else is another user to what is theirs. */
  const asAnother = (...files: string[]): number => {
    if (me !== 0) return me + 1;
    for (const file of files) chownSync(file, 4242, -1);
    return me;
  };
  const project = () => {
    const folder = projectOf({ 'inboxctl.yaml': 'version: 1\n', 'rules/a.yaml': RULE, 'below/x': '' });
    return { folder, file: path.join(folder, 'inboxctl.yaml'), below: path.join(folder, 'below') };
  };

  it.each(['the file', 'the folder', 'both'])('is refused where %s belongs to another user', async (what) => {
    const { folder, file, below } = project();
    const uid = asAnother(...(what === 'the folder' ? [] : [file]), ...(what === 'the file' ? [] : [folder]));
    for (const command of ['validate', 'plan', 'doctor']) {
      const { code, stdout, stderr } = await inboxctl([command], { cwd: below, uid });
      expect({ command, code }).toEqual({ command, code: 3 });
      expect((stdout + stderr).replace(/\s+/g, ' ')).toMatch(/\.\.\/inboxctl\.yaml, .*another user/);
      expect(stdout + stderr).toContain('--config ../inboxctl.yaml');
    }
    const named = await inboxctl(['validate', '--config', '../inboxctl.yaml'], { cwd: below, uid });
    expect(named.code).toBe(0);
    expect(await inboxctl(['validate'], { cwd: folder, uid })).toMatchObject({ code: 0 });
  });

  it('counts where both belong to this user', async () => {
    const { below } = project();
    expect(await inboxctl(['validate'], { cwd: below, uid: me })).toMatchObject({ code: 0 });
    expect(await inboxctl(['validate'], { cwd: below })).toMatchObject({ code: 0 });
  });

  it.each([
    ['of another user', 'inboxctl.yaml'],
    ['that is called almost like one', 'inboxctl.yml'],
  ])('%s does not keep init from a project of its own', async (_, name) => {
    const cwd = path.join(projectOf({ [name]: POLICY, 'below/x': '' }), 'below');
    const uid = name === 'inboxctl.yaml' ? asAnother(path.join(cwd, '..', name)) : me;
    const { code, stderr } = await inboxctl(['init'], { cwd, uid });
    expect({ code, isThere: existsSync(path.join(cwd, 'inboxctl.yaml')) }).toEqual({ code: 0, isThere: true });
    expect(stderr).toContain(`../${name}`);
  });
});

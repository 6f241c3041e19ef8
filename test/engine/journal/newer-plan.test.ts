/** A sealed plan in words of a later version, such as a type of action: it must not read as one without changes. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { hashOf, lineKey, openedLine, parseLine, sealedLine } from '../../../src/engine/journal/seal.ts';
import { sealedHead } from '../../../src/model/journal.ts';
import { sealKeyOf } from '../../../src/planning/account-redactor.ts';
import { inboxctl } from '../../harness/inboxctl.ts';
import { KEY, projectOf, serve } from '../../harness/project.ts';

/** The journal with its texts changed, sealed again with the key. */
function resealed(text: string, change: (json: string) => string): string {
  const [first = '', ...rest] = text.split('\n').slice(0, -1);
  const key = lineKey(sealedHead.parse(JSON.parse(first)), 0, sealKeyOf(KEY));
  const lines = rest.map((line, number) => {
    const written = parseLine(line);
    if (written === null) throw new Error('A line cannot be parsed');
    const value = openedLine(hashOf(first), number, key, written);
    const place = { number, account: 0, isEnd: written.isEnd };
    return sealedLine(hashOf(first), place, key, JSON.parse(change(JSON.stringify(value))));
  });
  return [first, ...lines].map((line) => `${line}\n`).join('');
}

it('a rollback does not say that there is nothing to take back', async () => {
  const service = await serve();
  const rule = 'name: News\ncondition: { aiInstructions: find news }\nactions: [{ type: STAR }]\n';
  const cwd = projectOf({ 'rules/news.yaml': rule });
  const run = (...args: string[]) => inboxctl(args, { cwd, env: service.env });
  expect(await run('apply', '--yes')).toMatchObject({ code: 0 });
  const folder = path.join(cwd, '.inboxctl', 'runs');
  const [name = ''] = readdirSync(folder);
  const file = path.join(folder, name);
  const text = readFileSync(file, 'utf8');

  writeFileSync(
    file,
    resealed(text, (json) => json),
  );
  expect((await run('rollback', '--dry-run')).stdout).toContain('1 to delete');

  writeFileSync(
    file,
    resealed(text, (json) => json.replaceAll('"STAR"', '"SNOOZE"')),
  );
  const { code, stdout, stderr } = await run('rollback', '--yes');
  expect(stdout).not.toContain('nothing to take back');
  expect(stderr.replace(/\s+/g, ' ')).toContain('a newer inboxctl wrote it');
  expect(code).not.toBe(0);
  expect((await run('runs')).stderr.replace(/\s+/g, ' ')).toContain('a newer inboxctl wrote it');
});

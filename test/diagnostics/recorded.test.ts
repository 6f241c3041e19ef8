/** Notices that come back from a plan file: the same words, and nothing of them acts. */
import { describe, expect, it } from 'vitest';
import { recorded, describe as say, textOf } from '../../src/diagnostics/describe.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { isGuard } from '../../src/diagnostics/guards.ts';
import { inOneLine } from '../../src/report/json.ts';
import { shownNotices } from '../../src/report/print/problems.ts';
import { forAll } from '../harness/for-all.ts';
import { hostile, INJECTIONS } from '../report/markdown/hostile.ts';

const notice = (message: string) => ({ code: 'likely-rename', severity: 'warning', message }) as const;
describe('a recorded notice', () => {
  it('has the words that were written, also when it is recorded again, and none of them count as ours', async () => {
    const check = (message: string) => {
      const { message: once } = say(recorded(notice(message)));
      expect(say(recorded(notice(once))).message).toBe(once);
      const ours = textOf(recorded(notice(message))).message.filter((part) => typeof part === 'string');
      expect(new Set(ours)).toEqual(new Set(message.includes('\n') ? ['\n'] : []));
    };
    for (const text of INJECTIONS) check(text);
    await forAll([hostile], 100, check);
  });

  it('is read by its words alone, whatever its code implies', () => {
    const args = { deletes: 5, live: 9, limit: 2, setting: 2, from: 'setting', ignored: 0, isRollback: false } as const;
    const guard: Diagnostic = { code: 'guard-max-deletes', args, severity: 'error' };
    const back = recorded({ code: guard.code, severity: 'error', message: inOneLine(guard) });
    expect([isGuard(guard), isGuard(back)]).toEqual([true, false]);
    expect(inOneLine(back)).toBe(inOneLine(guard));
    const unknown = recorded({ code: '__proto__', severity: 'warning', message: 'of a later version' });
    expect(shownNotices([back, unknown], true)).toEqual([back]);
  });
});

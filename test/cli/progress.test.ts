import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Io } from '../../src/cli/io.ts';
import { progress } from '../../src/cli/terminal/progress.ts';
import { type TerminalArguments, terminalOf } from '../../src/cli/terminal/terminal.ts';
import type { ProgressEvent, Step } from '../../src/model/applied.ts';
import { textStanding } from '../../src/report/progress.ts';
import { forAll } from '../harness/for-all.ts';
import { watched } from '../harness/screen.ts';
import { shownFailure } from '../harness/shown-apply.ts';
import { shownChange, shownRule } from '../harness/shown-rule.ts';

const stepOf = (name: string, status: Step['status'] = 'done', account = 'default'): ProgressEvent => {
  const change = shownChange({ account, name, before: null, after: shownRule({}) });
  return { kind: 'step', step: { change, status, ...(status === 'failed' ? { error: shownFailure('no') } : {}) } };
};

const waiting = (ms: number, more: Partial<Extract<ProgressEvent, { kind: 'waiting' }>> = {}): ProgressEvent => {
  return { kind: 'waiting', why: 'rate-limit', ms, account: null, ...more };
};

interface Setting {
  tty?: boolean;
  columns?: number;
  changes?: number;
  accounts?: number;
  options?: TerminalArguments & { yes?: boolean };
  env?: Record<string, string>;
}

/** A progress with a stream and a clock of the test's own; `pass` lets time go by. */
function started({ tty = false, columns = 80, changes = 20, accounts = 1, options = {}, env = {} }: Setting = {}) {
  const { stderr, screen, written } = watched(columns);
  let seconds = 100;
  const io = {
    env: { LANG: 'C.UTF-8', ...env },
    stdout: {},
    stderr: Object.assign(stderr, tty ? { isTTY: true, columns } : {}),
    uptime: () => seconds,
  } as unknown as Io;
  const { yes: isBelowPlan = true, ...how } = options;
  const said = progress(io, terminalOf(io, { color: 'never', ...how }), { changes, accounts, isBelowPlan });
  const pass = (ms: number) => {
    for (let left = ms; left > 0; left -= 50) {
      seconds += Math.min(50, left) / 1000;
      vi.advanceTimersByTime(Math.min(50, left));
    }
  };
  return { ...said, pass, stderr, screen, written };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('without a terminal', () => {
  it('each change that ended has a line, and waits have one in ten seconds', () => {
    const { tell, pass, end, written } = started({ changes: 1_234 });
    tell(stepOf('A'));
    tell(waiting(500));
    tell(stepOf('B', 'failed'));
    tell(waiting(11_300));
    pass(5_000);
    tell(waiting(6_300));
    pass(6_300);
    tell(stepOf('C', 'not-tried'));
    tell(stepOf('D', 'held'));
    tell(waiting(4_000, { why: 'retry', status: 500 }));
    end();
    expect(written()).toMatchInlineSnapshot(`
      "
      [1/1,234] created "A"
      [2/1,234] create failed "B"
      The service limits requests: waiting 12 s
      [4/1,234] create held back "D"
      The service answers 500: trying again in 4 s
      "
    `);
  });

  it('tells the account where there are several', () => {
    const { tell, end, written } = started({ accounts: 2 });
    tell(stepOf('A', 'done', 'alice'));
    tell(waiting(3_000, { why: 'unreachable', account: 'bob' }));
    end();
    expect(written()).toMatchInlineSnapshot(`
      "
      [1/20] alice: created "A"
      bob: The service does not answer as it should: trying again in 3 s
      "
    `);
  });

  it.each([{ options: { quiet: true } }, { tty: true, options: { quiet: true } }])('is silent with --quiet', (how) => {
    const { tell, say, pass, end, written } = started(how);
    tell(stepOf('A', 'failed'));
    tell(waiting(10_000));
    pass(1_000);
    end();
    expect(written()).toBe('');
    say('Stopping.\n');
    expect(written()).toBe('Stopping.\n');
  });

  it.each([{ env: { TERM: 'dumb' } }, { columns: 0 }])('redraws nothing on a terminal that cannot: %o', (how) => {
    const { tell, pass, end, written } = started({ tty: true, ...how });
    tell(stepOf('A'));
    pass(1_000);
    end();
    expect(written()).toBe('\n[1/20] created "A"\n');
  });
});

describe('on a terminal', () => {
  it('shows below the lines how far it has come and the time that is left, and that is gone at the end', () => {
    const { tell, say, pass, end, screen } = started({ tty: true });
    expect(screen.text).toBe('0/20');
    for (let number = 1; number <= 5; number += 1) {
      pass(1_000);
      tell(stepOf(`Rule ${number}`, number === 2 ? 'failed' : 'done'));
    }
    expect(screen.text).toMatchInlineSnapshot(`
      "
      [1/20] created "Rule 1"
      [2/20] create failed "Rule 2"
      [3/20] created "Rule 3"
      [4/20] created "Rule 4"
      [5/20] created "Rule 5"
      5/20, 1 failed, 15 s left"
    `);
    say('Stopping after the requests under way. Press Ctrl-C again to stop at once.\n');
    tell(waiting(12_000));
    pass(300);
    expect(screen.text).toMatchInlineSnapshot(`
      "
      [1/20] created "Rule 1"
      [2/20] create failed "Rule 2"
      [3/20] created "Rule 3"
      [4/20] created "Rule 4"
      [5/20] created "Rule 5"
      Stopping after the requests under way. Press Ctrl-C again to stop at once.
      5/20, 1 failed. The service limits requests: waiting 12 s"
    `);
    pass(9_000);
    expect(screen.text).toContain('waiting 3 s');
    pass(3_000);
    expect(screen.text).not.toContain('waiting');
    tell({ kind: 'stalled', why: 'no-answer', ms: 10_500 });
    pass(1_000);
    expect(screen.text).toContain('5/20, 1 failed. Waiting for an answer of the service, for 11 s so far');
    tell(stepOf('Rule 6'));
    expect(screen.text).not.toContain('Waiting');
    for (let number = 7; number <= 20; number += 1) tell(stepOf(`Rule ${number}`, 'skipped'));
    pass(300);
    expect(screen.text.split('\n').at(-1)).toBe('20/20, 1 failed. Reading the rules as they are now');
    end();
    pass(1_000);
    expect(screen.text).toMatchInlineSnapshot(`
      "
      [1/20] created "Rule 1"
      [2/20] create failed "Rule 2"
      [3/20] created "Rule 3"
      [4/20] created "Rule 4"
      [5/20] created "Rule 5"
      Stopping after the requests under way. Press Ctrl-C again to stop at once.
      [6/20] created "Rule 6""
    `);
    expect(screen.at).toEqual([screen.text.split('\n').length, 0]);
  });

  it('leaves nothing below the last line where the program ends at once', () => {
    const { say, pass, screen } = started({ tty: true, options: {} });
    pass(1_000);
    say('Stopped at once.\n');
    expect(screen.text).toBe('\nStopped at once.');
  });

  it('keeps lines of what was not made only, where there are many changes', () => {
    const { tell, pass, end, screen } = started({ tty: true, changes: 1_000, options: { yes: false } });
    for (let number = 1; number <= 400; number += 1) {
      tell(stepOf(`Rule ${number}`, number % 4 === 0 ? 'failed' : 'done'));
      if (number % 10 === 0) pass(50);
    }
    pass(250);
    const lines = screen.text.split('\n');
    expect(lines).toHaveLength(51);
    expect(lines.at(-2)).toBe('[200/1,000] create failed "Rule 200"');
    expect(lines.at(-1)).toMatch(/^400\/1,000, 100 failed, \d+ s left$/);
    end();
    expect(screen.text.split('\n')).toHaveLength(50);
  });

  it.each<[string, Setting]>([
    ['2,500/10,000, 1 refused, 40 s left', {}],
    ['2,500/10,000, 1 refused', { columns: 24 }],
    ['2,500/1', { columns: 8 }],
  ])('is %j', (line, how) => {
    const { tell, pass, end, screen } = started({ tty: true, changes: 10_000, options: { yes: false }, ...how });
    for (let number = 1; number <= 2_500; number += 1) {
      tell(stepOf('x', number === 7 ? 'refused' : 'done'));
      if (number % 10 === 0) pass(50);
    }
    pass(250);
    expect(screen.text.split('\n').at(-1)).toBe(line);
    end();
    expect(screen.text).not.toContain('2,500');
  });

  it('does no harm where stderr is closed', () => {
    const { tell, pass, say, end, stderr } = started({ tty: true });
    stderr.on('error', () => {});
    stderr.destroy();
    tell(stepOf('A'));
    pass(1_000);
    say('x\n');
    end();
  });
});

describe('the line of how far it has come', () => {
  it('fits any terminal, where it can be written over', async () => {
    const columns = fc.integer({ min: 1, max: 200 });
    const steps = fc.array(fc.constantFrom<Step['status']>('done', 'failed', 'refused', 'skipped'), { maxLength: 30 });
    await forAll([columns, steps], 100, (width, statuses) => {
      const { tell, pass, end, written } = started({ tty: true, columns: width });
      for (const status of statuses) tell(stepOf('A', status));
      tell(waiting(60_000));
      pass(1_500);
      end();
      for (const line of written()
        .split('\r\u001b[K')
        .filter((part) => !part.includes('\n'))) {
        expect(line.length).toBeLessThan(width);
      }
    });
  });

  it('tells the time that is left by the pace so far, and none before there is one', () => {
    const standing = { ended: 5, total: 20, failed: 0, refused: 0, ms: 10_000, why: null };
    expect(textStanding(standing)).toBe('5/20, 30 s left');
    expect(textStanding({ ...standing, ended: 0 })).toBe('0/20');
    expect(textStanding({ ...standing, ms: 500 })).toBe('5/20');
  });
});

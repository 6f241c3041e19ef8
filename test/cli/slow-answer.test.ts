import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Io } from '../../src/cli/io.ts';
import { saidIfSlow } from '../../src/cli/terminal/progress.ts';
import { terminalOf } from '../../src/cli/terminal/terminal.ts';
import { watched } from '../harness/screen.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** An answer that comes when the test says so; `pass` lets time go by. */
function asked(tty: object, quiet = false) {
  const { stderr, screen, written } = watched();
  let seconds = 100;
  const io = { env: {}, stdout: {}, stderr: Object.assign(stderr, tty), uptime: () => seconds } as unknown as Io;
  let resolve = (_answer: string): void => {};
  const promise = new Promise<string>((settle) => {
    resolve = settle;
  });
  const answer = saidIfSlow({ io, terminal: terminalOf(io, { quiet }) }, promise);
  const pass = (more: number) => {
    for (let left = more; left > 0; left--) {
      seconds += 1;
      vi.advanceTimersByTime(1_000);
    }
  };
  const end = async () => {
    resolve('answer');
    expect(await answer).toBe('answer');
  };
  return { pass, end, screen, written };
}

it('on a terminal one line moves each second, and is gone at the end', async () => {
  const { pass, end, screen } = asked({ isTTY: true, columns: 80 });
  pass(2);
  expect(screen.text).toBe('');
  for (const second of [3, 4, 5, 6]) {
    pass(1);
    expect(screen.text).toBe(`Reading the live rules, for ${second} s so far`);
  }
  await end();
  expect([screen.text, screen.at]).toEqual(['', [0, 0]]);
});

it('is cut to a narrow terminal, where it could not be written over', () => {
  const { pass, screen } = asked({ isTTY: true, columns: 20 });
  pass(4);
  expect(screen.text).toBe('Reading the live ru');
});

it('in a log there is a line after three seconds, and one in ten seconds from then on', async () => {
  const { pass, end, written } = asked({});
  pass(15);
  await end();
  pass(20);
  expect(written()).toBe('Reading the live rules, for 3 s so far\nReading the live rules, for 13 s so far\n');
});

it('nothing is written with --quiet', async () => {
  const { pass, end, written } = asked({ isTTY: true, columns: 80 }, true);
  pass(15);
  await end();
  expect(written()).toBe('');
});

/** What is said on stderr while the judge is asked. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Io } from '../../src/cli/io.ts';
import { judgingProgress } from '../../src/cli/terminal/judging.ts';
import { terminalOf } from '../../src/cli/terminal/terminal.ts';
import { watched } from '../harness/screen.ts';

/** A progress with a stream and a clock of the test's own; `pass` lets time go by. */
function started({ tty = false, quiet = false } = {}) {
  const { stderr, screen, written } = watched();
  let seconds = 100;
  const io = {
    env: { LANG: 'C.UTF-8' },
    stderr: Object.assign(stderr, tty ? { isTTY: true, columns: 80 } : {}),
    uptime: () => seconds,
  } as unknown as Io;
  const pass = (more: number) => {
    seconds += more;
    vi.advanceTimersByTime(more * 1000);
  };
  const told = judgingProgress(io, terminalOf(io, { color: 'never', quiet }), 20);
  return { ...told, pass, screen, written };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('has a line in ten seconds without a terminal', () => {
  const { tell, say, end, pass, written } = started();
  for (const wait of [4, 4, 4, 4, 9]) {
    pass(wait);
    tell('answered');
  }
  say('Stopping.\n');
  end();
  expect(written()).toBe('Asking the judge about 20 mails\n3 of 20 mails\n5 of 20 mails\nStopping.\n');
});

it('is a bar on a terminal, below what is said, and is gone at the end', () => {
  const { tell, say, end, pass, screen, written } = started({ tty: true });
  for (const how of ['answered', 'failed', 'answered', 'answered', 'answered'] as const) {
    pass(1);
    tell(how);
  }
  expect(screen.text).toBe(
    `${'█'.repeat(7)}${'░'.repeat(23)} 5/20, 1 failed, 15 s left\nAsking the judge about 20 mails`,
  );
  say('Stopping.\n');
  pass(1);
  expect(screen.text).toMatch(/^Stopping\.\n█+░+ 5\/20, .*\nAsking the judge about 20 mails$/);
  end();
  const { length } = written();
  pass(10);
  expect(screen.text).toBe('Stopping.');
  expect(written()).toHaveLength(length);
});

it.each([{ tty: false }, { tty: true }])('is silent with --quiet, but for what must be said: %o', (how) => {
  const { tell, say, end, pass, written } = started({ ...how, quiet: true });
  pass(20);
  tell('failed');
  say('Stopping.\n');
  end();
  expect(written()).toBe('Stopping.\n');
});

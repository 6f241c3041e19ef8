import { expect, it } from 'vitest';
import { describe } from '../../src/diagnostics/describe.ts';

it('a file that was named and does not exist is not there, rather than gone', () => {
  const { message } = describe({ code: 'path-unreadable', args: { kind: 'file', reason: 'ENOENT' } });
  expect(message).toBe('This file cannot be read: it does not exist.');
});

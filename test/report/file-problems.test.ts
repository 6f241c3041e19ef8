import { expect, it } from 'vitest';
import { fileProblems } from '../../src/diagnostics/files.ts';

it('a file that was named and does not exist is not there, rather than gone', () => {
  const { message } = fileProblems['path-unreadable']({ kind: 'file', reason: 'ENOENT' });
  expect(message).toBe('This file cannot be read: it is not there.');
});

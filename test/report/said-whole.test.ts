import { expect, it } from 'vitest';
import { describe } from '../../src/diagnostics/describe.ts';

it.each(['No.', 'No!', 'Is it?', 'No…', 'No. '])(
  'a message of the service that ends as a sentence gets no second end: %s',
  (message) => {
    const args = { message, remedy: null };
    expect(describe({ code: 'service-failed', args }).message).toBe(message.trim());
  },
);

it('one that does not gets its period', () => {
  const args = { message: 'GET /rules failed with 500', remedy: null };
  expect(describe({ code: 'service-failed', args }).message).toBe('GET /rules failed with 500.');
});

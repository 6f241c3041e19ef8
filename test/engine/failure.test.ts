import { expect, test } from 'vitest';
import { failureOf } from '../../src/engine/failure.ts';
import { ServiceError } from '../../src/service/service-error.ts';

test.each([
  ['a@example.com', 'Update the existing rule.'],
  ['a@example.com, @example.org, news*@example.net', 'Update the existing rule.'],
  ['a@example.com', ''],
])('a sender that another rule has is named, and of several each: %s', (senders, advice) => {
  const error = new ServiceError({
    kind: 'http',
    message: 'POST /rules failed with 400',
    request: { operation: 'createRule', method: 'POST', path: '/rules' },
    status: 400,
    reason: 'overlap',
    conflictsWith: 'A',
    detail: `Cannot create this rule because it overlaps the existing "A" rule on sender scope ${senders}. ${advice}`,
  });
  expect(failureOf(error).brief).toBe(`400: it overlaps the rule "A" on the sender ${senders}`);
});

/** Mistakes with the address and the key. */
import type { Mistake } from './mistake.ts';

export const MISTAKES: readonly Mistake[] = [
  {
    did: 'no address and no key',
    run: ['plan'],
    exit: 3,
    says: ['INBOXCTL_BASE_URL'],
  },
  {
    did: 'a key that the service does not know',
    run: ['plan'],
    sandbox: {},
    env: { INBOXCTL_API_KEY: 'not-the-key' },
    exit: 1,
    says: ['Invalid API key', 'Check the API key'],
  },
];

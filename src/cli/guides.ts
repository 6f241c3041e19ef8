import type { Io } from './io.ts';

/** Pages of the docs that `inboxctl help NAME` prints, for those who have the program alone. */
const GUIDES = new Map([
  ['github', () => import('../../docs/github.md')],
  ['gitlab', () => import('../../docs/gitlab.md')],
  ['ci', () => import('../../docs/ci-elsewhere.md')],
]);

/** Prints a guide without its links, which lead to other pages. Returns whether there is one of this name. */
export async function printGuide(io: Io, name = ''): Promise<boolean> {
  const page = await GUIDES.get(name)?.();
  if (page !== undefined) io.stdout.write(page.default.replace(/\[([^\]\n]+)\]\([^)\s]+\)/g, '$1'));
  return page !== undefined;
}

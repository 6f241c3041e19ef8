import type { Context } from '../context.ts';
import type { GitHub } from './port.ts';

/** Takes the token of the job; gives GitHub as the modes need it. */
export function connectGitHub(
  _token: string | null,
  _context: Context,
  _env: Record<string, string | undefined>,
): GitHub {
  throw new Error('GitHub is not there yet');
}

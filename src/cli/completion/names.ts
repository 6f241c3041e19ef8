import { runFiles } from '../../engine/snapshot/files.ts';
import type { Io } from '../io.ts';
import { openSession } from '../session/session.ts';
import { openSettings } from '../session/settings.ts';
import { UserError } from '../user-error.ts';
import type { Named, ProjectAt } from './suggestions.ts';

/**
 * The names of a project's accounts, declared rules or runs, for a TAB. They come from the files, without a request. If
 * the project cannot be read, there are none, and nothing is printed.
 */
export function namesIn(io: Io, named: Named, { directory, config }: ProjectAt): string[] {
  // Shells pass words on as they are typed.
  const typed = (text: string | undefined) => text?.replace(/^~(?=\/|$)/, io.env.HOME ?? '~');
  const args = { directory: typed(directory), config: typed(config) };
  try {
    if (named === 'account') return openSettings(io, args).accounts.map(({ name }) => name);
    if (named === 'run') return runFiles(openSettings(io, args).home).map(({ run }) => run);
    const session = openSession({ io, args }, { sends: false });
    const names = session.declared().flatMap(({ rules }) => rules.map(({ body }) => session.redactor.text(body.name)));
    return [...new Set(names)];
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

/** Which plan of a repository a comment is about, in data and in words. */
import path from 'node:path/posix';
import { inCode } from '../../report/markdown/escape.ts';
import type { Inputs } from '../inputs.ts';
import type { Target } from './marker.ts';

/** Two ways to write the same inputs are one target. */
export function targetOf({ workingDirectory, config, accounts }: Inputs): Target {
  return {
    workingDirectory: path.join(workingDirectory.replaceAll('\\', '/'), '.', '/').replace(/(?<=.)\/$/, ''),
    config: config === null ? null : path.normalize(config.replaceAll('\\', '/')),
    accounts: [...new Set(accounts)].sort(),
  };
}

/** The title of a comment: it names the target where it is not the whole repository. Markdown. */
export function titleOf({ workingDirectory, config, accounts }: Target): string {
  const parts = [workingDirectory === '.' ? [] : workingDirectory, config ?? [], accounts].flat();
  return ['## inboxctl', ...parts.map(inCode)].join(' · ').replace(' · ', ': ');
}

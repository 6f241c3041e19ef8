/** The target of a comment: which of the repository's plans it shows. */
import path from 'node:path/posix';
import { inboxOptions } from '../../cli/session/arguments.ts';
import type { SameInboxes } from '../../diagnostics/commands.ts';
import { theirs } from '../../diagnostics/message.ts';
import { shardIn, shownShard } from '../../model/shard.ts';
import type { Block } from '../../report/document.ts';
import { line, look } from '../../report/inline.ts';
import { checkBaseUrl } from '../../service/address.ts';
import type { Inputs } from '../inputs.ts';
import type { Target } from './marker.ts';

/** Returns the target of the inputs. Different spellings of the same inputs give the same target. */
export function targetOf({ workingDirectory, accounts, shard, baseUrl }: Inputs): Target {
  return {
    workingDirectory: path.join(workingDirectory.replaceAll('\\', '/'), '.', '/').replace(/(?<=.)\/$/, ''),
    accounts: [...new Set(accounts)].sort(),
    ...(shard === null ? {} : { shard: shownShard(shard) }),
    ...(baseUrl === null ? {} : { baseUrl: addressOf(baseUrl) }),
  };
}

/** The options of a command on the inboxes of a target, in a clone of the repository. */
export function inboxesOf({ workingDirectory, accounts: account, shard = '', baseUrl }: Target): SameInboxes {
  const directory = workingDirectory === '.' ? undefined : workingDirectory;
  return inboxOptions({ directory, account, shard: shardIn(shard) ?? undefined, baseUrl });
}

/** The parts that distinguish a target from others; empty for the whole repository at its own address. */
export function partsOf({ workingDirectory, accounts, shard, baseUrl }: Target): string[] {
  return [
    workingDirectory === '.' ? [] : workingDirectory,
    accounts,
    shard === undefined ? [] : `shard ${shard}`,
    baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).host : [],
  ].flat();
}

/** The title of a comment. It names the target unless that is the whole repository. */
export function titleOf(target: Target): Block {
  const names = partsOf(target).flatMap((part, index) => [index === 0 ? ': ' : ' · ', ...look('code', [theirs(part)])]);
  return { kind: 'heading', text: line`inboxctl${names}`, about: [], level: 2 };
}

function addressOf(baseUrl: string): string {
  const checked = checkBaseUrl(baseUrl, { allowHttp: true });
  return 'ok' in checked ? checked.ok : baseUrl;
}

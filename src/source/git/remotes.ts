import { askGit, type Environment } from './run.ts';

/** The hosts of all remotes of the repository around a folder. Empty if git fails. */
export async function remoteHosts(folder: string, env: Environment): Promise<string[]> {
  const answer = await askGit(env, folder, ['config', '--get-regexp', String.raw`^remote\..*\.url$`]);
  if (typeof answer !== 'string') return [];
  const urls = answer.split('\n').map((line) => line.slice(line.indexOf(' ') + 1));
  return urls.flatMap(
    (url) => /^(?:[a-z+]+:\/\/)?(?:[^@/]+@)?([^:/@\s]+\.[^:/@\s]+)[:/]/i.exec(url)?.[1]?.toLowerCase() ?? [],
  );
}

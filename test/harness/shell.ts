/** bash, zsh and fish on a terminal, as people have them in front of them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { commandFile } from './command-file.ts';
import { installed } from './installed.ts';
import { write } from './project.ts';

const PROMPT = 'READY> ';
const KEPT = 'WORDS-KEPT';

/** What each needs to start without anybody's settings, and to complete inboxctl. */
const SHELLS = {
  bash: {
    command: 'bash --norc --noprofile -i',
    ready: `bind "set show-all-if-ambiguous on"; bind "set bell-style none"; eval "$(inboxctl completion bash)"; PS1='${PROMPT}'`,
  },
  zsh: {
    command: 'zsh -f -i',
    ready: `unsetopt beep prompt_sp; autoload -Uz compinit; compinit -D -u; eval "$(inboxctl completion zsh)"; PS1='${PROMPT}'`,
  },
  fish: {
    command: 'fish --no-config -i',
    ready: `function fish_prompt; echo -n '${PROMPT}'; end; inboxctl completion fish | source`,
  },
} as const;

export type ShellName = keyof typeof SHELLS;
export const SHELL_NAMES = Object.keys(SHELLS) as ShellName[];

export interface Shell {
  /** Types keys and Enter, `\t` being TAB; gives the words that inboxctl was started with, and what was shown meanwhile. */
  enter: (keys: string) => Promise<{ words: string[]; shown: string }>;
}

/** Starts a shell in a folder, with an `inboxctl` that answers completion and keeps the words of anything else. */
export async function startShell(name: ShellName, cwd: string): Promise<Shell> {
  const { command, ready } = SHELLS[name];
  installed(name);
  const kept = path.join(cwd, 'bin/words');
  const keep = `printf '%s\\0' "$@" > '${kept}'; echo ${KEPT}`;
  const answer = `[ "$1" = completion ] && exec "${await commandFile()}" "$@"`;
  write(cwd, 'bin/inboxctl', `#!/bin/sh\n${answer}\n${keep}\n`);
  chmodSync(path.join(cwd, 'bin/inboxctl'), 0o755);
  // A terminal comes with util-linux, which every Debian has.
  const child = spawn('script', ['-q', '-c', `stty cols 200 rows 50; exec ${command}`, '/dev/null'], {
    cwd,
    env: {
      PATH: `${cwd}/bin:${process.env.PATH}`,
      HOME: `${cwd}/bin`,
      HISTFILE: '',
      fish_history: '',
      TERM: 'xterm',
      LANG: 'C.UTF-8',
      INPUTRC: '/dev/null',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  let looked = () => {};
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    looked();
  });
  const until = (isThere: () => boolean) =>
    new Promise<void>((resolve) => {
      looked = () => isThere() && resolve();
      looked();
    });
  const type = (keys: string) => {
    shown = '';
    child.stdin.write(`${keys}\r`);
  };
  type(` ${ready}; sh -c 'echo SET-UP:$PPID.'`);
  const isBack = (after: string) =>
    shown.split(after).length > 1 && shown.slice(shown.lastIndexOf(after)).includes(PROMPT);
  const pid = () => /SET-UP:(\d+)\./.exec(shown)?.[1];
  await until(() => pid() !== undefined && isBack('SET-UP:'));
  const shell = Number(pid());
  onTestFinished(async () => {
    process.kill(shell, 'SIGKILL');
    await once(child, 'close');
  });
  return {
    enter: async (keys) => {
      rmSync(kept, { force: true });
      type(keys);
      await until(() => isBack(KEPT));
      return { words: readFileSync(kept, 'utf8').split('\0').slice(0, -1), shown };
    },
  };
}

/** The shells with completion, and how to set each up: for the help and for the head of the scripts. */

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The lines to run once, or to add to the file `where`. */
export const SETUP: Record<Shell, { where: string; line: string }> = {
  bash: { where: 'put this line into ~/.bashrc', line: 'eval "$(inboxctl completion bash)"' },
  zsh: { where: 'put this line into ~/.zshrc, below compinit', line: 'eval "$(inboxctl completion zsh)"' },
  fish: { where: 'run this once', line: 'inboxctl completion fish > ~/.config/fish/completions/inboxctl.fish' },
};

/** What a run has to say beside its document. Every part of a run adds to it; `print` decides what goes to stderr. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Where a person reads a finding. The last: on stderr only an error, unless both are on one screen. */
type Outlet = 'stderr' | 'document' | 'document-and-errors';

export class Findings {
  readonly #terminal: Terminal;
  readonly #all = new Map<Diagnostic, Outlet>();
  #printed = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Adds findings. One that is there already stays as it is. */
  add(found: readonly Diagnostic[], outlet: Outlet = 'stderr'): void {
    for (const one of found) if (!this.#all.has(one)) this.#all.set(one, outlet);
  }

  all(): Diagnostic[] {
    return [...this.#all.keys()];
  }

  /** Prints on stderr what was added since the last time: before requests, a plan or a question, and at the end. */
  print(): void {
    const added = [...this.#all].slice(this.#printed);
    this.#printed = this.#all.size;
    const { isOneScreen } = this.#terminal;
    const isForStderr = ([{ severity }, outlet]: [Diagnostic, Outlet]) =>
      outlet === 'stderr' || (outlet === 'document-and-errors' && severity === 'error' && !isOneScreen);
    this.#terminal.say(added.filter(isForStderr).map(([one]) => one));
  }
}

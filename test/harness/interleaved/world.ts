/** An inbox, the project that declares its rules, a second user in the web page, and runs of the program in between. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ApplyDocument, applyDocument } from '../../../src/model/applied.ts';
import type { PlanDocument } from '../../../src/model/plan.ts';
import type { ResolvedRule } from '../../../src/model/written-rule.ts';
import type { ProfileName } from '../../../src/sandbox/profiles.ts';
import { Refusal } from '../../../src/sandbox/refusal.ts';
import { write } from '../project.ts';
import type { Entry, Truths } from './log.ts';
import { START, type Start, type Where } from './program.ts';
import { type Trouble, troubler } from './troubles.ts';
import { type InboxEdit, performEdit } from './web-page.ts';
import { type Client, ONLOOKER, type Witness, witness } from './witness.ts';
import { IGNORED } from './written.ts';

export interface Invocation {
  command: 'apply' | 'rollback';
  where: Where;
  concurrency: number;
  failFast: boolean;
  troubles: readonly Trouble[];
}

/** A run of apply or rollback that came to its end, one way or another. */
export interface Run extends Invocation {
  run: number;
  /** The part of the log that is from its time, and where it begins in the whole. */
  log: readonly Entry[];
  from: number;
  /** What was live at its end. */
  after: Truths;
  declared: readonly ResolvedRule[];
  /** What was reviewed before; null where all may be made. */
  reviewed: PlanDocument | null;
  /** The run that it goes back to before. */
  back: Run | null;
  killed: boolean;
  code: number | null;
  report: ApplyDocument | null;
  /** The name of its snapshot, where it came so far. */
  snapshot: string | null;
  said: string;
}

const PLAN_FILE = 'plan.json';
const MOST_DELETES = ['--max-deletes', '1000'];
const GUARDS = ['--allow-empty', ...MOST_DELETES];
/** What hangs is given up soon. */
const SOON = ['--timeout', '2'];

/** An apply that nothing happens to. */
export const PLAIN: Invocation = { command: 'apply', where: 'here', concurrency: 4, failFast: false, troubles: [] };

export class World {
  readonly witness: Witness;
  declared: readonly ResolvedRule[] = [];
  /** In the order in which they ended. */
  readonly runs: Run[] = [];
  readonly #cwd: string;
  readonly #shell: Start['run'];
  #count = 0;

  /** `shell` is the program's own, for runs in this process. */
  static async open(profile: ProfileName, shell: Start['run']): Promise<World> {
    return new World(await witness(profile), shell);
  }

  private constructor(of: Witness, shell: Start['run']) {
    this.witness = of;
    this.#shell = shell;
    this.#cwd = mkdtempSync(path.join(tmpdir(), 'inboxctl-interleaved-'));
    write(this.#cwd, 'inboxctl.yaml', `version: 1\nignore: ["${IGNORED}"]\n`);
    this.declare([]);
  }

  async close(): Promise<void> {
    await this.witness.close();
    rmSync(this.#cwd, { recursive: true, force: true });
  }

  declare(rules: readonly ResolvedRule[]): void {
    this.declared = rules;
    write(this.#cwd, 'rules/all.yaml', JSON.stringify({ rules }));
  }

  /** The web page is refused what the service refuses everybody. */
  edit(edit: InboxEdit, id: string | null = null): void {
    try {
      performEdit(this.witness, { declared: this.declared, id }, edit);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** Writes the plan of now for a review. */
  async review(): Promise<void> {
    const { finished } = this.#start(['plan', '--output', PLAN_FILE, ...SOON, ...GUARDS], 'here', []);
    await finished;
  }

  /** What the next plan says; it meets no fault. */
  async plan(): Promise<PlanDocument> {
    const { finished } = START.here(this.#startOf(['plan', '--format', 'json', ...GUARDS], ONLOOKER, () => {}));
    return JSON.parse((await finished)?.stdout ?? '');
  }

  /** `isReviewed`: only what stands in the plan that was written last. */
  apply(invocation: Invocation, isReviewed = false): Promise<Run> {
    const reviewed = isReviewed ? JSON.parse(readFileSync(path.join(this.#cwd, PLAN_FILE), 'utf8')) : null;
    const words = reviewed === null ? GUARDS : [PLAN_FILE, ...GUARDS];
    return this.#carryOut(invocation, words, { reviewed, back: null });
  }

  /** Goes back to before a run that has a snapshot. */
  rollback(invocation: Invocation, back: Run): Promise<Run> {
    return this.#carryOut(invocation, [back.snapshot ?? '', ...MOST_DELETES], { reviewed: null, back });
  }

  async #carryOut(invocation: Invocation, words: string[], of: Pick<Run, 'reviewed' | 'back'>): Promise<Run> {
    const { command, where, concurrency, failFast, troubles } = invocation;
    const { log, truths } = this.witness;
    const [from, declared] = [log.length, this.declared];
    const earlier = new Set(this.#snapshots());
    const how = ['--yes', '--format', 'json', '--quiet', '--retry-for', '1', '--concurrency', String(concurrency)];
    const args = [command, ...words, ...how, ...SOON, ...(failFast ? ['--fail-fast'] : [])];
    const { run, finished, beside } = this.#start(args, where, troubles);
    const told = await finished;
    await Promise.all(beside);
    const report = told === null ? null : reportOf(told.stdout);
    const others = new Set(this.runs.map(({ snapshot }) => snapshot));
    const [made = null] = this.#snapshots().filter((name) => !earlier.has(name) && !others.has(name));
    const one: Run = {
      ...invocation,
      ...of,
      run,
      log: log.slice(from),
      from,
      after: truths(),
      declared,
      killed: told === null,
      code: told?.code ?? null,
      report,
      snapshot: report === null ? made : report.run,
      said: `${told?.stdout ?? ''}${told?.stderr ?? ''}`,
    };
    this.runs.push(one);
    return one;
  }

  /** `beside` are the runs that were begun at its requests. */
  #start(args: readonly string[], where: Where, troubles: readonly Trouble[]) {
    this.#count += 1;
    const { witness } = this;
    const client: Client = {
      run: this.#count,
      // A lock goes by the key: of two worlds in this process none may wait for the other.
      key: `key-of-run-${this.#count}-at-${new URL(this.witness.baseUrl).port}`,
      requests: 0,
      dead: false,
      at: async () => {},
    };
    witness.announce(client);
    const started = START[where](this.#startOf(args, client.key, () => witness.hangUp(client)));
    const beside: Promise<unknown>[] = [];
    const apply = () => {
      const other = this.apply(PLAIN);
      beside.push(other);
      return other;
    };
    client.at = troubler(troubles, client, started, { witness, edit: (edit, id) => this.edit(edit, id), apply });
    return { run: client.run, finished: started.finished, beside };
  }

  #startOf(args: readonly string[], key: string, hangUp: () => void): Start {
    const env = {
      INBOXCTL_BASE_URL: this.witness.baseUrl,
      INBOXCTL_API_KEY: key,
      // Runs have keys of their own, and plans must compare all the same.
      INBOXCTL_SIGNING_KEY: 'key-that-signs-all-the-tags',
    };
    return { args, cwd: this.#cwd, env, run: this.#shell, hangUp };
  }

  #snapshots(): string[] {
    try {
      const names = readdirSync(path.join(this.#cwd, '.inboxctl/runs'));
      return names.filter((name) => name.endsWith('.jsonl')).map((name) => path.basename(name, '.jsonl'));
    } catch {
      return [];
    }
  }
}

function reportOf(stdout: string): ApplyDocument | null {
  try {
    return applyDocument.parse(JSON.parse(stdout));
  } catch {
    return null;
  }
}

/** The sandbox as tests start it: they look into it, change its rules, and spoil requests to it. */
import { fullKey } from '../../../src/sandbox/key.ts';
import { PROFILES } from '../../../src/sandbox/profiles.ts';
import type { RouteStep } from '../../../src/sandbox/routes.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/sandbox.ts';
import type { WireRule } from '../../../src/sandbox/wire.ts';
import { Faults } from './faults.ts';
import { type Seen, seenBy, spoiled } from './spoiling.ts';

export interface TestSandboxOptions extends Omit<SandboxOptions, 'middleware'> {
  /** A key with all scopes for the first inbox, besides those of the seed. */
  key?: string | undefined;
  /** Such as `POST /rules reset-after @2` (see faults.ts). */
  faults?: readonly string[] | undefined;
  /** Stores and returns the actions of each rule in another order than they were sent in. */
  reorderActions?: boolean | undefined;
}

interface SeenRequest extends Seen {
  method: string;
  /** As it was sent. */
  path: string;
  /** When it was answered, in milliseconds since the epoch. */
  at: number;
}

export interface TestSandbox extends Sandbox {
  port: number;
  /** The rules of an inbox, by default of the first one, oldest first. */
  rules(inbox?: string): WireRule[];
  /** The rule of this name. */
  rule(name: string, inbox?: string): WireRule;
  /** Stores a rule without any check, as the service's own web page could: switched on, or with an INTEGRATION. */
  put(rule: WireRule, inbox?: string): void;
  /** Deletes the rule of this name, as a person does in the web page. */
  remove(name: string, inbox?: string): void;
  /** Oldest first. */
  requests: readonly SeenRequest[];
  /** Adds a fault, which counts from now. */
  fault(text: string): void;
  /** Forgets all faults. */
  clearFaults(): void;
}

export async function startTestSandbox(options: TestSandboxOptions = {}): Promise<TestSandbox> {
  const { key, faults: texts = [], reorderActions = false, ...rest } = options;
  const requests: SeenRequest[] = [];
  const faults = new Faults();
  faults.add(texts);
  // Is asked for with the first request.
  const inboxOf = (value: string | undefined) => sandbox.store.inboxOfKey(value);
  const spoiling = spoiled(faults, PROFILES[options.profile ?? 'spec'], inboxOf);
  const middleware: RouteStep = async (context, next) => {
    if (reorderActions) await turnActions(context);
    await spoiling(context, next);
    const { method, path } = context.req;
    requests.push({ method, path, at: Date.now(), ...seenBy(context) });
  };
  const sandbox = await startSandbox({ ...rest, middleware });
  const { store } = sandbox;
  const inbox = (name?: string) => {
    const found = name === undefined ? store.inboxes[0] : store.inbox(name);
    if (!found) throw new Error(`There is no inbox "${name}"`);
    return found;
  };
  const rules = (of?: string) => structuredClone(inbox(of).rulesByAge());
  const rule = (name: string, of?: string) => {
    const found = rules(of).find((one) => one.name === name);
    if (!found) throw new Error(`There is no rule "${name}"`);
    return found;
  };
  if (key !== undefined && !store.keys.some((known) => known.key === key)) {
    store.apply({ op: 'key', key: { ...fullKey(inbox().settings.name), key } });
  }
  return {
    ...sandbox,
    port: Number(new URL(sandbox.baseUrl).port),
    rules,
    rule,
    put: (changed, name) => store.put(inbox(name), changed),
    remove: (name, of) => store.delete(inbox(of), rule(name, of).id),
    requests,
    fault: (text) => faults.add([text]),
    clearFaults: () => faults.clear(),
  };
}

/** Turns the actions of a request by one place. */
async function turnActions({ req }: Parameters<RouteStep>[0]): Promise<void> {
  const { raw } = req;
  const text = await raw.text();
  if (text === '') return;
  const rule = JSON.parse(text);
  const [first, ...others] = rule.actions;
  const body = JSON.stringify({ ...rule, actions: [...others, first] });
  req.raw = new Request(raw.url, { method: raw.method, headers: raw.headers, body });
}

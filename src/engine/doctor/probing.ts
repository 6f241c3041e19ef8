/** A table of probes, each of which says what it needs: what cannot be looked at is skipped, and says why. */
import type { Finding } from '../../diagnostics/diagnostic.ts';
import type { Probed } from '../../diagnostics/results.ts';
import type { ProbeName, ProbeResult } from '../../model/doctor.ts';
import type { ServiceError } from '../../service/service-error.ts';

export interface ProbeFinding {
  result: ProbeResult;
  finding: Finding;
}

/** A probe that has nothing to look at gives none. */
export interface ProbeDefinition<Facts> {
  name: ProbeName;
  /** Probes that it makes no sense without; none if left out. */
  needs?: readonly ProbeName[];
  look: (facts: Facts) => readonly ProbeFinding[] | Promise<readonly ProbeFinding[]>;
}

/** What each probe found, in their order. `account` is null for what is about no account. */
export async function probing<Facts>(
  probes: readonly ProbeDefinition<Facts>[],
  facts: Facts,
  account: string | null,
): Promise<Probed[]> {
  const found: Probed[] = [];
  /** Probes that did not go well, and the one to blame for it. */
  const blame = new Map<ProbeName, ProbeName>();
  for (const { name, needs = [], look } of probes) {
    const because = needs.map((need) => blame.get(need)).find((failed) => failed !== undefined);
    const told = because === undefined ? await look(facts) : [skipped(because)];
    if (because !== undefined) blame.set(name, because);
    else if (told.some(({ result }) => result === 'failed')) blame.set(name, name);
    for (const one of told) found.push({ account, probe: name, ...one });
  }
  return found;
}

function skipped(because: ProbeName): ProbeFinding {
  return { result: 'skipped', finding: { code: 'probe-skipped', args: { because } } };
}

/** A finding with its result; all is well unless said otherwise. */
export function told(finding: Finding, result: ProbeResult = 'ok'): ProbeFinding[] {
  return [{ result, finding }];
}

/** The finding of a request that failed. */
export function failure(error: ServiceError | null): ProbeFinding[] {
  const { message = '', remedy = null } = error ?? {};
  return told({ code: 'service-failed', args: { message, remedy } }, 'failed');
}

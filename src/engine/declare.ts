/** The files of a project to declared rules: loading, checks, canonical form. Offline. */
import type { Diagnostic, Place } from '../model/diagnostic.ts';
import type { PlanSettings } from '../model/project.ts';
import type { DeclaredRule, Spot } from '../model/rule.ts';
import type { WrittenRule } from '../model/written-rule.ts';
import { canonicalRule } from '../planning/canonical.ts';
import { checkRule } from '../planning/checks/rule.ts';
import { checkRuleSet } from '../planning/checks/rule-set.ts';
import { declaredButIgnored } from '../planning/ignored.ts';
import type { Where } from '../source/find-files.ts';
import { loadRules } from '../source/load.ts';
import type { Locate } from '../source/locate.ts';
import type { SourceRule } from '../source/parse.ts';

export interface Declared {
  rules: DeclaredRule[];
  /** With an error among them no plan may be made: the rules are not all that was meant. */
  diagnostics: Diagnostic[];
  /** How many rule files there are. */
  files: number;
  placeOf: (spot: Spot) => Place;
}

/** Takes rules folders or files (absolute); gives the rules that they declare and everything to be said about them. */
export function declare(roots: readonly string[], where: Where, settings: Pick<PlanSettings, 'ignore'>): Declared {
  const { rules: sources, problems, files, locate } = loadRules(roots, where);
  const rules = sources.map(({ written, spot }) => declaredRule(written, spot));
  const ignored = declaredButIgnored(rules, settings.ignore).map(
    ({ finding, rule, spot, key }): Diagnostic => ({ ...finding, severity: 'error', rule, ...locate(spot, [key]) }),
  );
  const diagnostics = [...problems, ...checked(sources, locate), ...ignored];
  return { rules, diagnostics, files, placeOf: (spot) => locate(spot).place };
}

function declaredRule(written: WrittenRule, spot: Spot): DeclaredRule {
  return {
    body: canonicalRule(written),
    renamedFrom: written.renamedFrom ?? null,
    enabled: written.enabled ?? null,
    spot,
  };
}

function checked(sources: readonly SourceRule[], locate: Locate): Diagnostic[] {
  const alone = sources.flatMap(({ written, spot }) =>
    checkRule(written).map(
      ({ path, at, ...finding }): Diagnostic => ({ ...finding, rule: written.name, ...locate(spot, path, at) }),
    ),
  );
  const together = checkRuleSet(sources.map(({ written }) => written)).flatMap(
    ({ path, at, rule, related, ...finding }): Diagnostic[] => {
      const [source, other] = [sources[rule], sources[related.rule]];
      if (source === undefined || other === undefined) return [];
      const first = locate(other.spot, related.path, related.at).place;
      return [{ ...finding, rule: source.written.name, ...locate(source.spot, path, at), related: [first] }];
    },
  );
  return [...alone, ...together];
}

/** Turns an account's files into declared rules: loads, checks and normalizes them. Works offline. */
import type { Diagnostic, Finding, Place } from '../diagnostics/diagnostic.ts';
import { isPitfall } from '../diagnostics/pitfalls.ts';
import type { PolicyProblems } from '../diagnostics/policy.ts';
import { firstGlob } from '../model/glob.ts';
import { onceFor } from '../model/once-for.ts';
import { PITFALL_CODES } from '../model/pitfalls.ts';
import type { PlanSettings, Policy } from '../model/project.ts';
import { recordOf } from '../model/record-of.ts';
import { type DeclaredRule, type Path, type Spot, STATIC_KEYS, variableAt } from '../model/rule.ts';
import { canonicalName, canonicalRule } from '../planning/canonical.ts';
import { checkRule, checkRuleSet } from '../planning/checks/rule.ts';
import { isAccepted, type PolicySettings, policyFindings } from '../planning/policy.ts';
import type { RuleFile } from '../source/load/find-files.ts';
import type { LoadedRule, Loader } from '../source/load/loader.ts';
import type { Locate } from '../source/load/locate.ts';
import { isReadable } from '../source/load/parse.ts';
import type { LocateSetting } from '../source/load/settings-text.ts';
import { type Counted, counted } from './overrides.ts';
import { hasErrors } from './plan.ts';

export interface Declared {
  account: string;
  rules: DeclaredRule[];
  /** If one of these is an error, no plan may be made: rules are missing or wrong. */
  diagnostics: Diagnostic[];
  /** Rules that break the policy. A plan is still made, but refused. */
  violations: Diagnostic[];
  files: readonly RuleFile[];
  placeOf: (spot: Spot) => Place;
}

/** A rule that was checked by itself. Accounts that share the rule share this value. */
export interface CheckedRule {
  rule: DeclaredRule;
  diagnostics: readonly Diagnostic[];
  /** The paths of unknown texts. They cannot be checked. */
  unknown: LoadedRule['unknown'];
  /** The rule as written, if it will be edited. */
  source?: LoadedRule;
}

export interface AccountFiles {
  name: string;
  /** Rules folders or files (absolute paths). */
  roots: readonly string[];
  settings: Pick<PlanSettings, 'ignore' | 'policy' | 'acceptPitfalls'>;
  /** The place in the project file that a path from `policy` leads to. */
  policyPlace: (path: Path) => Place | null;
  /** The place where the settings name a rules folder or file (by its shown path). Omitted if no file names it. */
  rootPlace?: (shown: string) => ReturnType<LocateSetting> | null;
}

/** The rules of each account, with all diagnostics. Accounts that share files share rules, findings and lists. */
export function declare(accounts: readonly AccountFiles[], loader: Loader<CheckedRule>): Declared[] {
  const { locate } = loader;
  const withRootPlaces = rootPlacer();
  const filesIn = onceFor((roots: readonly string[]) => {
    const { rules: checked, broken, problems, files, overridden, rootOf } = counted(loader.load(roots));
    const rules = checked.map(({ rule }) => rule);
    const named = [...rules, ...broken.map(({ rule }) => withoutCondition(rule))];
    const together = checkedTogether(named, rootOf, locate);
    // If a file has errors, it is unknown which rules there are.
    const idle = hasErrors(problems) ? [] : named.filter(({ spot }) => overridden.get(spot) === null);
    const idleOnes = idle.map(({ body: { name }, spot }): Diagnostic => {
      return { code: 'override-idle', args: { name }, severity: 'error', rule: name, ...locate(spot, ['overrides']) };
    });
    // A list of its own: accounts with other settings share its problems.
    const ignoredWith = onceFor((ignore: readonly string[]) => declaredButIgnored(rules, ignore, locate));
    const diagnosticsWith = onceFor(
      ({ ignore, acceptPitfalls }: Omit<AccountFiles['settings'], 'policy'>): Diagnostic[] => [
        ...problems,
        ...checked.flatMap(({ rule: { body }, diagnostics }) =>
          diagnostics.filter(({ code }) => !isPitfall(code) || !isAccepted(acceptPitfalls, body.name, code)),
        ),
        ...broken.flatMap((one) => one.diagnostics),
        ...together,
        ...idleOnes,
        ...ignoredWith(ignore),
      ],
    );
    const violationsOf = onceFor((of: PolicySettings) => checked.flatMap((one) => violationsIn(one, of, locate)));
    return { rules, files, diagnosticsWith, violationsOf, placeOf: placesOf(locate, overridden) };
  });
  return accounts.map((account) => {
    const { rules, files, diagnosticsWith, violationsOf, placeOf } = filesIn(account.roots);
    const { ignore, policy, acceptPitfalls } = account.settings;
    // Forbidden pitfalls are reported as violations instead.
    const leftOut = policy.forbidPitfalls ? [{ rule: '*', codes: [...PITFALL_CODES] }] : acceptPitfalls;
    return {
      account: account.name,
      rules,
      diagnostics: withRootPlaces(diagnosticsWith({ ignore, acceptPitfalls: leftOut }), account),
      violations: violationsOf({ policy, acceptPitfalls }).map((one) => withSetting(account, one)),
      files,
      placeOf,
    };
  });
}

/** Returns a function that adds places to problems with rules folders. Accounts share results that are equal. */
function rootPlacer() {
  const placed = onceFor(([problem, located]: [Diagnostic, ReturnType<LocateSetting>]) => ({ ...problem, ...located }));
  return (problems: Diagnostic[], { rootPlace }: AccountFiles): Diagnostic[] => {
    if (!problems.some(({ args }) => 'root' in args)) return problems;
    return problems.map((problem) => {
      const located = 'root' in problem.args && problem.place === undefined ? rootPlace?.(problem.args.root) : null;
      return located == null ? problem : placed([problem, located]);
    });
  };
}

/** Converts a loaded rule into what `declare` needs. */
export function checkedRule(loaded: LoadedRule, locate: Locate): CheckedRule {
  return { rule: declaredRule(loaded), diagnostics: checkedAlone(loaded, locate), unknown: loaded.unknown };
}

/** A separate function, so that its closure does not keep all that is known about the rules in memory. */
function placesOf(locate: Locate, overridden: Counted['overridden']): Declared['placeOf'] {
  return (spot) => ({ ...locate(spot).place, overrides: overridden.get(spot)?.spot.file });
}

type Violation = Extract<Diagnostic, { code: keyof PolicyProblems }>;

/** The policy key behind each finding. Of `confine` it is an entry. */
const FORBIDDEN_BY: Record<keyof PolicyProblems, keyof Policy> = {
  'policy-action': 'forbidActions',
  'policy-forward': 'forwardTo',
  'policy-webhook': 'webhookHosts',
  'policy-confined': 'confine',
  'policy-pitfall': 'forbidPitfalls',
};

/** The rule in canonical form, with its texts. */
export function declaredRule({ written, resolved, spot, file, references }: LoadedRule): DeclaredRule {
  return {
    body: canonicalRule(resolved),
    renamedFrom: written.renamedFrom ?? null,
    overrides: written.overrides === true,
    enabled: written.enabled ?? null,
    spot,
    file,
    references,
  };
}

/** Removes the matchers of a rule with errors, so that only its name is compared with others. */
function withoutCondition(rule: DeclaredRule): DeclaredRule {
  const { body } = rule;
  return { ...rule, body: { ...body, condition: { ...body.condition, static: recordOf(STATIC_KEYS, () => null) } } };
}

function checkedAlone(
  { resolved, references, spot, unknown, damaged }: LoadedRule,
  locate: Locate,
): readonly Diagnostic[] {
  const findings = checkRule(resolved);
  if (findings.length === 0) return NONE;
  return findings
    .filter(({ path }) => !unknown.has(path.join('/')) && isReadable(path, damaged))
    .map(({ path, at, ...finding }): Diagnostic => {
      const about = { secret: variableAt(references, path)?.name, rule: resolved.name || undefined };
      return { ...finding, ...about, ...locate(spot, path, at, Object.values(finding.args).flat()) };
    });
}

function checkedTogether(rules: readonly DeclaredRule[], rootOf: Counted['rootOf'], locate: Locate): Diagnostic[] {
  return checkRuleSet(rules).flatMap(({ path, at, rule, related, ...finding }): Diagnostic[] => {
    const [own, other] = [rules[rule], rules[related.rule]];
    if (own === undefined || other === undefined) return [];
    const texts = Object.values(finding.args).flat();
    const first = locate(other.spot, related.path, related.at, texts).place;
    const secret = (variableAt(own.references, path) ?? variableAt(other.references, related.path))?.name;
    const apart = rootOf(own) !== rootOf(other);
    const said = finding.code === 'name-twice' ? { ...finding, args: { ...finding.args, apart } } : finding;
    return [{ ...said, secret, rule: own.body.name, ...locate(own.spot, path, at, texts), related: [first] }];
  });
}

/** A rule cannot be declared and ignored at once, neither under its name nor under the one it is renamed from. */
function declaredButIgnored(rules: readonly DeclaredRule[], ignore: readonly string[], locate: Locate): Diagnostic[] {
  const ignoredBy = firstGlob(ignore);
  return rules.flatMap(({ body: { name: rule }, renamedFrom, spot }): Diagnostic[] => {
    const found: Diagnostic[] = [];
    const say = (finding: Finding, key: string) =>
      found.push({ ...finding, severity: 'error', rule, ...locate(spot, [key]) });
    const glob = ignoredBy(rule);
    if (glob !== null) say({ code: 'declared-but-ignored', args: { glob } }, 'name');
    const from = renamedFrom === null ? null : canonicalName(renamedFrom);
    const fromGlob = from === null ? null : ignoredBy(from);
    if (from !== null && fromGlob !== null)
      say({ code: 'renamed-from-ignored', args: { from, glob: fromGlob } }, 'renamedFrom');
    return found;
  });
}

const NONE: readonly never[] = [];

function violationsIn(
  { rule: { body, references, spot, file }, unknown }: CheckedRule,
  settings: PolicySettings,
  locate: Locate,
): Violation[] {
  const secret = references.filter(({ kind }) => kind === 'env').map(({ path }) => path);
  return policyFindings(body, settings, secret, file)
    .filter(({ path }) => !unknown.has(path.join('/')))
    .map(({ path, at, ...finding }) => ({ ...finding, rule: body.name, ...locate(spot, path, at) }));
}

function withSetting({ name, policyPlace }: AccountFiles, found: Violation): Diagnostic {
  const entry = found.code === 'policy-confined' ? [found.args.entry] : [];
  const setting = policyPlace([FORBIDDEN_BY[found.code], ...entry]);
  return { ...found, account: name, related: setting === null ? undefined : [setting] };
}

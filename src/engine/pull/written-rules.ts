/** Rules as they will be written: each text that may not be in a rule file gets a variable or a file. */
import path from 'node:path';
import type { LiveRule } from '../../model/rule.ts';
import { textAt } from '../../model/texts.ts';
import type { WrittenRule } from '../../model/written-rule.ts';
import { isInside, shownPath } from '../../source/paths.ts';
import type { Edit } from './agreement.ts';
import type { PullInput } from './input.ts';
import type { Registry } from './names.ts';
import { placed, type Unplaced } from './new-rule.ts';
import type { Placement } from './placement.ts';
import type { PulledRule } from './pulled-rule.ts';
import { type TextEdits, textFileContent } from './text-edits.ts';

const PROMPTS = 'prompts';

/** Whether a file (absolute) is where a pull writes texts: one elsewhere that a rule names may be anything. */
export function isInPrompts(file: string, { where }: Pick<PullInput, 'where'>): boolean {
  return path.relative(where.projectFolder, path.dirname(file)).split(path.sep).includes(PROMPTS);
}

/** A new rule for a file (absolute). */
export type NewRule = { file: string; live: LiveRule; rule: WrittenRule };

/** What a declared rule becomes; `actions` as in RuleEdit. */
export type WantedRule = { rule: WrittenRule; actions: PulledRule['actions'] };

/** `texts` tells where the texts of the rule are now. null where the rule goes. */
export function wantedOf(
  { source, pulled }: Edit,
  texts: TextEdits,
  { where }: PullInput,
  registry: Registry,
): WantedRule | null {
  if (pulled === null) return null;
  const wanted = placed(pulled.draft, ({ text, key }) => ({
    env: registry.variable(text, source.written.name, source.spot.file, key),
  }));
  const folder = path.dirname(path.resolve(where.cwd, source.spot.file));
  for (const { path: at, to } of texts.moved.get(source) ?? []) {
    Reflect.set(
      Object(textAt(wanted, at.slice(0, -1))),
      at.at(-1) ?? '',
      'text' in to ? to.text : { file: shownPath(to.file, folder) },
    );
  }
  return { rule: wanted, actions: pulled.actions };
}

/** The texts of the rule that get files are in the registry then. */
export function newRuleAt({ folder, file: listed, fresh }: Placement, input: PullInput, registry: Registry): NewRule {
  const [{ name, draft, live }] = fresh;
  const file = listed ?? registry.ruleFile(folder, name);
  const place = ({ text, key, as }: Unplaced) => {
    if (as === 'variable') return { env: registry.variable(text, name, shownPath(file, input.where.cwd), key) };
    const content = textFileContent(text, null);
    const made = registry.textFile(textFolder(folder, input), name, '.md', content);
    return made === null ? text : { file: shownPath(made, path.dirname(file)) };
  };
  return { file, live, rule: placed(draft, place) };
}

/** Beside the rules folder; in it, where that would be out of the project. */
function textFolder(folder: string, { home, where }: PullInput): string {
  const beside = path.dirname(folder);
  const limit = isInside(folder, home) ? home : where.projectFolder;
  return path.join(isInside(beside, limit) ? beside : folder, PROMPTS);
}

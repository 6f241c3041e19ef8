/** Shows a run from its snapshot in the form of a plan: each change with the rule before and after, and how it ended. */
import type { Redactor } from '../../diagnostics/redactor.ts';
import type { ShownRule, ShownText } from '../../model/plan.ts';
import type { Path } from '../../model/rule.ts';
import { isSecretText, type KeptBody, type KeptRule, type KeptText, type MadeChange } from '../../model/snapshot.ts';
import { mapTexts } from '../../model/texts.ts';
import { shortUrl } from '../../planning/account-redactor.ts';
import { canonicalKept, shownSecret } from '../../planning/kept-rule.ts';
import type { RunPart } from './read.ts';

/** The changes of an account, in the plan's order, without secrets. `isWhole`: with the rules as received. */
export function madeChanges({ name: account, opened }: RunPart, redactor: Redactor, isWhole: boolean): MadeChange[] {
  if (opened === null) return [];
  const { changes, end, seal } = opened;
  const shown = (kept: KeptRule | KeptBody | null) => kept && shownRule(kept, redactor, seal.tagOfText);
  return changes.map(({ op, name, id, digest, renamedFrom, before, after }, index) => {
    const ended = end?.ends[index];
    return {
      account,
      op,
      name: redactor.text(name),
      id: id ?? ended?.id ?? null,
      digest,
      renamedFrom: renamedFrom && redactor.text(renamedFrom),
      status: ended?.status ?? 'unknown',
      error: ended?.error && redactor.everywhere(ended.error),
      before: shown(before),
      after: shown(after),
      ...(isWhole && before !== null && { received: redactor.everywhere(received(before)) }),
    };
  });
}

/** A rule as the service sent it, with placeholders for secrets. */
function received(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(received);
  if (isSecretText(value)) return shownSecret(value);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, received(one)]));
}

/** Separates a shown secret from its tag while the rule is converted to canonical form. No rule can contain it. */
const TAGGED = '\0';

function shownRule(kept: KeptRule | KeptBody, redactor: Redactor, tag: (text: string) => string): ShownRule {
  const tagged = (text: NonNullable<KeptText>, path: Path): string => {
    if (typeof text !== 'string') return shownSecret(text) + (path[0] === 'name' ? '' : TAGGED + text.tag);
    if (path.at(-1) !== 'webhookUrl') return text;
    return `${shortUrl(text) ?? '(a URL)'}${TAGGED}${tag(text)}`;
  };
  const texts = mapTexts(canonicalKept(kept, tagged), (text): ShownText => {
    const [shown = '', own] = text.split(TAGGED);
    return own === undefined ? redactor.text(shown) : { shown: redactor.text(shown), tag: own };
  });
  return { ...texts, name: redactor.text(texts.name) };
}

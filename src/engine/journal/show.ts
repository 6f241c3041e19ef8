/** Shows a run from its journal in the form of a plan: each change with the rule before and after, and its outcome. */
import { createHash } from 'node:crypto';
import type { Redactor } from '../../diagnostics/redactor.ts';
import type { JournalBody, JournalRule, JournalText, MadeChange } from '../../model/journal.ts';
import type { ShownRule, ShownText } from '../../model/plan.ts';
import type { Path } from '../../model/rule.ts';
import { mapTexts } from '../../model/texts.ts';
import { shortUrl } from '../../planning/account-redactor.ts';
import type { JournalContent } from './read.ts';
import { canonicalKept } from './texts.ts';

/** The changes in the order of the plan. No text shows a secret that the journal or the redactor knows. */
export function madeChanges(
  { plan, outcomes }: Pick<JournalContent, 'plan' | 'outcomes'>,
  redactor: Redactor,
): MadeChange[] {
  return plan.changes.map(({ account, op, name, id, digest, renamedFrom, live, wanted }, index) => {
    const last = outcomes.filter(({ change }) => change === index).at(-1);
    return {
      account,
      op,
      name: redactor.text(name),
      id: id ?? last?.id ?? null,
      digest,
      ...(renamedFrom === undefined ? {} : { renamedFrom: redactor.text(renamedFrom) }),
      status: last?.status ?? 'unknown',
      ...(last?.error === undefined ? {} : { error: redactor.everywhere(last.error) }),
      before: live && shownRule(live, redactor),
      after: wanted && shownRule(wanted, redactor),
    };
  });
}

/** Separates a shown secret from its tag while the rule is converted to canonical form. No rule can contain it. */
const TAGGED = '\0';

function shownRule(kept: JournalRule | JournalBody, redactor: Redactor): ShownRule {
  const body = canonicalKept(kept, (text, path) => {
    const shown = tagged(text, path);
    return path[0] === 'name' ? (shown.split(TAGGED)[0] ?? '') : shown;
  });
  const texts = mapTexts(body, (text): ShownText => {
    const [shown = '', tag] = text.split(TAGGED);
    return tag === undefined ? redactor.text(shown) : { shown: redactor.text(shown), tag };
  });
  return { ...texts, name: redactor.text(texts.name) };
}

function tagged(text: JournalText, path: Path): string {
  if (text === null) return '';
  if (typeof text !== 'string') {
    return 'env' in text ? `(secret ${text.env})${TAGGED}${text.tag}` : `${text.hidden}${TAGGED}${tagOf(text.hidden)}`;
  }
  if (path.at(-1) !== 'webhookUrl') return text;
  return `${shortUrl(text) ?? '(a URL)'}${TAGGED}${tagOf(text)}`;
}

/**
 * Distinguishes the texts of one journal, which has them in full. So it needs no key, and offline there may be none.
 */
function tagOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

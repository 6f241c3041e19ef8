/** A run as its journal has it, in the shapes of any plan: each change with the rule before and after, and what came of it. */
import { createHash } from 'node:crypto';
import type { JournalBody, JournalRule, JournalText, MadeChange } from '../../model/journal.ts';
import type { ShownRule, ShownText } from '../../model/plan.ts';
import type { Path } from '../../model/rule.ts';
import { mapTexts } from '../../model/texts.ts';
import { shortUrl } from '../../planning/account-redactor.ts';
import { canonicalLive, sendableActions } from '../../planning/canonical.ts';
import { unparked } from '../../planning/parking.ts';
import type { JournalContent } from './parse.ts';

/** In the order of the plan. No text in it is a secret, as far as the journal tells. */
export function madeChanges({ plan, outcomes }: Pick<JournalContent, 'plan' | 'outcomes'>): MadeChange[] {
  return plan.changes.map(({ account, op, name, id, digest, renamedFrom, live, wanted }, index) => {
    const last = outcomes.filter(({ change }) => change === index).at(-1);
    return {
      account,
      op,
      name,
      id: id ?? last?.id ?? null,
      digest,
      ...(renamedFrom === undefined ? {} : { renamedFrom }),
      status: last?.status ?? 'unknown',
      ...(last?.error === undefined ? {} : { error: last.error }),
      before: live && shownRule(live),
      after: wanted && shownRule(wanted),
    };
  });
}

/** Between what is shown of a secret and its tag, while the rule is brought into canonical form; no rule can hold it. */
const TAGGED = '\0';

function shownRule(kept: JournalRule | JournalBody): ShownRule {
  const actions = sendableActions<JournalRule['actions'][number] | JournalBody['actions'][number]>(kept.actions);
  const told = mapTexts({ ...kept, actions }, (text, path) => tagged(text, path));
  const body = canonicalLive(unparked({ ...told, name: tagged(kept.name, ['name']).split(TAGGED)[0] ?? '' }));
  return mapTexts(body, (text): ShownText => {
    const [shown = '', tag] = text.split(TAGGED);
    return tag === undefined ? shown : { shown, tag };
  });
}

function tagged(text: JournalText, path: Path): string {
  if (text === null) return '';
  if (typeof text !== 'string') {
    return 'env' in text ? `(secret ${text.env})${TAGGED}${text.tag}` : `${text.hidden}${TAGGED}${tagOf(text.hidden)}`;
  }
  if (path.at(-1) !== 'webhookUrl') return text;
  return `${shortUrl(text) ?? '(a URL)'}${TAGGED}${tagOf(text)}`;
}

/** Only tells texts of one journal apart, which has them in full: no key is needed, and none is known offline. */
function tagOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

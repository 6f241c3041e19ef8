/** A live rule as it is compared and as it can be written. */
import { type RuleBody, STATIC_KEYS } from '../../model/rule.ts';
import { mapTexts, textAt } from '../../model/texts.ts';
import type { ResolvedRule } from '../../model/written-rule.ts';
import { sendableActions } from '../../planning/canonical.ts';
import type { Candidate } from '../../planning/matching.ts';

/**
 * The canonical form of a live rule with texts that have it as their own canonical form: of the few whose canonical form
 * has another (`\r\r\n`), the text as the service has it.
 */
export function writableBody({ live, body }: Candidate): RuleBody {
  const raw = { ...live, actions: sendableActions(live.actions) };
  return {
    ...mapTexts(body, (text, path) => (text.includes('\r\n') && textAt(raw, path)) || text),
    name: body.name.includes('\r\n') ? live.name.trim() : body.name,
  };
}

/** A rule with nothing in it that says nothing, as people write it. */
export function resolvedOf(body: RuleBody): ResolvedRule {
  const { conditionalOperator, aiInstructions, static: matchers } = body.condition;
  const hasMatcher = STATIC_KEYS.some((key) => matchers[key] !== null);
  return {
    name: body.name,
    ...(body.runOnThreads ? {} : { runOnThreads: false }),
    condition: {
      // Alone, one kind of condition needs no operator, and OR would look as if it did something.
      ...(conditionalOperator !== null && hasMatcher && aiInstructions !== null ? { conditionalOperator } : {}),
      ...(aiInstructions === null ? {} : { aiInstructions }),
      ...(hasMatcher ? { static: withoutNull(matchers) } : {}),
    },
    actions: body.actions.map(({ type, messagingChannelId, fields, delayInMinutes }) => {
      const used = withoutNull(fields);
      return {
        type,
        ...(messagingChannelId === null ? {} : { messagingChannelId }),
        ...(Object.keys(used).length === 0 ? {} : { fields: used }),
        ...(delayInMinutes === null ? {} : { delayInMinutes }),
      };
    }),
  };
}

function withoutNull<T extends object>(object: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null)) as {
    [Key in keyof T]?: NonNullable<T[Key]>;
  };
}

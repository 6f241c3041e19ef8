/**
 * The texts of a rule as the journal keeps them. The journal is the backup, so it keeps texts unchanged, except for
 * values of variables and texts that contain a secret.
 */
import { FIELD_KEYS, isSendable } from '../../model/action-types.ts';
import type { JournalBody, JournalRule, JournalText } from '../../model/journal.ts';
import { recordOf } from '../../model/record-of.ts';
import { type LiveRule, type Path, type RuleBody, STATIC_KEYS } from '../../model/rule.ts';
import { mapTexts, textAt } from '../../model/texts.ts';
import {
  type AccountRedactor,
  type RuleWithReferences,
  secretTexts,
  shortUrl,
} from '../../planning/account-redactor.ts';
import { canonicalLive, sendableActions } from '../../planning/canonical.ts';

/** Converts a text to the form that is kept. `name`: the variable that it comes from; `canonical`: the text to tag. */
type Keep = (plain: string | null, name: string | null, canonical?: string | null) => JournalText;

/** The index of an action that no request can carry, so that no declared action has it. */
const NOWHERE = -1;

export function journalTexts(redactor: AccountRedactor) {
  const keep = withoutValues(redactor);
  const keepUrl: Keep = (plain, name, canonical) => {
    const kept = keep(plain, name, canonical);
    return isHidden(kept) ? { ...kept, hidden: shortUrl(kept.hidden) ?? '(a URL)' } : kept;
  };
  const received = (value: unknown): unknown => {
    if (typeof value === 'string') return keep(value, null);
    if (Array.isArray(value)) return value.map(received);
    return value instanceof Object ? withRest({}, value) : value;
  };
  /** Adds the received fields that `known` does not have. */
  const withRest = <T extends object>(known: T, raw: object): T => {
    const rest = Object.entries(raw).filter(([key]) => !Object.hasOwn(known, key));
    return rest.length === 0
      ? known
      : { ...known, ...Object.fromEntries(rest.map(([key, value]) => [redactor.text(key), received(value)])) };
  };
  const nameOf = (name: string) => keep(name, null) ?? '';
  /** Returns what to keep of the text at a path of the rule `canonical`. */
  const keeping = (canonical: RuleBody, declared: RuleWithReferences | null) => {
    const variableOf = secretTexts(declared);
    return (plain: string | null, path: Path): JournalText => {
      const text = textAt(canonical, path) ?? plain;
      const variable = text === null ? null : variableOf(path, text);
      return (path.at(-1) === 'webhookUrl' ? keepUrl : keep)(plain, variable, text);
    };
  };

  return {
    /** A live rule. `declared`: the rule that the files declare for it, which tells what its secrets are. */
    rule: (live: LiveRule, declared: RuleWithReferences | null): JournalRule => {
      const keepAt = keeping(canonicalLive(live), declared);
      const { condition } = live;
      // The canonical form has no actions that cannot be sent, so they are not counted.
      let sendable = 0;
      const made = {
        id: live.id,
        name: nameOf(live.name),
        enabled: live.enabled,
        runOnThreads: live.runOnThreads,
        createdAt: live.createdAt,
        updatedAt: live.updatedAt,
        condition: withRest(
          {
            conditionalOperator: condition.conditionalOperator,
            aiInstructions: keepAt(condition.aiInstructions, ['condition', 'aiInstructions']),
            static: withRest(
              recordOf(STATIC_KEYS, (key) => keepAt(condition.static[key], ['condition', 'static', key])),
              condition.static,
            ),
          },
          condition,
        ),
        actions: live.actions.map((action) => {
          const index = isSendable(action.type) ? sendable++ : NOWHERE;
          const fields = recordOf(FIELD_KEYS, (key) => keepAt(action.fields[key], ['actions', index, 'fields', key]));
          const kept = {
            type: action.type,
            messagingChannelId: keep(action.messagingChannelId ?? null, null),
            fields: withRest(fields, action.fields),
            delayInMinutes: action.delayInMinutes,
            integrationName: keep(action.integrationName, null),
            integrationToolName: keep(action.integrationToolName, null),
          };
          return withRest(kept, action);
        }),
      };
      return withRest(made, live);
    },
    /** The body to be sent for a declared rule. */
    body: (wanted: RuleBody, declared: RuleWithReferences | null): JournalBody => ({
      ...mapTexts(wanted, keeping(wanted, declared)),
      name: nameOf(wanted.name),
    }),
  };
}

function isHidden(kept: JournalText): kept is { hidden: string } {
  return typeof kept === 'object' && kept !== null && 'hidden' in kept;
}

function withoutValues({ ofRun, tag, text }: AccountRedactor): Keep {
  return (plain, name, canonical = plain) => {
    // A blank text reveals nothing.
    if (plain === null || canonical === null || canonical.trim() === '') return plain;
    const env = name ?? ofRun.variableOf(plain);
    if (env !== undefined) return { env, tag: tag(canonical) };
    const safe = text(plain);
    return safe === plain ? plain : { hidden: safe };
  };
}

/** A rule of a journal in canonical form, without what cannot be sent. `read` converts its texts and its name. */
export function canonicalKept(
  kept: JournalRule | JournalBody,
  read: (text: JournalText, path: Path) => string,
): RuleBody {
  const actions = sendableActions<JournalRule['actions'][number] | JournalBody['actions'][number]>(kept.actions);
  return canonicalLive({ ...mapTexts({ ...kept, actions }, read), name: read(kept.name, ['name']) });
}

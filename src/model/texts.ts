/**
 * Walks the texts of a rule, in any form: `aiInstructions` and static matchers of the condition, and channel and fields of each
 * action. The name is not one of them, since it identifies the rule.
 */
import { FIELD_KEYS, type FieldKey } from './action-types.ts';
import { type Path, STATIC_KEYS, type StaticKey } from './rule.ts';

type Maybe<Text> = Text | null | undefined;

/** A rule in any form: written, resolved, canonical, live, shown, or in a snapshot. */
interface AnyRule {
  condition: { aiInstructions?: unknown; static?: Maybe<{ [Key in StaticKey]?: unknown }> };
  actions: readonly { messagingChannelId?: unknown; fields?: Maybe<{ [Key in FieldKey]?: unknown }> }[];
}

/** A text of a rule of this form; of a written one also a list. */
type TextOf<Rule extends AnyRule> = NonNullable<NonNullable<Rule['condition']['static']>[StaticKey]>;

type Replaced<Value, Text> = Value extends null | undefined ? Value : Text;
type InPart<Part, Key, Text> = Part extends object
  ? { [K in keyof Part]: K extends Key ? Replaced<Part[K], Text> : Part[K] }
  : Part;
/** A condition or an action: with a text and a mapping of texts. */
type InTexts<Part, Own, Inner, Key, Text> = {
  [K in keyof Part]: K extends Own ? Replaced<Part[K], Text> : K extends Inner ? InPart<Part[K], Key, Text> : Part[K];
};

/** A rule with other values in place of its texts. */
export type WithTexts<Rule extends AnyRule, Text> = {
  [K in keyof Rule]: K extends 'condition'
    ? InTexts<Rule[K], 'aiInstructions', 'static', StaticKey, Text>
    : K extends 'actions'
      ? InTexts<Rule['actions'][number], 'messagingChannelId', 'fields', FieldKey, Text>[]
      : Rule[K];
};

/** Replaces each text of a rule by what `change` returns. Null and missing texts stay as they are. */
export function mapTexts<Rule extends AnyRule, Text>(
  rule: Rule,
  change: (text: TextOf<Rule>, path: Path) => Text,
): WithTexts<Rule, Text> {
  const within = (part: object, keys: readonly string[], path: Path): object => {
    const changed: Record<string, unknown> = { ...part };
    for (const key of keys) {
      const text = changed[key];
      if (text != null) changed[key] = change(text as TextOf<Rule>, [...path, key]);
    }
    return changed;
  };
  const condition = within(rule.condition, ['aiInstructions'], ['condition']);
  const matchers = rule.condition.static;
  if (matchers != null) Object.assign(condition, { static: within(matchers, STATIC_KEYS, ['condition', 'static']) });
  const actions = rule.actions.map((one, index) => {
    const action = within(one, ['messagingChannelId'], ['actions', index]);
    if (one.fields == null) return action;
    return Object.assign(action, { fields: within(one.fields, FIELD_KEYS, ['actions', index, 'fields']) });
  });
  return { ...rule, condition, actions } as WithTexts<Rule, Text>;
}

/** The texts of a rule with their paths, in its order. */
export function textsOf<Rule extends AnyRule>(rule: Rule): { text: TextOf<Rule>; path: Path }[] {
  const texts: { text: TextOf<Rule>; path: Path }[] = [];
  mapTexts(rule, (text, path) => texts.push({ text, path }));
  return texts;
}

export function textAt<Rule extends AnyRule>(rule: Rule, path: Path): TextOf<Rule> | undefined {
  const found = path.reduce((inner: unknown, key) => Reflect.get(Object(inner), key), rule);
  return (found ?? undefined) as TextOf<Rule> | undefined;
}

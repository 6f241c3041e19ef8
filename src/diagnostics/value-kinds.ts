/** The kinds of YAML values. `nothing` is null or an empty value. */
export type ValueKind = 'text' | 'number' | 'true or false' | 'list' | 'mapping' | 'nothing';

export const KIND = {
  text: 'a text',
  number: 'a number',
  'true or false': 'true or false',
  list: 'a list',
  mapping: 'a mapping',
  nothing: 'empty',
} as const satisfies Record<ValueKind, string>;

/** The kinds of YAML values, and how messages name them. `nothing` is null or an empty value. */
export const KIND = {
  text: 'a text',
  number: 'a number',
  'true or false': 'true or false',
  list: 'a list',
  mapping: 'a mapping',
  nothing: 'empty',
} as const;

export type ValueKind = keyof typeof KIND;

/** The codes of pitfalls: conditions that do not mean what they seem to. diagnostics/pitfalls.ts has a text for each. */
export const PITFALL_CODES = [
  'excludes-nothing',
  'all-of',
  'any-of',
  'search-field',
  'regular-expression',
  'quotes',
  'encoded-word',
  'display-name',
  'split-by-or',
  'fits-display-names',
  'never-matches',
  'empty-list',
  'empty-alternative',
  'white-space',
  'template',
] as const;

export type PitfallCode = (typeof PITFALL_CODES)[number];

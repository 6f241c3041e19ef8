/** What can be wrong with, or noteworthy in, rule files: each code with its arguments. */
export interface FileProblems {
  'yaml-syntax': { detail: string };
}

/** What can be wrong with flags, environment and project file. */
export interface SettingProblems {
  'base-url-missing': Record<string, never>;
}

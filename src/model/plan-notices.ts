/** What a plan can have to say besides its changes: each code with its arguments. */
export interface PlanNotices {
  'enabled-differs': { expected: boolean };
}

/** Groups of states for the list's tabs. `todo`: the learner must act. */
export const declareTabs = ['all', 'todo', 'waiting', 'passed', 'rejected'] as const;
export type DeclareTab = (typeof declareTabs)[number];

/** Groups of states that a list may be narrowed to. `todo`: the learner goes on with it. */
export const declareTabs = ['all', 'todo', 'waiting', 'passed', 'rejected'] as const;
export type DeclareTab = (typeof declareTabs)[number];

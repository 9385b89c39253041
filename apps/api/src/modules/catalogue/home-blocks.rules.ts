/** The course blocks of the home page, in its order. */
export const homeBlockKinds = ['recommend', 'hot', 'free', 'expense', 'newCourse'] as const;
export type HomeBlockKind = (typeof homeBlockKinds)[number];

/** The filters of each home page block, in its order. */
export const homeLists = {
  recommend: { recommended: 'Y' },
  free: { price_kind: 'free', sort: 'hot' },
  hot: { sort: 'hot' },
  expense: { price_kind: 'paid', sort: 'hot' },
  newCourse: { sort: 'new' },
} as const;
export type HomeList = keyof typeof homeLists;

/** The four rating scales of a course, each from 1 to 5. */
export const appraiseScales = [
  { name: 'useful', title: '内容实用' },
  { name: 'concise', title: '简洁易懂' },
  { name: 'logical', title: '逻辑清晰' },
  { name: 'design', title: '课程设计' },
] as const;
export type AppraiseScale = (typeof appraiseScales)[number]['name'];

export const appraiseTextLimit = 200;

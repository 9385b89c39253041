/** Texts of the pages of packages. */
export const packageWords = {
  tabs: { courses: '课程列表', intro: '介绍' },
  tabsLabel: '套餐内容',
  count: (count: number) => `${count} 门课程`,
  whole: '分开购买',
  price: '套餐价',
  owned: '已拥有课程抵减',
  mine: '已拥有',
  share: '在套餐价中占',
  study: '去学习',
} as const;

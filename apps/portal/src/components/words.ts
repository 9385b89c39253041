/** Texts shared by several pages. */
export const words = {
  home: '首页',
  loading: '加载中',
  publicneed: '公需科目',
  profession: '专业科目',
  credits: '学分',
  hours: '学时',
} as const;

/** Texts of the suggestions. */
export const suggestionWords = {
  list: '搜索建议',
  history: '搜索历史',
  hot: '热门搜索',
  titles: '相关内容',
  forget: '清除搜索历史',
  failed: '没有清除成功，请重试',
} as const;

/** Texts of the filters, loaded with the pages that show them. */
export const filterWords = {
  filter: '筛选',
  close: '关闭',
  reset: '重置',
  done: '确定',
  results: (count: number) => `查看 ${count} 个结果`,
  all: '全部',
  more: '展开',
  less: '收起',
} as const;

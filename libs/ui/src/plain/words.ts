/** Texts of what every first view loads. A part that loads later has its own. */
export const words = {
  failed: '加载失败',
  retry: '重试',
  code: '代码',
  close: '关闭',
  showPassword: '显示密码',
  pages: '分页',
  previous: '上一页',
  firstPage: '回到第一页',
  pastEnd: '这一页没有内容',
  next: '下一页',
  loading: '加载中',
  breadcrumb: '当前位置',
} as const;

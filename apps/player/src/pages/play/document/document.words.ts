export const words = {
  frame: '文档',
  previous: '上一页',
  next: '下一页',
  larger: '放大',
  smaller: '缩小',
  pageOf: (page: number, all: number) => `第 ${page} 页，共 ${all} 页`,
  pageLeft: (seconds: number) => `本页还需 ${seconds} 秒`,
  pageDone: '本页已读',
  toUnread: (page: number) => `去读第 ${page} 页`,
  broken: '文档加载失败',
  again: '重试',
} as const;

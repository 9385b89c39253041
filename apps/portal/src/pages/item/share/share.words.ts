/** Texts of the share panel. */
export const shareWords = {
  heading: '分享',
  close: '关闭',
  code: '用手机扫码打开',
  address: '页面地址',
  copy: '复制链接',
  copied: '链接已复制',
  notCopied: '未能复制，请手动选择地址复制',
  more: '用其他应用分享',
} as const;

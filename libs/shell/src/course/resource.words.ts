const kinds: Record<string, string> = {
  pdf: 'PDF 文档',
  ppt: '演示文稿',
  doc: 'Word 文档',
  xls: '表格',
  zip: '压缩包',
  image: '图片',
};

const formatSize = (bytes: number) =>
  bytes >= 1_048_576
    ? `${(bytes / 1_048_576).toFixed(1)} MB`
    : `${Math.max(1, Math.round(bytes / 1024))} KB`;

/** Texts of the tab 资料. */
export const resourceWords = {
  none: '这门课程没有资料',
  joinFirst: '加入课程后可以下载资料。',
  download: '下载',
  facts: (kind: string, size: number) => `${kinds[kind] ?? '文件'} · ${formatSize(size)}`,
} as const;

/** Texts of the help centre, apart from its articles. */
export const helpWords = {
  manual: '帮助手册',
  certificate: '专业年度合格证书申请手册',
  about:
    '帮助手册：账号、选课购买、学习、考试、证书、学分兑换和发票，按步骤说明每个按钮在哪里、做什么。',
  aboutCertificate:
    '专业年度合格证书申请手册：从查看年度学时学分到证书签发、下载和验证的每一步，附界面图示与常见问题。',
  intro: '按步骤说明每个按钮在哪里、做什么。找不到答案时，可拨打客户服务电话。',
  tree: '帮助目录',
  contents: '目录',
  search: '在帮助手册中查找',
  clear: '清除',
  found: (count: number) => `找到 ${count} 篇`,
  none: '没有找到相关帮助',
  noneHint: '可以换一个更短的词，或者从目录中查找。',
  all: '查看全部目录',
  updated: '更新于',
  previous: '上一篇',
  next: '下一篇',
  neighbours: '上一篇和下一篇',
  lost: '帮助文章不存在或已更名',
  lostHint: '请从目录中重新选择。',
  print: '打印',
  steps: '申请步骤',
  faq: '常见问题',
  introCertificate:
    '年度学时学分达标后，在个人中心申请、查看、下载和验证专业年度合格证书。按下面的步骤操作即可。',
  more: '还有疑问？',
  toManual: '查看帮助手册',
  toCertificate: '年度证书申请手册',
  goToMine: '去我的证书',
} as const;

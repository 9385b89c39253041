export const sitePageWords = {
  description: (title: string) => `本站的${title}。`,
  version: (version: string, isNewest: boolean) =>
    isNewest ? `当前版本：${version}` : `版本：${version}（已有新版本）`,
  others: '其他版本',
} as const;

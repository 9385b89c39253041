import type { CollectionTab } from '@cme/contract/content';

export const collectionWords = {
  title: '我的收藏',
  tabsLabel: '收藏类型',
  tabs: {
    all: '全部',
    course: '课程',
    package: '课程包',
    class: '培训班',
    live: '直播',
    activity: '活动',
  } satisfies Record<CollectionTab, string>,
  empty: (tab: CollectionTab): string =>
    tab === 'all' ? '还没有收藏' : `还没有收藏${collectionWords.tabs[tab]}`,
  emptyHint: '在课程页点“收藏”，就能在这里找到它。',
  collectedAt: (day: string) => `收藏于 ${day}`,
  remove: '取消收藏',
  removed: (title: string) => `已取消收藏“${title}”`,
  undo: '撤销',
} as const;

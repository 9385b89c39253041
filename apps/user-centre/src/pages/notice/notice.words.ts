import type { MessageTab } from '@cme/contract/person';

export const noticeWords = {
  title: '我的消息',
  intro: '学习、考试、订单和证书的进展会在这里告诉您。接收哪些消息、哪些计入未读数，可以在',
  settings: '通知设置',
  introEnd: '中选择。',
  tabsLabel: '消息类型',
  tabs: {
    all: '全部',
    unread: '未读',
    system: '系统',
    study: '学习',
    exam: '考试',
    order: '订单',
    credit: '学分',
    certificate: '证书',
    class: '培训班',
  } satisfies Record<MessageTab, string>,
  empty: (tab: MessageTab): string => {
    if (tab === 'all') return '还没有消息';
    return tab === 'unread'
      ? '没有未读消息'
      : `没有${noticeWords.tabs[tab]}${tab === 'class' ? '的' : ''}消息`;
  },
  emptyHint: '学习、考试、订单和证书的进展会在这里告诉您。',
  readAll: '全部已读',
  allRead: '已全部标为已读',
  unread: '未读',
  read: '标为已读',
  remove: '删除',
  removed: (title: string) => `已删除“${title}”`,
  undo: '撤销',
  go: {
    order: '查看订单',
    declare: '查看申报',
    exam: '查看成绩',
    certificate: '查看证书',
    C: '查看课程',
    P: '查看课程包',
    X: '查看培训班',
    L: '查看直播',
    R: '观看回放',
    A: '查看活动',
    Z: '查看活动',
    Y: '查看活动',
    learn: '去我的课程',
    myexam: '去我的考试',
    trainingclass: '去我的培训班',
    setting: '去账号设置',
    myfile: '去我的档案',
    news: '查看公告',
  },
} as const;

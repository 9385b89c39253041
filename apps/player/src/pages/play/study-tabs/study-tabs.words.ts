/** Labels of the tabs next to the video. */
export const studyTabs = {
  outline: '目录',
  notes: '笔记',
  resources: '资料',
  homework: '作业',
  appraises: '评价',
} as const;

export type StudyTab = keyof typeof studyTabs;
export const studyTabsLabel = '课程内容';
/** Label of the part below the video. */
export const askLabel = '课程问答';

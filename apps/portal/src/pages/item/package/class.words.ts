/** Texts of the page of a class. */
export const classPageWords = {
  tabs: {
    timetable: '课程表',
    courses: '课程列表',
    intro: '介绍',
    teachers: '讲师',
    notices: '通知',
    handouts: '资料',
  },
  tabsLabel: '培训班内容',
  study: '去学习',
  afterAdmission: '录取后开通',
  courses: (count: number) => `${count} 门课程`,
  free: '免费',
  all: '全部期次',
} as const;

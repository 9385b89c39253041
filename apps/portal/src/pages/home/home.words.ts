/** Texts of the home page. */
export const homeWords = {
  withoutBanner: '登录后选课学习，学时、学分和证书一处管理。',
  blocks: {
    recommend: '推荐课程',
    hot: '热门课程',
    free: '免费课程',
    expense: '精品课程',
    newCourse: '最新课程',
    notices: '通知公告',
    regulations: '政策法规',
    special: '专项培训',
    live: '直播',
    partner: '合作单位',
  },
  about: ({ site_name, slogan }: { site_name: string; slogan: string }) =>
    `${site_name}：面向卫生健康专业技术人员的公需科目与专业科目在线学习，考试合格后获得学时、学分与证书。${slogan}`,
  more: '更多',
  flowTitle: '学习流程',
  flow: [
    ['注册登录', '一次登录，选课、学习、个人中心通用'],
    ['选择课程', '公需科目与专业科目任选'],
    ['在线学习', '随时继续，进度自动保存'],
    ['考核评价', '完成考试与课程评价'],
    ['获得学分', '学时学分计入年度档案'],
  ],
  counts: { course: '门课程', learner: '人次学习', teacher: '位讲师' },
  welcome: '您好，',
  guestTitle: '登录后继续学习',
  guestText: '学时、学分和学习进度，登录后一目了然。',
  signIn: '登录',
  register: '注册',
  yearNeed: (need: { year: number; need_credits: number; need_hours: number }) =>
    `${need.year} 年度要求：${[
      need.need_credits > 0 ? `${need.need_credits} 学分` : '',
      need.need_hours > 0 ? `${need.need_hours} 学时` : '',
    ]
      .filter(Boolean)
      .join('，')}`,
  pinned: '置顶',
  yearTitle: (year: number) => `${year} 年度完成情况`,
  noCurrent: '还没有正在学习的课程，从一门公需课开始吧。',
  see: '立即查看',
} as const;

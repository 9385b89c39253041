/** Every name that the lists of courses show or say; apart from the others, because the home page
 * needs none of them. */
export const words = {
  publicneed: '公需科目',
  profession: '专业科目',
  search: '搜索结果',
  filters: {
    series: '专业系列',
    level: '专业级别',
    post_type: '岗位类型',
    price_kind: '价格',
    sort: '排序',
  },
  prices: [
    ['free', '免费'],
    ['paid', '付费'],
  ],
  sorts: [
    ['new', '最新'],
    ['hot', '最热'],
    ['credit', '学分'],
    ['price', '价格'],
  ],
  forMe: '适合我',
  reset: '重置',
  total: (count: number) => `共 ${count} 门课程`,
  none: '没有找到相关课程',
  noneNarrowed: '可以减少筛选条件再试一次。',
  noneOfWord: '可以换一个更短的词，或者看看全部课程。',
  allCourses: '查看全部课程',
  keyword: (keyword: string) => `“${keyword}”的搜索结果`,
  about: {
    publicneed:
      '公需科目课程：政策法规、职业道德、信息素养等面向全体专业技术人员的公共必修内容，在线学习，考试合格后计入年度学时与学分。',
    profession:
      '专业科目课程：按专业系列、专业级别和岗位类型选课，由各学科讲师授课，在线学习与考试，学时学分计入年度档案。',
    search: '在全部课程中查找。',
  },
  intro: {
    publicneed: '面向全体专业技术人员的公共必修内容，每年更新。',
    profession: '按专业系列与级别选课，学时学分计入年度档案。',
    search: '在全部课程中查找。',
  },
} as const;

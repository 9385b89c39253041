/** Every name that the lists of courses show or say; apart from the others, because the home page
 * needs none of them. */
export const words = {
  publicneed: '公需科目',
  profession: '专业科目',
  all: '全部课程',
  filters: {
    recommended: '推荐',
    subject_kind: '科目类别',
    year: '年度',
    discipline: '学科',
    series: '专业系列',
    level: '专业级别',
    post_type: '岗位类型',
    project_level: '项目级别',
    teach_way: '授课方式',
    credits: '学分',
    price_kind: '价格',
    sort: '排序',
  },
  subjects: [
    ['public', '公需科目'],
    ['pro', '专业科目'],
  ],
  recommended: [['Y', '推荐课程']],
  /** Lists that a block of the home page leads to. */
  homeLists: {
    recommend: '推荐课程',
    free: '免费课程',
    hot: '热门课程',
    expense: '精品课程',
    newCourse: '最新课程',
  },
  prices: [
    ['free', '免费'],
    ['paid', '付费'],
  ],
  projectLevels: [
    ['国家', '国家级'],
    ['省', '省级'],
    ['市', '市级'],
    ['单位', '单位'],
  ],
  teachWays: [
    ['video', '线上录播'],
    ['live', '直播'],
    ['face', '面授'],
    ['mixed', '混合'],
  ],
  credits: [
    ['0-1', '1学分以下'],
    ['1-3', '1至3学分'],
    ['3-5', '3至5学分'],
    ['5-', '5学分以上'],
  ],
  yearOf: (year: string) => `${year}年`,
  partsOf: (name: string) => `${name}下的学科`,
  quick: '快速筛选',
  any: (name: string) => `${name}不限`,
  sorts: [
    ['best', '综合'],
    ['new', '最新'],
    ['hot', '最热'],
    ['credit', '学分'],
    ['price', '价格'],
  ],
  forMe: '适合我',
  ownNote: '已按您的专业系列、级别和岗位筛选，点“适合我”可查看全部。',
  reset: '重置',
  total: (count: number) => `共 ${count} 门课程`,
  none: '没有找到相关课程',
  noneNarrowed: '可以减少筛选条件再试一次。',
  noMore: '没有更多了',
  loadMore: '加载更多',
  loading: '正在加载…',
  ask: {
    title: '先选专业系列和级别',
    hint: '您的资料里还没有这两项，选好后只看适合您的课程。',
    show: '看适合我的课程',
    choose: '请选择',
  },
  about: {
    publicneed:
      '公需科目课程：政策法规、职业道德、信息素养等面向全体专业技术人员的公共必修内容，在线学习，考试合格后计入年度学时与学分。',
    profession:
      '专业科目课程：按专业系列、专业级别和岗位类型选课，由各学科讲师授课，在线学习与考试，学时学分计入年度档案。',
  },
  intro: {
    all: '公需科目与专业科目的全部课程、套餐、培训班和直播。',
    publicneed: '面向全体专业技术人员的公共必修内容，每年更新。',
    profession: '按专业系列与级别选课，学时学分计入年度档案。',
  },
} as const;

import { longestKeyword } from '@cme/contract/content';

const quote = (names: readonly string[]): string => names.map((name) => `“${name}”`).join('');

/** Texts of the search results. */
export const words = {
  search: '搜索结果',
  keyword: (keyword: string) => `“${keyword}”的搜索结果`,
  about: '按课程、讲师、单位或项目编号查找继续教育课程、套餐、培训班、直播、资讯和帮助。',
  intro: '在课程、套餐、培训班、直播、资讯和帮助中查找。',
  kinds: '结果类型',
  tabs: {
    all: '全部',
    course: '课程',
    package: '套餐',
    class: '培训班',
    live: '直播',
    activity: '活动',
    news: '资讯',
    help: '帮助',
  },
  filters: {
    subject_kind: '科目类别',
    series: '专业系列',
    level: '专业级别',
    post_type: '岗位类型',
    price_kind: '价格',
    sort: '排序',
  },
  subjects: [
    ['public', '公需科目'],
    ['pro', '专业科目'],
  ],
  prices: [
    ['free', '免费'],
    ['paid', '付费'],
  ],
  sorts: [
    ['', '综合'],
    ['new', '最新'],
  ],
  /** In display order. */
  measures: {
    course: '门课程',
    package: '个套餐',
    class: '个培训班',
    live: '场直播',
    activity: '个活动',
    news: '篇资讯',
    help: '篇帮助',
  },
  total: (counted: readonly string[]) => `共 ${counted.join('，')}`,
  dropped: (asked: readonly string[], dropped: readonly string[]) =>
    `没有同时包含${quote(asked)}的内容，以下结果不含${quote(dropped)}`,
  none: '没有找到相关课程',
  noneNarrowed: '可以减少筛选条件再试一次。',
  noneOfKind: '其他类型中有结果。',
  noneOfWord: '可以换一个更短的词，或者看看全部课程。',
  noKeyword: '想学点什么？',
  noKeywordHint: '在上方输入课程、讲师、单位或项目编号。',
  tooLong: '关键词太长了',
  tooLongHint: (count: number) =>
    `最多 ${longestKeyword} 个字，现在有 ${count} 个，请删去一些再搜索。`,
  reset: '重置',
  showAll: '查看全部结果',
  allCourses: '查看全部课程',
  hot: '大家在搜',
} as const;

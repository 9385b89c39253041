/** Options for profiles and course filters. The 39 series are specific to this platform. */
export interface Option {
  readonly code: string;
  readonly name: string;
}

export const postTypes = [
  { code: 'E', name: '专业技术岗位' },
  { code: 'M', name: '管理岗位' },
  { code: 'A', name: '工勤技能岗位' },
] as const satisfies readonly Option[];

/** Short names of the 39 professional series; the code is the two-digit position. */
const seriesNames =
  '卫生 基层卫生 药学 护理 中医药 公共卫生 医学技术 卫生管理 高等学校教师 中等职业学校教师 技工院校教师 中小学教师 党校教师 哲学社会科学研究 自然科学研究 实验技术 工程技术 农业技术 船舶专业技术 民用航空飞行技术 经济 会计 审计 统计 新闻 出版 播音主持 图书资料 文物博物 档案 艺术 工艺美术 群众文化 翻译 体育 公共法律服务 思想政治工作 社会工作 其他';
export const series: readonly Option[] = seriesNames
  .split(' ')
  .map((name, index) => ({ code: String(index + 1).padStart(2, '0'), name: `${name}系列` }));

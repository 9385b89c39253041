/** Kinds of activity in the caps of rules, and their names. */
export const kindNames: Record<string, string> = {
  project: '继续医学教育项目',
  public_need: '公需科目',
  further_study: '进修学习',
  degree: '在职学历（学位）教育',
  practice: '有组织的实践活动',
  mandate: '政府指令性任务',
  self_study: '有计划的自学',
};
export const sourceNames: Record<string, string> = {
  course: '在线课程',
  package: '课程包',
  class: '培训班',
  exam: '考试',
  exchange: '学分兑换',
  manual: '中心登记',
  reversal: '更正',
};
export const statusNames: Record<string, string> = {
  pending: '待审核',
  granted: '已授予',
  reversed: '已冲销',
};

/** The kind of an online course. */
export const toCreditKind = ({ subject_kind }: { subject_kind: string }) =>
  subject_kind === 'public' ? 'public_need' : 'project';

/** Sums are kept in hundredths. */
export const round = (value: number) => Math.round(value * 100) / 100;

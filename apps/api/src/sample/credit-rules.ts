import type { CreditRule } from '../credits/credits/credits.store.ts';
import { sampleId } from '@cme/sample/ids';

type Rule = Omit<CreditRule, 'rule_id' | 'site_id' | 'year' | 'due_day' | 'grace_days'> & {
  key: string;
};

const health = ['01', '02', '03', '04', '05', '06', '07', '08'];

const today = (year: number): Rule[] => [
  {
    key: 'health',
    name: `${year}年度卫生健康专业技术人员继续教育要求`,
    scope: { series: health },
    need_hours: 90,
    need_public: 30,
    need_pro: 60,
    need_credits: 25,
    kind_caps: [{ kind: 'self_study', max_credits: 10 }],
    type_needs: [],
    note: '每年不少于25学分、90学时，其中公需科目不少于30学时、专业科目不少于60学时。有计划的自学每年最多计10学分。学时与学分分别计算，授予后即时计入。',
  },
  {
    key: 'general',
    name: `${year}年度专业技术人员继续教育要求`,
    scope: {},
    need_hours: 90,
    need_public: 30,
    need_pro: 60,
    need_credits: 0,
    kind_caps: [],
    type_needs: [],
    note: '每年不少于90学时，其中公需科目不少于30学时、专业科目不少于60学时。',
  },
  {
    key: 'rural',
    name: `${year}年度乡村医生培训要求`,
    scope: { levels: ['D'] },
    need_hours: 40,
    need_public: 0,
    need_pro: 0,
    need_credits: 0,
    kind_caps: [],
    type_needs: [],
    note: '乡村医生每年培训不少于40学时，在线课程、集中面授和跟班学习均可计入。',
  },
];

/** Before 2025 there were two classes of credits, which were not interchangeable. */
const legacy: Rule = {
  key: 'legacy',
  name: '卫生专业技术人员继续医学教育要求（Ⅰ类、Ⅱ类学分）',
  scope: {},
  need_hours: 0,
  need_public: 0,
  need_pro: 0,
  need_credits: 25,
  kind_caps: [],
  type_needs: [
    { credit_type: 'I', name: 'Ⅰ类学分', need: 5 },
    { credit_type: 'II', name: 'Ⅱ类学分', need: 15 },
  ],
  note: '2024年及以前：每年不少于25学分，其中Ⅰ类学分5至10分，Ⅱ类学分不少于15分，两类学分不可互相替代。',
};

/** The annual rules of a site; a year without its own uses those of the latest earlier year. */
export const creditRules = (siteId: string): CreditRule[] =>
  (
    [
      [2018, [legacy]],
      [2025, today(2025)],
      [2026, today(2026)],
    ] as const
  ).flatMap(([year, rules]) =>
    rules.map(({ key, ...rule }) => ({
      ...rule,
      rule_id: sampleId('credit_rule', siteId, String(year), key),
      site_id: siteId,
      year,
      due_day: '12-31',
      // Until the last day of its declarations.
      grace_days: 90,
    })),
  );

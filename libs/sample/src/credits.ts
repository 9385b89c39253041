import type { When } from './shapes.ts';

/** A ledger row that does not come from a course. `part` of a year as in `When`. */
export interface SampleCredit {
  who: string;
  key: string;
  when: Extract<When, { yearsAgo: number }>;
  title: string;
  source: 'class' | 'manual';
  kind: 'project' | 'public_need' | 'further_study' | 'practice';
  subject: 'public' | 'pro';
  hours: number;
  credits: number;
  type?: 'I' | 'II';
  issuer: string;
  /** Reversed by the centre, with the reason. */
  reversed?: string;
}

const row = (
  personKey: string,
  key: string,
  yearsAgo: number,
  part: number,
  more: Omit<SampleCredit, 'who' | 'key' | 'when'>,
): SampleCredit => ({ who: personKey, key, when: { yearsAgo, part }, ...more });

export const sampleCredits: readonly SampleCredit[] = [
  row('physician', 'public-class-0', 0, 0.3, {
    title: '公需科目集中面授：数字素养与公共卫生',
    source: 'class',
    kind: 'public_need',
    subject: 'public',
    hours: 12,
    credits: 4,
    issuer: '省卫生健康委员会培训中心',
  }),
  row('physician', 'public-class-1', 1, 0.55, {
    title: '公需科目集中面授：医德医风与依法执业',
    source: 'class',
    kind: 'public_need',
    subject: 'public',
    hours: 18,
    credits: 6,
    issuer: '省卫生健康委员会培训中心',
  }),
  row('physician', 'twice-1', 1, 0.6, {
    title: '心电图判读短期培训',
    source: 'manual',
    kind: 'project',
    subject: 'pro',
    hours: 6,
    credits: 2,
    issuer: '省医学会',
    reversed: '与在线课程重复登记',
  }),
  row('physician', 'national-2', 2, 0.4, {
    title: '国家级项目：急性冠脉综合征规范化诊治',
    source: 'manual',
    kind: 'project',
    subject: 'pro',
    hours: 30,
    credits: 10,
    type: 'I',
    issuer: '省医科大学附属第一医院',
  }),
  row('physician', 'unit-2', 2, 0.8, {
    title: '院内业务学习与病例讨论',
    source: 'manual',
    kind: 'practice',
    subject: 'pro',
    hours: 48,
    credits: 16,
    type: 'II',
    issuer: '云麓市第一人民医院',
  }),
  row('senior', 'further-1', 1, 0.5, {
    title: '国家产科质控中心进修三个月',
    source: 'manual',
    kind: 'further_study',
    subject: 'pro',
    hours: 90,
    credits: 25,
    issuer: '省妇幼保健院',
  }),
  row('village', 'class-0', 0, 0.45, {
    title: '乡村医生集中培训（县卫校面授）',
    source: 'class',
    kind: 'project',
    subject: 'pro',
    hours: 16,
    credits: 0,
    issuer: '临溪县卫生健康局',
  }),
];

/** Issuers of the sites, and their digits in every number. */
export const sampleIssuers: Readonly<Record<string, { code: string; name: string }>> = {
  main: { code: '0351', name: '省卫生健康委员会培训中心' },
  hospital: { code: '1001', name: '清渚市第一人民医院' },
  city: { code: '1003', name: '清渚市医学教育中心' },
  opening: { code: '1004', name: '云麓县卫生健康局' },
  ended: { code: '1002', name: '云麓矿区职工医院' },
  test: { code: '9001', name: '康教在线测试站' },
};

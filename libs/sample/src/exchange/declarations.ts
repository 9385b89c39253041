import type { When } from '../shapes.ts';

/** A declaration with its history. */
export interface SampleDeclaration {
  who: 'senior' | 'physician' | 'nurse';
  key: string;
  /** Time of submission, or of the last edit. */
  when: When;
  kind: string;
  name: string;
  no?: string;
  issuer: string;
  level?: string;
  role?: number;
  quantity: number;
  /** Length of the activity in days, which ended some days before the declaration. */
  days: number;
  fate:
    | 'draft'
    | 'submitted'
    | 'withdrawn'
    | 'unit_passed'
    | 'returned'
    | 'rejected'
    | 'approved'
    | 'credited'
    | 'reversed';
  /** Comment of the last auditor. */
  reason?: string;
  /** Granted amounts, if different from the claim. */
  lowered?: { hours: number; credits: number };
}

const senior: SampleDeclaration[] = [
  {
    who: 'senior',
    key: 'draft',
    when: { daysAgo: 0, minutes: 50 },
    kind: 'paper',
    name: '前置胎盘剖宫产术中出血的多因素分析',
    issuer: '中华围产医学杂志',
    level: 'core',
    role: 1,
    quantity: 1,
    days: 1,
    fate: 'draft',
  },
  {
    who: 'senior',
    key: 'meeting',
    when: { daysAgo: 2 },
    kind: 'meeting',
    name: '全国围产医学学术会议',
    no: 'WCYX-0417',
    issuer: '中华医学会围产医学分会',
    level: 'national',
    quantity: 1,
    days: 3,
    fate: 'submitted',
  },
  {
    who: 'senior',
    key: 'teaching',
    when: { daysAgo: 6 },
    kind: 'grassroots',
    name: '县级医院对口帮扶带教',
    issuer: '临溪县人民医院',
    quantity: 1,
    days: 30,
    fate: 'unit_passed',
  },
  {
    who: 'senior',
    key: 'training',
    when: { daysAgo: 5 },
    kind: 'training',
    name: '产科危急重症救治研修班',
    no: 'YX-2207',
    issuer: '省妇幼保健院',
    quantity: 24,
    days: 3,
    fate: 'returned',
    reason: '结业证书照片不清楚，编号无法辨认，请重新上传扫描件',
  },
  {
    who: 'senior',
    key: 'award',
    when: { daysAgo: 40 },
    kind: 'award',
    name: '院内技能竞赛一等奖',
    no: 'JN-001',
    issuer: '省妇幼保健院工会',
    level: 'city',
    role: 1,
    quantity: 1,
    days: 1,
    fate: 'rejected',
    reason: '院内竞赛不属于政府部门颁发的科技成果奖励，不予折算',
  },
  {
    who: 'senior',
    key: 'withdrawn',
    when: { daysAgo: 12 },
    kind: 'degree',
    name: '卫生事业管理硕士课程',
    issuer: '省医科大学',
    quantity: 2,
    days: 60,
    fate: 'withdrawn',
  },
  {
    who: 'senior',
    key: 'approved',
    when: { daysAgo: 9 },
    kind: 'policy',
    name: '关于完善危重孕产妇转诊网络的建议',
    issuer: '省卫生健康委员会妇幼处',
    quantity: 1,
    days: 1,
    fate: 'approved',
  },
  {
    who: 'senior',
    key: 'research',
    when: { daysAgo: 55 },
    kind: 'research',
    name: '产后出血早期预警模型的建立与验证',
    no: '2024KY0318',
    issuer: '省科学技术厅',
    level: 'provincial_main',
    role: 2,
    quantity: 1,
    days: 30,
    fate: 'credited',
    reason: '任务书载明本年度完成部分工作，按子课题核定',
    lowered: { hours: 32, credits: 10.67 },
  },
  {
    who: 'senior',
    key: 'reversed',
    when: { daysAgo: 90 },
    kind: 'meeting_paper',
    name: '晚期早产儿结局的回顾性研究',
    no: 'LW-88',
    issuer: '省医学会',
    level: 'provincial_short',
    quantity: 1,
    days: 1,
    fate: 'reversed',
    reason: '经核实论文未被会议收录',
  },
];

const others: SampleDeclaration[] = [
  {
    who: 'physician',
    key: 'reading-0',
    when: { yearsAgo: 0, part: 0.42 },
    kind: 'self_study',
    name: '《心血管内科学年度进展》指定阅读并通过考核',
    issuer: '云麓市第一人民医院',
    quantity: 24,
    days: 20,
    fate: 'credited',
  },
  {
    who: 'physician',
    key: 'reading-0b',
    when: { yearsAgo: 0, part: 0.7 },
    kind: 'self_study',
    name: '《高血压基层诊疗指南》指定阅读并通过考核',
    issuer: '云麓市第一人民医院',
    quantity: 12,
    days: 14,
    fate: 'credited',
  },
  {
    who: 'physician',
    key: 'meeting-0',
    when: { yearsAgo: 0, part: 0.93 },
    kind: 'meeting',
    name: '省心血管病学术年会',
    issuer: '省医学会',
    level: 'provincial',
    quantity: 1,
    days: 2,
    fate: 'submitted',
  },
];

/** Each state once, for the senior professional. */
export const sampleDeclarations: readonly SampleDeclaration[] = [...senior, ...others];

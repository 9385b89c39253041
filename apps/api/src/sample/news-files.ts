import type { SampleFile } from './course-files.ts';
import { newsId } from './ids.ts';

/** A file beside an item of news; drawn by `tools/media/sample-files.ts` like those of courses. */
export interface NewsFile extends Omit<SampleFile, 'course'> {
  /** Id of the item. */
  news: string;
}

const blank = '________';
const rows = (count: number, line: string): string[] =>
  Array.from({ length: count }, (_, at) => `${at + 1}.  ${line}`);

export const newsFiles: readonly NewsFile[] = [
  {
    news: newsId('main', 'N', 'credit-forms'),
    file: 'credit-forms.pdf',
    title: '可授予学分活动形式对照表',
    lines: [
      '继续医学教育项目：学完并考核合格，自动入账',
      '进修学习：凭结业证明申报',
      '在职学历（学位）教育：凭成绩单或毕业证书申报',
      '有组织的实践活动：凭组织单位证明申报',
      '政府指令性任务：凭任务文件和单位证明申报',
      '有计划的自学：经考核，每人每年最多计10学分',
      '按规定认定的其他形式：凭认定文件申报',
    ],
  },
  {
    news: newsId('main', 'N', 'credit-forms'),
    file: 'credit-papers.pdf',
    title: '学分申报材料清单',
    lines: [
      '□ 活动证明，须有主办单位公章和日期',
      '□ 本人姓名与证件号码和平台一致',
      '□ 学时、学分与起止日期清晰可辨',
      '□ 扫描件或照片，单个文件不超过10M',
    ],
  },
  {
    news: newsId('main', 'B', 'annual-certificate'),
    file: 'certificate-notice.pdf',
    title: '关于办理专业年度合格证书的通知',
    lines: [
      '一、年度学时、学分达到要求并完成实名核验的，可以申请。',
      '二、登录平台，在“我的证书”中点击“申请证书”，即时签发。',
      '三、申请、查看、下载、打印和核验均不收费。',
      '四、申请前请核对姓名、证件号码和工作单位。',
      '五、单位可通过“证书查询”在线核验，不需要复印件。',
    ],
  },
  {
    news: newsId('main', 'B', 'annual-certificate'),
    file: 'unit-list.pdf',
    title: '单位集中核验名单模板',
    lines: [
      `单位名称：${blank}${blank}  经办人：${blank}`,
      ...rows(10, `姓名 ${blank}  年度 ${blank}  证书编号 ${blank}${blank}`),
    ],
  },
  {
    news: newsId('main', 'B', 'invoice-digital'),
    file: 'invoice-questions.pdf',
    title: '开票常见问题',
    lines: [
      '问：什么时候可以申请发票？',
      '答：付款后在“我的订单”中点击“申请发票”。',
      '问：抬头写错了怎么办？',
      '答：联系客户服务红冲，再在原订单上重新申请。',
      '问：单位统一付款，每人都能开票吗？',
      '答：由经办人申请一张，学员不再分别开具。',
    ],
  },
  {
    news: newsId('main', 'B', 'unit-admin'),
    file: 'unit-admin-form.pdf',
    title: '单位管理员信息变更表',
    lines: [
      `单位名称：${blank}${blank}`,
      `原管理员：${blank}  联系方式：${blank}`,
      `现管理员：${blank}  联系方式：${blank}`,
      `变更原因：${blank}${blank}`,
      `单位盖章：${blank}  日期：${blank}`,
    ],
  },
  {
    news: newsId('main', 'B', 'unit-admin'),
    file: 'unit-admin-guide.pdf',
    title: '单位管理员操作说明',
    lines: [
      '一、审核加入：核对姓名和科室，同意或写明理由退回。',
      '二、学分初审：核对证明材料，同意后送培训中心复审。',
      '三、管理员变动：提交变更表，三个工作日内完成变更。',
    ],
  },
  {
    news: newsId('hospital', 'B', 'new-staff'),
    file: 'new-staff-check.pdf',
    title: '岗前培训考核表',
    lines: [
      `姓名：${blank}  科室：${blank}  工号：${blank}`,
      '医院规章制度      □ 合格  □ 不合格',
      '医院感染防控      □ 合格  □ 不合格',
      '医疗安全与病历书写    □ 合格  □ 不合格',
      `带教老师：${blank}  日期：${blank}`,
    ],
  },
];

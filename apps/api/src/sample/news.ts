import { cityNews } from './city-site.ts';
import { newsId } from './ids.ts';
import { moreInHouse, moreNotices, moreRegulations } from './news-more.ts';
import type { SampleNews, SiteKey, When } from './shapes.ts';

/** An item as its author writes it. */
export interface NewsSource {
  key: string;
  title: string;
  source: string;
  publish: When;
  views: number;
  top?: boolean;
  text: string[];
}

const learnFrom = '本页为学习要点，条文以正式公布的文本为准。';

const regulations: NewsSource[] = [
  {
    key: 'credit-rule',
    title: '继续医学教育学分管理办法（试行）学习要点',
    source: '国家卫生健康委',
    publish: { on: '2024-10-30 09:00:00' },
    views: 28114,
    top: true,
    text: [
      '2024年10月，《继续医学教育学分管理办法（试行）》（国卫办科教发〔2024〕20号）印发。继续医学教育实行学分制，卫生健康专业技术人员每年参加继续医学教育获得的学分不少于25学分，累计不少于90学时。',
      '可授予学分的形式包括继续医学教育项目、进修学习、在职学历（学位）教育、有组织的实践活动、政府指令性任务和有计划的自学等。不再区分Ⅰ类、Ⅱ类学分。',
      '平台按照新办法计算学时与学分，此前年度的记录按原办法保留，供查询使用。',
    ],
  },
  {
    key: 'infectious-law',
    title: '新修订的《中华人民共和国传染病防治法》自2025年9月1日起施行',
    source: '全国人大常委会',
    publish: { on: '2025-09-01 08:30:00' },
    views: 19377,
    top: true,
    text: [
      '2025年4月30日，十四届全国人大常委会第十五次会议修订通过《中华人民共和国传染病防治法》，自2025年9月1日起施行。',
      '修订强调预防为主、防治结合、依法防控、科学防控，完善监测预警、报告、应急处置和医疗救治等制度，并对个人信息保护和权利救济作出规定。',
      '平台已上线“《传染病防治法》修订要点解读”公需课程，供全体人员免费学习。',
    ],
  },
  {
    key: 'professional-rule',
    title: '《专业技术人员继续教育规定》学习要点',
    source: '人力资源社会保障部',
    publish: { on: '2015-10-08 10:00:00' },
    views: 15230,
    text: [
      '《专业技术人员继续教育规定》（人力资源和社会保障部令第25号）自2015年10月1日起施行。继续教育内容包括公需科目和专业科目。',
      '专业技术人员参加继续教育的时间，每年累计应不少于90学时，其中专业科目一般不少于总学时的三分之二。',
      '用人单位应当保障专业技术人员参加继续教育的权利，并为其提供必要条件。',
    ],
  },
  {
    key: 'doctor-law',
    title: '《中华人民共和国医师法》中的培训与考核要求',
    source: '全国人大常委会',
    publish: { on: '2022-03-01 09:00:00' },
    views: 12988,
    text: [
      '《中华人民共和国医师法》自2022年3月1日起施行。医师享有参加专业培训、接受继续医学教育的权利，同时负有努力钻研业务、更新知识、提高医疗技术水平的义务。',
      '医师定期考核的内容包括业务水平、工作业绩和职业道德状况。县级以上人民政府卫生健康主管部门应当有计划地组织协调医师继续教育。',
    ],
  },
  {
    key: 'rural-doctor',
    title: '《乡村医生从业管理条例》关于培训的规定',
    source: '国务院',
    publish: { on: '2024-05-14 10:20:00' },
    views: 8742,
    text: [
      '《乡村医生从业管理条例》自2004年1月1日起施行，对乡村医生的执业注册、执业规则、培训与考核作出规定。',
      '县级人民政府卫生行政主管部门应当按照培训规划，保证乡村医生至少每两年接受一次培训。乡村医生应当更新医学知识，提高业务水平。',
      '平台面向级别为乡村医生的学员开放急症识别、高血压管理和中医适宜技术等课程。',
    ],
  },
  {
    key: 'dispute',
    title: '《医疗纠纷预防和处理条例》学习要点',
    source: '国务院',
    publish: { on: '2018-10-08 09:30:00' },
    views: 7610,
    text: [
      '《医疗纠纷预防和处理条例》（国务院令第701号）自2018年10月1日起施行，突出预防为主，规范病历管理和告知说明，完善处理途径。',
      '发生医疗纠纷，医患双方可以通过自愿协商、人民调解、行政调解、诉讼等途径解决。患者有权查阅、复制其全部病历资料。',
    ],
  },
  {
    key: 'antibiotics',
    title: '《抗菌药物临床应用管理办法》分级管理要点',
    source: '原卫生部',
    publish: { on: '2023-11-20 15:00:00' },
    views: 9055,
    text: [
      '《抗菌药物临床应用管理办法》自2012年8月1日起施行。抗菌药物分为非限制使用级、限制使用级和特殊使用级三级。',
      '医师经考核合格后方可获得相应的抗菌药物处方权；特殊使用级抗菌药物不得在门诊使用。',
      '配套课程“抗菌药物合理应用”已上线，学习后可参加所在单位组织的处方权考核。',
    ],
  },
  {
    key: 'personal-information',
    title: '《个人信息保护法》与患者信息',
    source: '全国人大常委会',
    publish: { on: '2021-11-02 09:00:00' },
    views: 6891,
    text: [
      '《中华人民共和国个人信息保护法》自2021年11月1日起施行。医疗健康信息属于敏感个人信息，处理时应当具有特定的目的和充分的必要性，并采取严格保护措施。',
      '在教学、科研和宣传中使用病例资料，应当去除可以识别个人身份的内容；拍摄患者影像须事先取得同意。',
    ],
  },
];

const notices: NewsSource[] = [
  {
    key: 'public-2026',
    title: '关于开展本年度公需科目网上学习的通知',
    source: '省卫生健康委员会培训中心',
    publish: { daysAgo: 5 },
    views: 10422,
    top: true,
    text: [
      '本年度公需科目包括“医学伦理与职业道德”“人工智能与数字医疗应用基础”“《传染病防治法》修订要点解读”三个主题，均免费开放；“职业心理健康与压力调适”为选学主题。',
      '学员登录后在“公需科目”中选择课程，点击“立即学习”即可加入。每门课程6学时，学完后自动计入本年度学习记录。',
      '网上学习截止时间为本年度12月31日。请各单位合理安排，避免年底集中学习造成拥堵。',
    ],
  },
  {
    key: 'study-honesty',
    title: '关于规范网上学习行为的提示',
    source: '省卫生健康委员会培训中心',
    publish: { daysAgo: 12 },
    views: 8863,
    text: [
      '首次学习不可拖动进度，播放速度为正常速度；离开页面时视频会暂停。较长的小节会出现学习确认，请在提示时间内点击。',
      '同一账号同一时间只能在一台设备上学习。使用软件代学、替学的，取消相应学时并通报所在单位。',
      '学习记录由服务器核定，网络中断不超过五分钟的部分会自动补记。',
    ],
  },
  {
    key: 'real-name',
    title: '关于完善学员实名信息的通知',
    source: '学员服务部',
    publish: { daysAgo: 19 },
    views: 7340,
    text: [
      '学时与证书以实名信息为准。请尚未完成实名认证的学员在“账号设置”中补充姓名和证件号码，一人一号，不得借用。',
      '信息有误的，请与客户服务联系并提供证明材料，工作日内完成更正。',
    ],
  },
  {
    key: 'new-courses',
    title: '本季度新上线课程一览',
    source: '课程资源部',
    publish: { daysAgo: 8 },
    views: 5218,
    text: [
      '本季度上线“健康科普创作与传播”“胸部CT读片入门”“急性缺血性卒中绿色通道”“DRG/DIP付费下的临床管理”等课程，覆盖临床、影像、管理和传播多个系列。',
      '“成人基本生命支持”已更新为新版录像，曾经学习旧版的学员可以再次学习，学时不重复计算。',
    ],
  },
  {
    key: 'rural-training',
    title: '乡村医生专项培训线上部分开课通知',
    source: '基层卫生培训部',
    publish: { daysAgo: 30 },
    views: 6677,
    text: [
      '专项培训分为线上学习与县级集中实训两部分。线上部分包括急症识别与转诊、高血压规范管理、预防接种安全操作等课程，全部免费，支持手机学习。',
      '请各县（市、区）于下月底前组织完成线上部分，集中实训时间由县级卫生健康部门另行通知。',
    ],
  },
  {
    key: 'maintenance',
    title: '系统例行维护公告',
    source: '技术保障部',
    publish: { daysAgo: 15 },
    views: 3120,
    text: [
      '本周日凌晨1:00至5:00进行例行维护，期间课程播放与报名可能短暂中断。',
      '维护前请确认学习进度已保存；维护期间未能提交的学习时间，在恢复后打开原页面会自动补记。',
    ],
  },
  {
    key: 'year-end',
    title: '关于年底学时达标提醒',
    source: '学员服务部',
    publish: { daysAgo: 2 },
    views: 4508,
    text: [
      '距离年度学习截止还有一段时间，请登录“个人中心”查看学时与学分完成情况。专业科目不足的学员可在“专业科目”中按系列和级别筛选课程。',
      '线下培训取得的学时请保留证明材料，按要求在平台申报。',
    ],
  },
  {
    key: 'service-hours',
    title: '客户服务时间调整的通知',
    source: '学员服务部',
    publish: { daysAgo: 44 },
    views: 2216,
    text: [
      '客户服务电话的服务时间调整为工作日8:30—12:00、14:00—17:30。其他时间可在“帮助中心”查阅学习手册，或通过我的消息留言。',
    ],
  },
];

const inHouse: NewsSource[] = [
  {
    key: 'drill',
    title: '关于开展第四季度全院应急演练的通知',
    source: '医务部',
    publish: { daysAgo: 6 },
    views: 884,
    top: true,
    text: [
      '全院职工须先完成线上课程“院内心搏骤停应急演练”，再参加所在楼层的演练。演练不预先通知时间，急诊科负责点评。',
      '因轮休未能参加的，由科室安排补训。',
    ],
  },
  {
    key: 'skin',
    title: '护理查房专项学习安排',
    source: '护理部',
    publish: { daysAgo: 10 },
    views: 402,
    text: [
      '各病区护理人员在本季度内完成“护理查房：压力性损伤专项”，护士长组织一次案例讨论并上传记录。',
    ],
  },
  {
    key: 'record',
    title: '病历质量检查结果与整改要求',
    source: '医务部',
    publish: { daysAgo: 25 },
    views: 655,
    text: [
      '上季度归档病历甲级率较前提升，主要缺陷为首次病程记录分析不足和首页主要诊断选择错误。相关人员请学习“病历书写与首页填报”。',
    ],
  },
];
const inHouseRules: NewsSource[] = [
  {
    key: 'training-rule',
    title: '医院职工继续教育管理办法',
    source: '人力资源部',
    publish: { daysAgo: 200 },
    views: 1203,
    text: [
      '职工每年完成院内必修学时，并按照国家和省的要求参加继续医学教育。院内必修完成情况与年度考核挂钩。',
      '新入职人员应在报到一周内完成岗前培训课程。',
    ],
  },
];

const of = (site: SiteKey, type: 'N' | 'B', rows: NewsSource[]): SampleNews[] =>
  rows.map(({ key, title, source, publish, views, top, text }) => ({
    id: newsId(site, type, key),
    site,
    type,
    title,
    source,
    summary: text[0]!.slice(0, 90),
    html: [...text, ...(type === 'N' && site !== 'hospital' ? [learnFrom] : [])]
      .map((line) => `<p>${line}</p>`)
      .join(''),
    publish,
    top: top ? 'Y' : 'N',
    view_count: views,
  }));

export const news: readonly SampleNews[] = [
  ...of('main', 'N', [...regulations, ...moreRegulations]),
  ...of('main', 'B', [...notices, ...moreNotices]),
  ...of('hospital', 'B', [...inHouse, ...moreInHouse]),
  ...of('hospital', 'N', inHouseRules),
  ...cityNews,
  ...of('test', 'N', regulations.slice(0, 3)),
  ...of('test', 'B', notices.slice(0, 3)),
];

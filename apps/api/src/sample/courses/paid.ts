import type { Draft } from '../build.ts';

/** Courses that are paid for and can be studied to the end: they show videos that are there already. */
export const paidWithVideos: Draft[] = [
  {
    key: 'hand-hygiene-pro', title: '手卫生督导员一分钟课', subtitle: '看懂五个时刻，才能督导别人', discipline: ['公共卫生与预防医学', '医院感染', '手卫生督导'],
    rank: '市', unit: '云麓市第一人民医院', leader: 'tang-xiaoyu', hours: 3, price: 19.9, series: '01 02 04 06 07', levels: 'ABCD', posts: 'EMA',
    tags: '手卫生 院感 督导', daysAgo: 9, recommended: true,
    summary: '只有一节、不到一分钟的短课：把手卫生五个时刻讲到能当场判断、能开口提醒，学完即可参加督导员考核。',
    goals: ['说出手卫生的五个时刻', '判断一次操作是否遗漏手卫生', '用一句话当场提醒同事'],
    content: ['一节短视频配一份督导记录表，随后是结课考核与课程评价。', '适合先走一遍完整流程：购买、学习、考试、评价、取得学分。'],
    audience: '科室感控护士、兼职督导员与新上岗人员。',
    outline: [['督导入门', [['五个时刻怎么看', 1]]]], videos: 'hand-hygiene',
  },
  {
    key: 'wound-nurse', title: '伤口护理联络护士培训', subtitle: '从一处压红到一份处理单', discipline: ['护理学', '伤口护理', '联络护士'],
    rank: '省', unit: '省人民医院', leader: 'zhou-minhua', hours: 6, price: 39, series: '04 02', levels: 'ABC',
    tags: '伤口 压力性损伤 护理', daysAgo: 19,
    summary: '面向各病区伤口联络护士，围绕评分、减压、分期与记录四个环节，训练看得准、写得清、交得明。',
    goals: ['独立完成布雷登评分并解释每一项', '为高危患者制订减压计划', '按分期选择敷料并规范记录'],
    content: ['前两节讲预防，后两节讲处理，每节结束有一条床旁核对语。', '学完后参加结课考核，合格者列入病区联络护士名单。'],
    audience: '病区护士、社区护士与伤口小组成员。',
    outline: [['评估与预防', [['六个问题逐一评', 2], ['体位与减压', 2]]], ['处理与记录', [['分期不再含糊', 2], ['敷料与记录', 2]]]], videos: 'pressure-injury',
  },
  {
    key: 'hypertension-clinic', title: '高血压门诊五节实战课', subtitle: '量准、分清、用对、随访到', discipline: ['临床内科学', '心血管病学', '高血压'],
    rank: '国家', unit: '省医科大学附属第一医院', leader: 'lin-wenqing', hours: 6, price: 49, series: '01 02 03', levels: 'ABD',
    tags: '高血压 门诊 慢病管理', daysAgo: 25, recommended: true,
    summary: '五节短课对应门诊的五个动作：规范测量、诊断分层、生活方式、用药选择、随访转诊，适合碎片时间学习。',
    goals: ['规范测量并识别白大衣现象', '完成危险分层与目标设定', '按路径调整药物并确定随访间隔'],
    content: ['第一章解决“是不是”，第二章解决“怎么治”，每节都有一张门诊速查卡。'],
    audience: '社区与县级医院内科、全科医师，签约团队药师。',
    outline: [['评估', [['把血压量准', 2], ['诊断与分层', 2]]], ['治疗', [['生活方式处方', 2], ['药物怎么选', 2], ['随访与转诊', 2]]]], videos: 'hypertension',
  },
  {
    key: 'resuscitation-team', title: '心肺复苏团队配合训练', subtitle: '四个人，一条生存链', discipline: ['急诊学', '心肺复苏', '团队配合'],
    rank: '国家', unit: '省急救中心', leader: 'he-jianguo', speakers: ['he-jianguo', 'zhou-minhua'], hours: 6, price: 59, series: '01 02 04 07', levels: 'ABCD', posts: 'EM',
    tags: '急救 心肺复苏 团队', daysAgo: 16,
    summary: '把识别、按压、除颤、通气分给团队里的每个人，讲清口令、换手与记录，让第一轮复苏不乱。',
    goals: ['十秒内完成识别与呼救', '保持高质量按压并按时换手', '三分钟内完成首次除颤'],
    content: ['两章四节，按抢救的先后展开，每节附团队口令卡。'],
    audience: '急诊、病房、门诊与基层医疗机构的医护人员。',
    outline: [['生存链', [['谁来识别与呼救', 2], ['按压与换手', 2]]], ['除颤与气道', [['除颤仪到场之后', 2], ['通气与异物梗阻', 2]]]], videos: 'bls',
  },
  {
    key: 'prescription-clinic', title: '抗菌药物处方点评实务', subtitle: '先问有没有感染', discipline: ['药学', '临床药学', '处方点评'],
    rank: '省', unit: '省人民医院', leader: 'xie-hongbin', hours: 6, price: 45, series: '01 02 03', levels: 'ABC',
    tags: '抗菌药物 处方点评 药学', daysAgo: 32,
    summary: '用真实（已去标识）的处方说明什么时候该用、选哪一种、用多久，帮助药师与医师把点评变成共同改进。',
    goals: ['判断抗菌药物使用指征', '识别选药与疗程的常见问题', '写出有建设性的点评意见'],
    content: ['两章四节，每节从一张处方开始，以一句床旁能说的话结束。'],
    audience: '药师、住院医师与合理用药管理人员。',
    outline: [['该不该用', [['感染的证据', 2], ['经验选药', 2]]], ['用得对不对', [['剂量与疗程', 2], ['点评与沟通', 2]]]], videos: 'antibiotics',
  },
  {
    key: 'ai-ward', title: '病房里的人工智能', subtitle: '会用，更要会怀疑', discipline: ['交叉学科', '医学信息学', '人工智能'],
    rank: '省', unit: '省卫生健康信息中心', leader: 'ma-zhiyuan', hours: 6, price: 29.9, series: '01 04 07 08 17', levels: 'ABC', posts: 'EMA',
    tags: '人工智能 数字医疗 信息安全', daysAgo: 13, recommended: true,
    summary: '从辅助诊断、文书生成到随访提醒，说明人工智能能做什么、会错在哪里，以及使用者始终要负的责任。',
    goals: ['说出三类常见应用及其边界', '识别模型的典型错误', '在使用中保护患者信息'],
    content: ['两章四节：先认识工具，再学会核对与把关。'],
    audience: '临床、医技、信息与管理人员。',
    outline: [['认识工具', [['它能做什么', 2], ['它怎样得出结果', 2]]], ['用好工具', [['错在哪里', 2], ['隐私与责任', 2]]]], videos: 'ai-health',
  },
  {
    key: 'outbreak-report', title: '传染病报告与处置合规课', subtitle: '发现之后的第一个小时', discipline: ['公共卫生与预防医学', '传染病防治', '报告管理'],
    rank: '省', unit: '省疾病预防控制中心', leader: 'deng-guoping', hours: 6, price: 25, series: '01 02 06 07 08', levels: 'ABCD', posts: 'EM',
    tags: '传染病 报告 法规', daysAgo: 29,
    summary: '结合新修订的法律，讲清谁报、何时报、报给谁，以及隔离、消毒与信息发布的边界。',
    goals: ['按病种确定报告时限', '完成一例报告卡的填写与核对', '说明医疗机构的处置责任'],
    content: ['两章四节，前两节讲法律要点，后两节讲机构里的落实。'],
    audience: '感染科、急诊、检验、公共卫生与基层人员。',
    outline: [['法律要点', [['改了什么', 2], ['谁来报、何时报', 2]]], ['机构落实', [['隔离与处置', 2], ['责任与保护', 2]]]], videos: 'infectious-law',
  },
];

/** The hospital's own one, short. */
export const hospitalPaid: Draft[] = [
  {
    key: 'hygiene-inspector', title: '病区手卫生督导上岗课', subtitle: '一节课，一张督导卡', discipline: ['公共卫生与预防医学', '医院感染', '手卫生'], rank: '单位', unit: '清渚市第一人民医院', leader: 'qiao-yunfang',
    hours: 3, price: 9.9, series: '01 03 04 06 07', levels: 'ABC', posts: 'EMA', tags: '手卫生 督导 院感', daysAgo: 8, recommended: true,
    summary: '为各病区兼职督导员准备的上岗短课：一节视频、一次考核、一份评价，完成后发放督导卡。', goals: ['说出手卫生的五个时刻', '完成一次规范督导记录', '当场提醒并反馈'],
    content: ['费用用于制作督导卡与荧光测试耗材。'], audience: '各病区感控护士与兼职督导员。',
    outline: [['督导上岗', [['什么时候该洗手', 1]]]], videos: 'hand-hygiene',
  },
];

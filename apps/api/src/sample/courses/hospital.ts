import type { Draft } from '../build.ts';

const unit = '清渚市第一人民医院';

/** In-house training of the hospital's own site. */
export const hospital: Draft[] = [
  {
    key: 'induction', title: '新员工岗前培训：医院与你', subtitle: '第一周要知道的事', discipline: ['医学教育与卫生管理学', '岗前培训', '院纪院规'], rank: '单位', unit, leader: 'hu-bingwen', speakers: ['hu-bingwen', 'qiao-yunfang'],
    hours: 3, price: 0, series: '01 03 04 07 08 17', levels: 'ABC', posts: 'EMA', tags: '岗前培训 制度', daysAgo: 90, recommended: true,
    summary: '院史与文化、十八项核心制度速览、职业防护与求助渠道，新员工报到第一周完成。', goals: ['了解组织架构与应急电话', '说出十八项核心制度的名称', '完成职业暴露处置演练'],
    content: ['由医务部与护理部共同讲授，配合院内参观与签到。手卫生部分为全院必修。'], audience: '新入职医、护、药、技与行政后勤人员。',
    outline: [['必修：手卫生', [['什么时候洗：五个时刻', 1], ['怎样洗：七步洗手法', 1], ['为什么还不够：三个误区', 1]]]], videos: 'hand-hygiene',
  },
  {
    key: 'code-blue', title: '院内心搏骤停应急演练', subtitle: '蓝色代码启动后的五分钟', discipline: ['急诊学', '院内急救', '应急演练'], rank: '单位', unit, leader: 'zhan-peng',
    hours: 6, price: 0, series: '01 04 07', levels: 'ABC', posts: 'EMA', tags: '急救 演练 全院必修', daysAgo: 21, recommended: true,
    summary: '全院必修。学习识别、呼救、按压与除颤，掌握本院蓝色代码电话与急救车位置，为季度演练作准备。', goals: ['知道本院呼叫流程', '完成高质量按压', '三分钟内完成首次除颤'],
    content: ['视频部分为成人基本生命支持，院内流程见课程资料。演练由急诊科不预先通知组织。'], audience: '全院职工。',
    outline: [['生存链', [['识别与呼救', 2], ['高质量按压', 2]]], ['除颤与气道', [['自动体外除颤器', 2], ['通气与异物梗阻', 2]]]], videos: 'bls',
  },
  {
    key: 'skin-round', title: '护理查房：压力性损伤专项', subtitle: '第三季度护理质量改进', discipline: ['护理学', '护理质量', '皮肤护理'], rank: '单位', unit, leader: 'qiao-yunfang',
    hours: 6, price: 0, series: '04', levels: 'ABC', tags: '护理 查房 质量改进', daysAgo: 12, recommended: true,
    summary: '结合本院上半年压力性损伤上报数据开展的专项查房，护理人员须在本季度内完成。', goals: ['掌握风险评估与分期', '执行翻身与减压计划', '规范上报与复盘'],
    content: ['视频四节，课后由各病区护士长组织案例讨论并上传记录。'], audience: '全体护理人员。',
    outline: [['评估与预防', [['布雷登评分：六个问题', 2], ['体位与减压：三十度侧卧', 2]]], ['分期与处理', [['看懂分期', 2], ['敷料选择与记录', 2]]]], videos: 'pressure-injury',
  },
  {
    key: 'core-systems', title: '医疗质量安全核心制度案例课', subtitle: '十八项制度，十八个故事', discipline: ['医学教育与卫生管理学', '医疗质量', '核心制度'], rank: '单位', unit, leader: 'hu-bingwen',
    hours: 6, price: 15, series: '01 03 04 07 08', levels: 'ABC', posts: 'EM', tags: '核心制度 医疗质量', daysAgo: 55,
    summary: '用十八个改编案例讲解首诊负责、三级查房、会诊、交接班、危急值报告等核心制度的执行要点。', goals: ['说明各项制度的关键时限', '识别案例中的执行缺陷', '提出一条科室改进措施'],
    content: ['按患者入院到出院的次序编排，每节两到三项制度。'], audience: '临床、医技与质控人员。',
    outline: [['入院与诊疗', [['首诊与分级护理', 20], ['查房与会诊', 24], ['疑难与死亡讨论', 22]]], ['安全', [['查对与交接', 20], ['危急值', 18], ['手术安全核查', 22]]], ['记录', [['病历书写', 24], ['信息安全', 16]]]],
  },
  {
    key: 'high-alert', title: '高警示药品管理', subtitle: '氯化钾的那一支', discipline: ['药学', '用药安全', '高警示药品'], rank: '单位', unit, leader: 'mei-xinlan',
    hours: 3, price: 10, series: '03 04 01', levels: 'ABC', tags: '用药安全 药学', daysAgo: 33,
    summary: '介绍本院高警示药品目录、存放标识、双人核对与输注泵设置，分析三起险些发生的差错。', goals: ['熟悉本院目录与标识', '完成双人核对', '正确设置输注泵'],
    content: ['由临床药师主讲，配合病区小药柜检查。'], audience: '医师、护士与药师。',
    outline: [['管理', [['目录与标识', 16], ['存放与盘点', 18], ['双人核对', 18]]], ['使用', [['电解质', 20], ['胰岛素与肝素', 22], ['差错分析', 20]]]],
  },
  {
    key: 'insulin-pump', title: '病区胰岛素安全使用', subtitle: '单位、时机与低血糖', discipline: ['护理学', '内分泌护理', '胰岛素'], rank: '单位', unit, leader: 'mei-xinlan', speakers: ['mei-xinlan', 'qiao-yunfang'],
    hours: 3, price: 10, series: '03 04', levels: 'AB', tags: '胰岛素 护理', daysAgo: 70,
    summary: '从医嘱、抽吸、注射到监测的闭环管理，说明笔芯、轮换与低血糖处理流程。', goals: ['正确识别胰岛素类型', '规范注射与轮换', '按流程处理低血糖'],
    content: ['六节短课，配床旁核查卡。'], audience: '病区护士与药师。',
    outline: [['使用', [['类型与起效', 18], ['注射技术', 18], ['部位轮换', 14]]], ['监测', [['血糖监测', 16], ['低血糖处理', 18], ['交接班要点', 12]]]],
  },
  {
    key: 'infection-control', title: '多重耐药菌防控与隔离', subtitle: '一张床边标识的意义', discipline: ['公共卫生与预防医学', '医院感染', '多重耐药菌'], rank: '单位', unit, leader: 'hu-bingwen',
    hours: 3, price: 10, series: '01 04 06 07', levels: 'ABC', posts: 'EA', tags: '院感 隔离', daysAgo: 44,
    summary: '接触隔离、环境清洁、主动筛查与解除标准，结合本院三年监测数据。', goals: ['执行接触隔离措施', '掌握环境清洁要点', '知道解除隔离的条件'],
    content: ['由医务部与感染管理科联合制作。'], audience: '全院医务与保洁人员。',
    outline: [['防控', [['看懂药敏', 18], ['接触隔离', 18], ['环境清洁', 16]]], ['流程', [['主动筛查', 16], ['转科与检查', 14], ['解除隔离', 12]]]],
  },
  {
    key: 'communication', title: '医患沟通情景训练', subtitle: '三分钟说清一件事', discipline: ['医学教育与卫生管理学', '医患沟通', '情景训练'], rank: '单位', unit, leader: 'hu-bingwen', speakers: ['hu-bingwen', 'zhan-peng'],
    hours: 3, price: 12, series: '01 04 08 38', levels: 'ABC', posts: 'EMA', tags: '沟通 投诉', daysAgo: 100,
    summary: '候诊过久、病情突变、费用疑问、要求出院四种情景的沟通示范与练习。', goals: ['运用倾听与复述', '说清风险与选择', '处理愤怒情绪'],
    content: ['四个情景各有一次失败与一次改进的示范。'], audience: '全院职工。',
    outline: [['情景', [['候诊过久', 16], ['病情突变', 20], ['费用疑问', 16], ['要求出院', 18]]], ['方法', [['倾听与复述', 14], ['愤怒时先做什么', 16]]]],
  },
  {
    key: 'record-quality', title: '病历书写与首页填报', subtitle: '让病历经得起看', discipline: ['医学教育与卫生管理学', '病案管理', '病历书写'], rank: '单位', unit, leader: 'hu-bingwen',
    hours: 3, price: 12, series: '01 30', levels: 'AB', tags: '病历 首页', daysAgo: 118,
    summary: '时限、内涵、签名与首页主要诊断选择，附本院上季度缺陷排行。', goals: ['遵守书写时限', '写出有分析的病程', '正确填报首页'],
    content: ['以缺陷病历对照合格病历讲解。'], audience: '住院医师、进修医师与病案人员。',
    outline: [['书写', [['时限与签名', 16], ['首次病程', 20], ['有分析的病程', 22]]], ['首页', [['主要诊断', 20], ['手术操作', 18], ['缺陷排行', 14]]]],
  },
  {
    key: 'fire-safety', title: '医院消防与患者疏散', subtitle: '推床怎么下楼', discipline: ['医学教育与卫生管理学', '安全管理', '消防'], rank: '单位', unit, leader: 'zhan-peng',
    hours: 1, price: 5, series: '01 04 08 17 39', levels: 'ABC', posts: 'EMA', tags: '消防 应急', daysAgo: 140,
    summary: '灭火器、消火栓、氧气管路关断与卧床患者的水平疏散、垂直疏散。', goals: ['会用灭火器和消火栓', '知道氧气阀门位置', '掌握两种疏散方法'],
    content: ['线上学习后参加保卫科组织的楼层演练。'], audience: '全院职工与外包服务人员。',
    outline: [['预防', [['火灾怎么发生', 12], ['灭火器与消火栓', 14]]], ['疏散', [['氧气阀门', 8], ['水平疏散', 12], ['垂直疏散', 14], ['演练安排', 8]]]],
  },
  {
    key: 'radiation', title: '放射防护与个人剂量', subtitle: '铅衣之外', discipline: ['影像医学', '放射防护', '职业健康'], rank: '单位', unit, leader: 'zhan-peng', speakers: ['zhan-peng', 'hu-bingwen'],
    hours: 3, price: 12, series: '01 07 17', levels: 'ABC', tags: '放射 职业健康', daysAgo: 165,
    summary: '时间、距离、屏蔽三原则与个人剂量计的佩戴，介入与床旁摄影的防护要点。', goals: ['说出三原则', '正确佩戴剂量计', '保护患者与陪护'],
    content: ['结合本院剂量监测结果讲解。'], audience: '影像、介入、手术室与急诊人员。',
    outline: [['原则', [['三原则', 14], ['剂量与单位', 16], ['剂量计佩戴', 10]]], ['场景', [['床旁摄影', 12], ['介入手术', 18], ['儿童与孕妇', 14]]]],
  },
];

import type { ActivityPart } from '@cme/contract/study';
import { sampleId } from './ids.ts';
import type { SampleCourse, SiteKey } from './shapes.ts';

/** A time of day after this many days, or this many minutes from now. */
export type EventTime = { day: number; at: string } | { minutes: number };

interface Draft {
  key: string;
  title: string;
  subtitle: string;
  discipline: string[];
  unit: string;
  teacher: string;
  /** In yuan; 0 is free. */
  price?: number;
  hours?: number;
  levels?: string;
  tags: string;
  summary: string;
  points: string[];
  begin: EventTime;
  finish: EventTime;
}

interface LiveDraft extends Draft {
  state?: 'canceled' | 'transcoding' | 'replay';
  /** Folder of the replay's video. */
  media?: string;
  /** Repeats the video up to this length. */
  minutes?: number;
  reason?: string;
}

interface ActivityDraft extends Draft {
  type: 'A' | 'Z' | 'Y';
  applyFrom: EventTime;
  applyTo: EventTime;
  seats: number;
  way?: 'online';
  place: string;
  address: string;
  traffic: string;
  program: ActivityPart[];
  /** Keys of people with a place. */
  applied?: string;
}

/** Common fields of lives and activities, for covers and rows. */
export interface SampleEvent extends Pick<
  SampleCourse,
  'id' | 'key' | 'site' | 'title' | 'subtitle' | 'cover' | 'summary' | 'detail_html' | 'year'
> {
  discipline: string[];
  levels: SampleCourse['levels'];
  subject_kind: 'pro';
  draft: Draft;
}
export interface SampleLive extends SampleEvent {
  draft: LiveDraft;
}
export interface SampleActivity extends SampleEvent {
  draft: ActivityDraft;
}

const list = (rows: string[]) => `<ul>${rows.map((row) => `<li>${row}</li>`).join('')}</ul>`;

/** Id of a live or an activity of a site. */
export const eventId = (site: SiteKey, key: string) => sampleId('event', site, key);

function event<D extends Draft>(site: SiteKey, draft: D): SampleEvent & { draft: D } {
  const { key, title, subtitle, discipline, levels = 'ABCD', summary, points } = draft;
  return {
    id: eventId(site, key),
    key,
    site,
    title,
    subtitle,
    cover: `/qm/static/covers/${site === 'test' ? 'main' : site}-${key}.svg`,
    summary,
    detail_html: `<p>${summary}</p><h3>主要内容</h3>${list(points)}`,
    year: 2026,
    discipline,
    levels: [...levels] as SampleCourse['levels'],
    subject_kind: 'pro',
    draft,
  };
}

const soon: LiveDraft[] = [
  {
    key: 'live-alarm',
    title: '重症监护报警怎么听',
    subtitle: '分清要命的与吵人的',
    discipline: ['护理学', '重症护理'],
    unit: '省人民医院',
    teacher: 'zhou-minhua',
    hours: 1,
    tags: '直播 重症 护理',
    summary:
      '监护仪一天响几百次，真正要命的只有几次。本场直播用床旁录音带大家分级听报警、设阈值、做交接。',
    points: ['报警分三级：立即、尽快、记录', '阈值按病人设，不按出厂值', '交接班必报的三个数'],
    begin: { day: 2, at: '19:30' },
    finish: { day: 2, at: '21:00' },
  },
  {
    key: 'live-flu',
    title: '冬季流感门诊实战',
    subtitle: '从发热到用药的二十分钟',
    discipline: ['临床内科学', '呼吸病学'],
    unit: '省人民医院',
    teacher: 'lin-wenqing',
    hours: 2,
    levels: 'BC',
    tags: '直播 流感 门诊',
    summary:
      '流感季来临前的一次实战课：怎样在二十分钟的门诊里完成识别、分层、用药与转诊，并现场回答提问。',
    points: ['识别重症高危人群', '抗病毒药物的时机', '合并细菌感染的线索', '现场答疑'],
    begin: { day: 6, at: '15:00' },
    finish: { day: 6, at: '17:00' },
  },
  {
    key: 'live-first-aid-day',
    title: '急救技能公开课全天播',
    subtitle: '随到随学，循环示范',
    discipline: ['急诊学', '院前急救'],
    unit: '省急救中心',
    teacher: 'he-jianguo',
    hours: 1,
    tags: '直播 急救 公开课',
    summary: '急救周特别直播：胸外按压、除颤、气道梗阻解除三项技能全天循环示范，教员轮流在线答疑。',
    points: ['胸外按压的深度与频率', '自动体外除颤器四步', '成人与婴儿气道梗阻'],
    begin: { minutes: -180 },
    finish: { day: 5, at: '18:00' },
  },
  {
    key: 'live-stroke-talk',
    title: '卒中救治病例讨论',
    subtitle: '三家中心同屏讨论',
    discipline: ['临床内科学', '神经病学'],
    unit: '省医科大学附属第一医院',
    teacher: 'lin-wenqing',
    hours: 2,
    levels: 'BC',
    tags: '直播 卒中 病例',
    summary: '三家卒中中心各带一例真实病例，围绕取栓时间窗、影像选择与家属沟通公开讨论。',
    points: ['超窗病例怎么判断', '影像半暗带的用法', '沟通中的三句话'],
    begin: { minutes: -40 },
    finish: { day: 3, at: '21:30' },
  },
];

const over: LiveDraft[] = [
  {
    key: 'live-ecg-reading',
    title: '基层心电图读图会',
    subtitle: '每月一次，十份图一起读',
    discipline: ['全科医学', '心电图'],
    unit: '省人民医院',
    teacher: 'lin-wenqing',
    tags: '直播 心电图 基层',
    summary: '十份来自乡镇卫生院的心电图，主持人与大家一起读、一起改报告。',
    points: ['先看节律再看波形', '必须当场转诊的五种图'],
    begin: { day: -1, at: '19:00' },
    finish: { day: -1, at: '20:30' },
  },
  {
    key: 'live-ward-round',
    title: '护理查房云观摩',
    subtitle: '跟着护士长走一遍病区',
    discipline: ['护理学', '护理管理'],
    unit: '省人民医院',
    teacher: 'zhou-minhua',
    tags: '直播 护理 查房',
    summary: '一次真实的护理查房，从床旁评估到质控反馈全程公开。',
    points: ['查房的顺序与分工', '问题怎样当场关掉'],
    begin: { day: -3, at: '10:00' },
    finish: { day: -3, at: '11:30' },
  },
  {
    key: 'live-child-drug',
    title: '儿童用药安全答疑',
    subtitle: '剂量、剂型与家长问题',
    discipline: ['药学', '儿科用药'],
    unit: '省儿童医院',
    teacher: 'xie-hongbin',
    tags: '直播 儿科 用药',
    summary: '药师与儿科医师联手回答基层最常问的三十个问题，录像正在转码，完成后可看回放。',
    points: ['按体重还是按年龄', '退热药的间隔', '家长最常犯的错'],
    begin: { minutes: -300 },
    finish: { minutes: -180 },
    state: 'transcoding',
  },
  {
    key: 'live-follow-up',
    title: '慢病随访经验分享',
    subtitle: '三个乡镇的做法',
    discipline: ['全科医学', '慢病管理'],
    unit: '省疾病预防控制中心',
    teacher: 'deng-guoping',
    tags: '直播 慢病 随访',
    summary: '三位乡镇卫生院长分享随访率从四成到九成的办法，录像正在转码。',
    points: ['一张表管一个村', '怎样让人愿意来', '信息怎样少填一遍'],
    begin: { day: -1, at: '14:00' },
    finish: { day: -1, at: '16:00' },
    state: 'transcoding',
  },
  {
    key: 'live-hand-replay',
    title: '手卫生督导现场回放',
    subtitle: '四十五分钟看完一次督导',
    discipline: ['公共卫生与预防医学', '医院感染'],
    unit: '云麓市第一人民医院',
    teacher: 'tang-xiaoyu',
    hours: 1,
    tags: '回放 手卫生 院感',
    summary: '上月直播的完整回放：督导员怎样站位、怎样计数、怎样反馈而不让人难堪。',
    points: ['五个时刻的现场判断', '反馈的三句话'],
    begin: { day: -12, at: '15:00' },
    finish: { day: -12, at: '16:00' },
    state: 'replay',
    media: 'hand-hygiene-1-2',
    minutes: 45,
  },
  {
    key: 'live-bp-replay',
    title: '高血压达标路径回放',
    subtitle: '从测量到随访的一条线',
    discipline: ['临床内科学', '高血压'],
    unit: '省医科大学附属第一医院',
    teacher: 'lin-wenqing',
    price: 19,
    hours: 1,
    levels: 'ABD',
    tags: '回放 高血压 慢病',
    summary: '把高血压管理串成一条路径：测准、分层、用药、随访，附现场问答。',
    points: ['家庭血压怎么用', '两种药以上怎么配', '随访间隔怎么定'],
    begin: { day: -20, at: '19:30' },
    finish: { day: -20, at: '21:00' },
    state: 'replay',
    media: 'hypertension-2-1',
  },
  {
    key: 'live-puncture',
    title: '超声引导穿刺示教',
    subtitle: '因设备检修取消',
    discipline: ['影像医学', '超声医学'],
    unit: '省人民医院',
    teacher: 'xie-hongbin',
    tags: '直播 超声 穿刺',
    summary: '原定的手术室示教直播。',
    points: ['进针角度与可视化', '并发症的处理'],
    begin: { day: 3, at: '09:00' },
    finish: { day: 3, at: '11:00' },
    state: 'canceled',
    reason: '手术室设备检修，改期另行通知。',
  },
  {
    key: 'live-tcm-show',
    title: '中医适宜技术展示',
    subtitle: '因讲师行程取消',
    discipline: ['中医学', '适宜技术'],
    unit: '省中医院',
    teacher: 'gu-songnian',
    tags: '直播 中医 适宜技术',
    summary: '原定的针灸与推拿示范直播。',
    points: ['颈肩痛的三个手法', '操作禁忌'],
    begin: { day: -2, at: '15:00' },
    finish: { day: -2, at: '16:30' },
    state: 'canceled',
    reason: '主讲人临时有医疗任务，本场取消。',
  },
];

const where = {
  place: '省继续教育中心三号报告厅',
  address: '云麓市文汇路66号',
  traffic: '地铁2号线文汇路站B口步行300米，地下停车场凭报名短信免费停放。',
};
const part = (time: string, title: string, speaker = ''): ActivityPart => ({
  time,
  title,
  speaker,
});

const gatherings: ActivityDraft[] = [
  {
    type: 'A',
    key: 'act-chronic-forum',
    title: '基层慢病管理论坛',
    subtitle: '一张随访表走到底',
    discipline: ['全科医学', '慢病管理'],
    unit: '省医师协会',
    teacher: 'lin-wenqing',
    tags: '学术活动 慢病 基层',
    summary: '面向社区与乡镇团队的年度论坛：三场主题报告、两场圆桌，带回去就能用的随访表与转诊单。',
    points: ['随访率九成的三个做法', '转诊单一页就够', '圆桌：谁来打第一个电话'],
    applyFrom: { day: -10, at: '09:00' },
    applyTo: { day: 10, at: '18:00' },
    begin: { day: 14, at: '08:30' },
    finish: { day: 14, at: '17:00' },
    seats: 120,
    ...where,
    program: [
      part('08:30—09:00', '签到'),
      part('09:00—10:30', '主题报告：随访这件小事', '林文清 主任医师'),
      part('10:45—12:00', '圆桌：转诊的第一个电话'),
      part('13:30—17:00', '分组演练与点评'),
    ],
    applied: 'physician',
  },
  {
    type: 'A',
    key: 'act-hard-cases',
    title: '疑难病例研讨会',
    subtitle: '八个病例，八种弯路',
    discipline: ['临床内科学', '疑难病例'],
    unit: '省医科大学附属第一医院',
    teacher: 'lin-wenqing',
    levels: 'BC',
    tags: '学术活动 病例 内科',
    summary: '八个走过弯路的病例，由经治医师自己讲，专家只问不答。',
    points: ['发热待查的取舍', '一次误诊的复盘', '多学科会诊怎么开'],
    applyFrom: { day: 5, at: '09:00' },
    applyTo: { day: 20, at: '18:00' },
    begin: { day: 25, at: '13:30' },
    finish: { day: 25, at: '17:30' },
    seats: 60,
    ...where,
    program: [part('13:30—15:20', '病例一至四'), part('15:40—17:30', '病例五至八')],
  },
  {
    type: 'A',
    key: 'act-rescue-workshop',
    title: '急救技能工作坊',
    subtitle: '三人一组，练到会为止',
    discipline: ['急诊学', '技能培训'],
    unit: '省急救中心',
    teacher: 'he-jianguo',
    tags: '学术活动 急救 技能',
    summary: '小班实操：每人不少于四十分钟上手时间，名额很少，报满为止。',
    points: ['高质量胸外按压', '球囊面罩通气', '团队复苏角色轮换'],
    applyFrom: { day: -8, at: '09:00' },
    applyTo: { day: 6, at: '18:00' },
    begin: { day: 8, at: '09:00' },
    finish: { day: 8, at: '16:00' },
    seats: 3,
    place: '省急救中心技能训练室',
    address: '云麓市环城东路120号',
    traffic: '公交18路急救中心站下车。',
    program: [part('09:00—12:00', '分组练习'), part('13:30—16:00', '情景考核与点评')],
    applied: 'physician senior village',
  },
  {
    type: 'A',
    key: 'act-nurse-salon',
    title: '护理科研沙龙',
    subtitle: '从一个问题到一篇文章',
    discipline: ['护理学', '护理科研'],
    unit: '省人民医院',
    teacher: 'zhou-minhua',
    tags: '学术活动 护理 科研',
    summary: '已经结束的一期沙龙：四位护士分享怎样把病区里的问题做成研究。',
    points: ['问题怎样变窄', '伦理审查要交什么', '数据怎样少而准'],
    applyFrom: { day: -40, at: '09:00' },
    applyTo: { day: -22, at: '18:00' },
    begin: { day: -20, at: '14:00' },
    finish: { day: -20, at: '17:00' },
    seats: 40,
    ...where,
    program: [part('14:00—17:00', '分享与讨论')],
    applied: 'physician nurse',
  },
  {
    type: 'Z',
    key: 'sun-mountain',
    title: '阳光行动进山村',
    subtitle: '一堂公益课，一次义诊',
    discipline: ['全科医学', '公益行动'],
    unit: '省卫生健康委员会培训中心',
    teacher: 'he-jianguo',
    tags: '公益 义诊 乡村',
    summary:
      '志愿者带着急症识别公益课与义诊走进临溪县，欢迎在岗卫生人员报名同行，往返车辆与保险由中心安排。',
    points: ['上午义诊，下午为村医讲一堂急症课', '志愿时数由中心出具证明', '请自带白大衣与听诊器'],
    applyFrom: { day: -6, at: '09:00' },
    applyTo: { day: 9, at: '18:00' },
    begin: { day: 12, at: '07:30' },
    finish: { day: 12, at: '18:00' },
    seats: 30,
    place: '临溪县白石镇卫生院',
    address: '临溪县白石镇中心路8号',
    traffic: '中心北门统一乘车，07:30 准时出发。',
    program: [
      part('07:30', '中心北门集合出发'),
      part('09:30—12:00', '义诊'),
      part('13:30—15:30', '公益课：三分钟看出危险', '何建国 主任医师'),
    ],
    applied: 'village',
  },
  {
    type: 'Z',
    key: 'sun-school',
    title: '健康科普进校园',
    subtitle: '护眼公益讲座',
    discipline: ['眼科学', '公益行动'],
    unit: '省卫生健康委员会培训中心',
    teacher: 'fang-ruolan',
    tags: '公益 科普 近视防控',
    summary: '为小学生和家长讲近视防控，线上同步。活动已经结束，讲稿可在课程资料中下载。',
    points: ['每天两小时户外', '读写一尺一拳一寸', '验光单怎么看'],
    applyFrom: { day: -30, at: '09:00' },
    applyTo: { day: -12, at: '18:00' },
    begin: { day: -9, at: '14:00' },
    finish: { day: -9, at: '16:00' },
    seats: 200,
    way: 'online',
    place: '线上会议',
    address: '',
    traffic: '',
    program: [part('14:00—15:20', '讲座'), part('15:20—16:00', '家长提问')],
    applied: 'senior',
  },
  {
    type: 'Y',
    key: 'tour-command',
    title: '走进急救指挥中心',
    subtitle: '看一通电话怎样变成一辆车',
    discipline: ['急诊学', '现场教学'],
    unit: '省急救中心',
    teacher: 'he-jianguo',
    tags: '现场教学 急救 参观',
    summary: '半天现场教学：听真实来电回放，坐一次调度席，跟一趟救护车装备检查。',
    points: ['来电分级与电话指导', '调度席位体验', '车载装备清点'],
    applyFrom: { day: -3, at: '09:00' },
    applyTo: { day: 15, at: '18:00' },
    begin: { day: 18, at: '13:30' },
    finish: { day: 18, at: '17:00' },
    seats: 25,
    place: '省急救中心',
    address: '云麓市环城东路120号',
    traffic: '公交18路急救中心站下车，凭报名短信入院。',
    program: [
      part('13:30', '集合与安全须知'),
      part('14:00—15:30', '调度大厅观摩'),
      part('15:40—17:00', '车辆与装备'),
    ],
  },
  {
    type: 'Y',
    key: 'tour-lab',
    title: '走进疾控实验室',
    subtitle: '一份标本的二十四小时',
    discipline: ['公共卫生与预防医学', '现场教学'],
    unit: '省疾病预防控制中心',
    teacher: 'deng-guoping',
    tags: '现场教学 疾控 实验室',
    summary: '跟着一份标本走完收样、检测、复核与报告。本期报名已经截止。',
    points: ['收样拒收的七条', '核酸与培养的分工', '报告怎样直报'],
    applyFrom: { day: -20, at: '09:00' },
    applyTo: { day: -1, at: '18:00' },
    begin: { day: 4, at: '09:00' },
    finish: { day: 4, at: '12:00' },
    seats: 20,
    place: '省疾病预防控制中心检测楼',
    address: '云麓市江滨路3630号',
    traffic: '地铁4号线疾控中心站A口。',
    program: [part('09:00—12:00', '分两组参观，结束后答疑')],
    applied: 'senior',
  },
];

const hospitalLives: LiveDraft[] = [
  {
    key: 'live-code-drill',
    title: '院内急救演练直播',
    subtitle: '全院同看，科室对表',
    discipline: ['急诊学', '院内急救'],
    unit: '清渚市第一人民医院',
    teacher: 'hu-bingwen',
    tags: '直播 演练',
    summary: '第四季度院内心搏骤停演练现场直播，各病区对照自查。',
    points: ['呼叫到到位的时间线', '除颤仪取用路径'],
    begin: { day: 2, at: '16:00' },
    finish: { day: 2, at: '17:00' },
  },
  {
    key: 'live-skin-replay',
    title: '皮肤查房直播回放',
    subtitle: '压力性损伤专场',
    discipline: ['护理学', '伤口护理'],
    unit: '清渚市第一人民医院',
    teacher: 'qiao-yunfang',
    tags: '回放 护理',
    summary: '上月皮肤护理查房的回放。',
    points: ['分期怎样判断', '记录怎样写全'],
    begin: { day: -15, at: '16:00' },
    finish: { day: -15, at: '17:00' },
    state: 'replay',
    media: 'pressure-injury-2-1',
  },
];

const hospitalGatherings: ActivityDraft[] = [
  {
    type: 'A',
    key: 'act-new-staff',
    title: '新职工技能开放日',
    subtitle: '六个站点，一张通关卡',
    discipline: ['护理学', '技能培训'],
    unit: '清渚市第一人民医院',
    teacher: 'qiao-yunfang',
    tags: '院内活动 技能',
    summary: '面向新入职人员的技能开放日，六个站点自由练习，集满通关卡可换学时。',
    points: ['静脉留置针', '心肺复苏', '吸痰与给氧'],
    applyFrom: { day: -2, at: '08:00' },
    applyTo: { day: 7, at: '18:00' },
    begin: { day: 9, at: '14:00' },
    finish: { day: 9, at: '17:00' },
    seats: 48,
    place: '教学楼四层技能中心',
    address: '清渚市人民路1号',
    traffic: '院内班车教学楼站。',
    program: [part('14:00—17:00', '六站轮转')],
  },
];

/** All sample lives, two in each state on the main site. */
export const lives: readonly SampleLive[] = [
  ...[...soon, ...over].map((draft) => event('main', draft)),
  ...hospitalLives.map((draft) => event('hospital', draft)),
  ...soon.slice(0, 1).map((draft) => event('test', draft)),
];

/** All sample activities. */
export const activities: readonly SampleActivity[] = [
  ...gatherings.map((draft) => event('main', draft)),
  ...hospitalGatherings.map((draft) => event('hospital', draft)),
  ...gatherings.slice(0, 1).map((draft) => event('test', { ...draft, applied: '' })),
];

export const events: readonly SampleEvent[] = [...lives, ...activities];

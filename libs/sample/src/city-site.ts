import { courseId, sampleId } from './ids.ts';
import type { SampleBanner, SampleBlock, SampleMenu, SampleNews } from './shapes.ts';

const menu = (
  key: string,
  title: string,
  path: string,
  icon: string,
  needLogin: 'Y' | 'N' = 'N',
): SampleMenu => ({ key, title, path, icon, need_login: needLogin });

/** A city's health commission: its own menus, order of blocks and news, with the centre's whole
 * catalogue. */
export const cityMenus: SampleMenu[] = [
  menu('home', '首页', '/', 'home'),
  menu('notices', '政务公告', '/news?type=B', 'bell'),
  menu('publicneed', '公需必修', '/publicneed', 'books'),
  menu('rural', '基层卫生', '/profession?series=02', 'users'),
  menu('profession', '全部课程', '/profession', 'school'),
  menu('regulations', '政策法规', '/news?type=N', 'info'),
  menu('verify', '证书查询', '/certificate/verify', 'check'),
  menu('helpcenter', '帮助中心', '/helpcenter', 'care'),
  menu('user', '个人中心', '/user', 'user', 'Y'),
];

export const cityTabs: SampleMenu[] = [
  menu('home', '首页', '/', 'home'),
  menu('publicneed', '公需', '/publicneed', 'books'),
  menu('news', '公告', '/news?type=B', 'bell'),
  menu('mine', '我的', '/user', 'user', 'Y'),
];

export const cityBlocks: SampleBlock[] = [
  { kind: 'news', position: 1 },
  { kind: 'banner', position: 2 },
  { kind: 'free', position: 3, title: '市级免费课程', size: 8 },
  { kind: 'recommend', position: 4, title: '本市本月推荐', size: 4 },
  { kind: 'flow', position: 50 },
  { kind: 'expense', position: 60, enabled: false },
  { kind: 'partner', position: 70, enabled: false },
];

export const cityBanners: SampleBanner[] = [
  {
    id: sampleId('banner', 'city', 'city'),
    site: 'city',
    title: '清渚市卫生健康系统全员培训',
    text: '市属医院、社区卫生服务中心和乡镇卫生院人员，在一个平台完成全年学习',
    image: '/qm/static/banners/city.svg',
    link: '/publicneed',
  },
  {
    id: sampleId('banner', 'city', 'rural'),
    site: 'city',
    title: '乡镇卫生院的急症课',
    text: '',
    image: '/qm/static/banners/city.svg',
    link: `/item/course/${courseId('main', 'rural-emergency')}/detail`,
  },
];

interface Row {
  key: string;
  type: 'N' | 'B';
  title: string;
  source: string;
  daysAgo: number;
  views: number;
  top?: true;
  text: string[];
}

const rows: Row[] = [
  {
    key: 'year-plan',
    type: 'B',
    title: '关于做好本年度全市卫生健康专业技术人员继续教育工作的通知',
    source: '清渚市卫生健康委员会',
    daysAgo: 40,
    views: 6120,
    top: true,
    text: [
      '各区县卫生健康局、市属各医疗卫生单位：本年度继续教育统一在市卫生健康在线学堂完成，公需科目不少于30学时。',
      '课程学完并通过考核后，请本人在“我的课程”中点击“申请学分”，单位不再代为登记。',
    ],
  },
  {
    key: 'apply',
    type: 'B',
    title: '学分申请办理时间及常见问题',
    source: '清渚市医学教育中心',
    daysAgo: 21,
    views: 3377,
    text: [
      '学分由学员本人申请，提交后即时入账。每年度的申请请于当年12月25日前完成。',
      '完成课程后没有看到“申请学分”，请先核对考试和课程评价是否都已完成。',
    ],
  },
  {
    key: 'drill',
    type: 'B',
    title: '基层急症处置能力提升行动线上课程安排',
    source: '清渚市急救中心',
    daysAgo: 12,
    views: 1588,
    text: ['乡镇卫生院和村卫生室人员本季度完成急症识别与转运课程，随后由各区县组织实操考核。'],
  },
  {
    key: 'phone',
    type: 'B',
    title: '市卫生健康在线学堂服务电话调整公告',
    source: '清渚市医学教育中心',
    daysAgo: 4,
    views: 702,
    text: ['自本月起学习平台咨询统一拨打本站页面上方的服务电话，工作日全天有人接听。'],
  },
  {
    key: 'plan-rule',
    type: 'N',
    title: '清渚市卫生健康人才“强基层”行动实施意见学习要点',
    source: '清渚市卫生健康委员会',
    daysAgo: 150,
    views: 2260,
    top: true,
    text: [
      '到行动期末，每个乡镇卫生院至少有三名能独立处置常见急症的医师，乡村医生每年完成不少于40学时的培训。',
    ],
  },
  {
    key: 'lab',
    type: 'N',
    title: '市级病原微生物实验室生物安全管理规定学习要点',
    source: '清渚市疾病预防控制中心',
    daysAgo: 96,
    views: 918,
    text: ['实验活动实行备案和年度检查制度，从业人员每年接受不少于一次的生物安全培训并考核合格。'],
  },
];

export const cityNews: SampleNews[] = rows.map(
  ({ key, type, title, source, daysAgo, views, top, text }) => ({
    id: sampleId('news', 'city', type, key),
    site: 'city',
    type,
    title,
    source,
    summary: text[0]!.slice(0, 90),
    html: text.map((line) => `<p>${line}</p>`).join(''),
    publish: { daysAgo },
    top: top ? 'Y' : 'N',
    view_count: views,
  }),
);

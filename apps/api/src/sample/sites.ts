import { sampleId } from './ids.ts';
import type { SampleMenu, SampleSite, SiteKey } from './shapes.ts';

const menu = (
  key: string,
  title: string,
  path: string,
  need_login: 'Y' | 'N' = 'N',
): SampleMenu => ({ key, title, path, need_login });

const menus: SampleMenu[] = [
  menu('home', '首页', '/'),
  menu('publicneed', '公需科目', '/publicneed'),
  menu('profession', '专业科目', '/profession'),
  menu('xcys', '乡村医生专项培训', '/xcys'),
  menu('crbjc', '传染病监测预警培训', '/crbjc'),
  menu('regulations', '政策法规', '/news?type=N'),
  menu('notices', '通知公告', '/news?type=B'),
  menu('changecredits', '学分兑换', '/changecredits', 'Y'),
  menu('helpcenter', '帮助中心', '/helpcenter'),
  menu('user', '个人中心', '/user', 'Y'),
];
const mobileMenus: SampleMenu[] = [
  menu('home', '首页', '/'),
  menu('course', '课程', '/profession'),
  menu('learn', '学习', '/user/learn', 'Y'),
  menu('mine', '我的', '/user', 'Y'),
];
const footer = [
  { title: '关于我们', url: '/helpcenter/manual' },
  { title: '学习手册', url: '/helpcenter/manual' },
  { title: '年度证书申请手册', url: '/helpcenter/certificate' },
  { title: '政策法规', url: '/news?type=N' },
  { title: '通知公告', url: '/news?type=B' },
];

const base = {
  isEffectiveSite: 'Y',
  isEndSite: 'N',
  isOpenOutsideWorld: 'Y',
  defaultLoginUrl: '',
  login_ways: ['password', 'sms'],
  regist_open: 'Y',
  unit_review: 'N',
  play_kick_mode: 'kick_previous',
  service_time: '工作日 8:30—12:00，14:00—17:30',
  menus,
  mobile_menus: mobileMenus,
  footer,
} satisfies Partial<SampleSite>;

const art = (key: SiteKey) => ({
  site_id: sampleId('site', key),
  key,
  site_logo: `/qm/static/site/${key}-logo.svg`,
  circle_logo: `/qm/static/site/${key}-circle.svg`,
  favicon: `/qm/static/site/${key}-favicon.svg`,
});

/** The numbers of licences and telephones are samples and belong to nobody. */
export const sites: readonly SampleSite[] = [
  {
    ...base,
    ...art('main'),
    domain: 'cme.localhost',
    player_domain: 'player.cme.localhost',
    user_domain: 'user.cme.localhost',
    site_name: '康教在线卫生健康继续教育平台',
    site_short_name: '康教在线',
    theme: { primary: '#0F6B66', radius: 10 },
    slogan: '让每一次学习，回到病人身边',
    icp_no: '示例ICP备00000001号-1',
    police_no: '示例公网安备 00000000000001号',
    service_phone: '400-000-0001',
    isCustomerDomain: 'N',
  },
  {
    ...base,
    ...art('hospital'),
    domain: 'hospital.localhost',
    player_domain: '',
    user_domain: '',
    site_name: '清渚市第一人民医院在线学习中心',
    site_short_name: '清渚一院学习中心',
    theme: { primary: '#2C4F92', radius: 8 },
    slogan: '精诚仁爱，学无止境',
    icp_no: '示例ICP备00000002号-1',
    police_no: '示例公网安备 00000000000002号',
    service_phone: '0000-80000011',
    isCustomerDomain: 'Y',
    isOpenOutsideWorld: 'N',
    unit_review: 'Y',
    menus: menus.filter(({ key }) => key !== 'xcys' && key !== 'crbjc'),
  },
  {
    ...base,
    ...art('ended'),
    domain: 'ended.localhost',
    player_domain: '',
    user_domain: '',
    site_name: '云麓矿区职工医院培训网',
    site_short_name: '矿区培训网',
    theme: { primary: '#5A5470', radius: 10 },
    slogan: '本站已于上一年度停止服务',
    icp_no: '示例ICP备00000003号-1',
    police_no: '示例公网安备 00000000000003号',
    service_phone: '400-000-0001',
    isCustomerDomain: 'Y',
    isEndSite: 'Y',
    regist_open: 'N',
  },
  {
    ...base,
    ...art('test'),
    domain: 'localhost',
    player_domain: '',
    user_domain: '',
    site_name: '康教在线测试站',
    site_short_name: '康教测试站',
    theme: { primary: '#35684A', radius: 10 },
    slogan: '在本机试一试',
    defaultLoginUrl: '/user/learn',
    icp_no: '示例ICP备00000004号-1',
    police_no: '示例公网安备 00000000000004号',
    service_phone: '400-000-0001',
    isCustomerDomain: 'Y',
  },
];

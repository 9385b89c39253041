import { type AreaName, areas } from '@cme/contract/site';

/**
 * Who may open a page: `guest` anybody, even on a closed site · `open` anybody unless the site is
 * closed · `learner` signed-in people.
 */
export type PageAccess = 'guest' | 'open' | 'learner';

/** Values of a pattern's `:names`, in order of appearance. */
export type ParamsOf<Path extends string> = Path extends `${string}:${string}/${infer Rest}`
  ? [string, ...ParamsOf<`/${Rest}`>]
  : Path extends `${string}:${string}`
    ? [string]
    : [];

export interface Route<Path extends string = string> {
  /** Pattern for the router. */
  readonly path: Path;
  readonly area: AreaName;
  readonly access: PageAccess;
  /** Page name for the title; empty where the content provides it. */
  readonly title: string;
  /** Path on the area's own origin. Values are encoded. */
  href(...params: ParamsOf<Path>): string;
}

function createRouteFactory(area: AreaName, access: PageAccess) {
  return <const Path extends string>(path: Path, title = ''): Route<Path> => ({
    path,
    area,
    access,
    title,
    href: (...params) => fillPath(path, params),
  });
}

function fillPath(path: string, values: readonly string[]): string {
  let index = 0;
  return path.replace(/:\w+/g, () => encodeURIComponent(values[index++] ?? ''));
}

const guest = createRouteFactory('portal', 'guest');
const portal = createRouteFactory('portal', 'open');
const order = createRouteFactory('portal', 'learner');
const player = createRouteFactory('player', 'learner');
const user = createRouteFactory('user', 'learner');

/** Every page of the product: the only place where paths are defined. */
export const routes = {
  notFound: portal('/404', '页面不存在'),
  forgetpwd: guest('/forgetpwd', '找回密码'),
  verify: guest('/certificate/verify', '证书查询'),
  login: guest('/login', '登录'),
  wechatLogin: guest('/login/wechat', '微信登录'),
  about: guest('/about', '关于我们'),
  contact: guest('/contact', '联系我们'),
  terms: guest('/terms', '服务条款'),
  privacy: guest('/privacy', '隐私政策'),
  registPerson: guest('/regist/person', '注册'),
  order: order('/order', '确认订单'),
  orderConfirm: order('/order/confirm', '确认订单'),
  orderPayment: order('/order/:order_code/payment', '订单支付'),

  play: player('/player/:course_id/play'),
  playback: player('/player/:course_id/playback'),
  live: player('/player/:course_id/live'),
  analysis: player('/player/:score_id/analysis', '成绩分析'),
  examOnline: player('/player/:course_id/exam/online', '在线考试'),
  survey: player('/player/:course_id/survey/:exam_id', '问卷调查'),

  user: user('/user', '我的培训班'),
  trainingclass: user('/user/trainingclass', '我的培训班'),
  notice: user('/user/notice', '我的消息'),
  myfile: user('/user/myfile', '我的档案'),
  mycertificate: user('/user/mycertificate', '我的证书'),
  myexam: user('/user/myexam', '我的考试'),
  myorder: user('/user/order', '我的订单'),
  collection: user('/user/collection', '我的收藏'),
  setting: user('/user/setting', '账号设置'),
  learn: user('/user/learn', '我的课程'),

  home: portal('/', '首页'),
  cart: portal('/cart', '购物车'),
  news: portal('/news', '政策法规'),
  newsDetail: portal('/news/:id/detail'),
  helpcenter: portal('/helpcenter', '帮助手册'),
  helpManual: portal('/helpcenter/manual', '帮助手册'),
  helpCertificate: portal('/helpcenter/certificate', '专业年度合格证书申请手册'),
  package: portal('/item/package/:id/detail'),
  course: portal('/item/course/:id/detail'),
  try: portal('/item/try/:id/detail'),
  itemLive: portal('/item/live/:id/detail'),
  activity: portal('/item/activity/:id/detail'),
  tour: portal('/item/tour/:id/detail'),
  sunset: portal('/sunset/:id/detail'),
  xcys: portal('/xcys', '乡村医生专项培训'),
  crbjc: portal('/crbjc', '传染病监测预警培训'),
  changecredits: portal('/changecredits', '学分兑换'),
  changecreditsIndex: portal('/changecredits/index', '学分兑换'),
  declare: order('/changecredits/declare', '兑换申报'),
  exchangeDetail: order('/changecredits/detail', '兑换详情'),
  publicneed: portal('/publicneed', '公需科目'),
  profession: portal('/profession', '专业科目'),
  search: portal('/search', '搜索结果'),
  prohibit: portal('/prohibit', '无权访问'),
} as const;

export type RouteName = keyof typeof routes;

/** The patterns alone, for routers: `patterns.play`. */
export const patterns = Object.fromEntries(
  Object.entries(routes).map(([name, { path }]) => [name, path]),
) as { readonly [Name in RouteName]: (typeof routes)[Name]['path'] };

/**
 * Pages on which a visit starts: signing in there leads to the default sign-in address. Some have
 * no page any more and are kept for old links.
 */
export const entryPages: readonly string[] = [
  '/',
  '/login',
  '/course/market',
  '/course/business',
  '/regist/site',
  '/bind/login',
  '/bind/register',
  '/checkCode',
];

/** The area that a path belongs to, of those that an installation has. */
export function areaOf(pathname: string, known: readonly string[] = areas): string {
  const segment = pathname.split('/', 2)[1];
  return known.find((name) => name === segment) ?? 'portal';
}

/** The name of the page at a path without parameters, if its address alone names it. */
export const findTitle = (path: string): string | undefined =>
  Object.values<Route>(routes).find((route) => route.path === path)?.title;

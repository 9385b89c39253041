import { isOutsideName } from '@cme/contract/site';
import { beforeEach, describe, expect, it } from 'vitest';
import { customerPage, mainPage, show } from '../../test/page-block.ts';
import {
  areaOf,
  contentLink,
  isElsewhere,
  linkTo,
  linkToPath,
  patterns,
  personMenus,
  playerLink,
  routes,
} from './index.ts';

beforeEach(() => show(mainPage()));

describe('the table of routes', () => {
  it.each([
    '/404',
    '/forgetpwd',
    '/login',
    '/regist/person',
    '/order',
    '/order/confirm',
    '/order/:order_code/payment',
    '/player/:course_id/play',
    '/player/:course_id/playback',
    '/player/:course_id/live',
    '/player/:score_id/analysis',
    '/player/:course_id/exam/online',
    '/player/:course_id/survey/:exam_id',
    '/user',
    '/user/trainingclass',
    '/user/notice',
    '/user/myfile',
    '/user/mycertificate',
    '/user/myexam',
    '/user/order',
    '/user/collection',
    '/user/setting',
    '/user/learn',
    '/',
    '/cart',
    '/news',
    '/news/:id/detail',
    '/helpcenter',
    '/helpcenter/manual',
    '/helpcenter/certificate',
    '/about',
    '/contact',
    '/terms',
    '/privacy',
    '/item/package/:id/detail',
    '/item/course/:id/detail',
    '/item/try/:id/detail',
    '/item/live/:id/detail',
    '/item/activity/:id/detail',
    '/item/tour/:id/detail',
    '/sunset/:id/detail',
    '/xcys',
    '/crbjc',
    '/changecredits',
    '/changecredits/index',
    '/changecredits/declare',
    '/changecredits/detail',
    '/publicneed',
    '/profession',
    '/search',
    '/prohibit',
  ])('knows %s', (path) => expect(Object.values(patterns)).toContain(path));

  it('has no path twice', () =>
    expect(new Set(Object.values(patterns)).size).toBe(Object.keys(patterns).length));

  it.each(Object.values(routes).filter(({ path }) => /^\/(user|order|player)(\/|$)/.test(path)))(
    'requires sign-in for $path',
    ({ access }) => expect(access).toBe('learner'),
  );

  it.each(['/404', '/prohibit'])('requires sign-in at %s of a closed site', (path) =>
    expect(Object.values(routes).find((route) => route.path === path)?.access).toBe('open'),
  );

  it.each(['/login', '/regist/person', '/forgetpwd'])('is open to everybody at %s', (path) =>
    expect(Object.values(routes).find((route) => route.path === path)?.access).toBe('guest'),
  );

  it.each(Object.values(routes))('assigns $path to the area of its prefix', ({ path, area }) =>
    expect(area).toBe(areaOf(path)),
  );

  it.each(Object.values(routes).filter(({ path }) => /^\/[a-z]/.test(path)))(
    'keeps the beginning of $path from areas of other teams',
    ({ path }) => expect(isOutsideName(path.split('/')[1] ?? '')).toBe(false),
  );

  it('knows the paths of an area that is mounted', () => {
    expect(areaOf('/lab/hello')).toBe('portal');
    expect(areaOf('/lab/hello', ['portal', 'lab'])).toBe('lab');
  });

  it('encodes path parameters', () =>
    expect(routes.course.href('a/b?c#护')).toBe('/item/course/a%2Fb%3Fc%23%E6%8A%A4/detail'));

  it('fills several parameters in order', () =>
    expect(routes.survey.href('C1', 'E2')).toBe('/player/C1/survey/E2'));
});

describe('a link between areas', () => {
  const player = mainPage({ host: 'player.cme.localhost:8080' });
  const mounted = mainPage({
    host: 'player.cme.localhost:8080',
    areas: {
      portal: 'http://cme.localhost:8080',
      player: '',
      user: 'http://user.cme.localhost:8080',
    },
  });
  it.each([
    ['from the portal to itself', mainPage(), () => linkTo.course('1'), '/item/course/1/detail'],
    [
      'from the portal to the player',
      mainPage(),
      () => linkTo.play('1'),
      'http://player.cme.localhost:8080/player/1/play',
    ],
    [
      'to a section',
      mainPage(),
      () => linkTo.play('1', 'S2'),
      'http://player.cme.localhost:8080/player/1/play?section=S2',
    ],
    [
      'from the portal to the personal centre',
      mainPage(),
      () => linkTo.learn({ tab: 'studying' }),
      'http://user.cme.localhost:8080/user/learn?tab=studying',
    ],
    ['from the player to itself', player, () => linkTo.play('1'), '/player/1/play'],
    ['from the player to the portal', player, () => linkTo.home(), 'http://cme.localhost:8080/'],
    ['from the player, own area empty', mounted, () => linkTo.analysis('9'), '/player/9/analysis'],
    ['on a customer domain', customerPage(), () => linkTo.play('1'), '/player/1/play'],
    ['on a customer domain to the centre', customerPage(), () => linkTo.user(), '/user'],
    [
      'of a path',
      mainPage(),
      () => linkToPath('/user/order?x=1'),
      'http://user.cme.localhost:8080/user/order?x=1',
    ],
    [
      'with empty query values left out',
      mainPage(),
      () => linkTo.news({ type: '', page: undefined }),
      '/news',
    ],
  ])('%s', (_, block, link, href) => {
    show(block);
    expect(link()).toBe(href);
  });

  it.each([
    ['/cart', false],
    ['http://user.cme.localhost:8080/user', true],
  ])('%s leaves the origin: %s', (href, leaves) => expect(isElsewhere(href)).toBe(leaves));
});

describe('a content', () => {
  it.each([
    ['P', '/item/package/7/detail'],
    ['X', '/item/package/7/detail'],
    ['L', '/item/live/7/detail'],
    ['R', '/item/live/7/detail'],
    ['A', '/item/activity/7/detail'],
    ['Z', '/sunset/7/detail'],
    ['Y', '/item/tour/7/detail'],
    ['C', '/item/course/7/detail'],
    ['Q', '/item/course/7/detail'],
    ['', '/404'],
    [undefined, '/404'],
  ])('of type %s links to %s', (type, href) => {
    expect(contentLink({ content_type: type, id: '7' })).toBe(href);
    expect(contentLink({ object_type: type, object_id: '7' })).toBe(href);
    expect(
      contentLink({
        object_type: type,
        content_type: 'ignored when the object says',
        content_id: '7',
      }),
    ).toBe(type ? href : '/item/course/7/detail');
  });

  it('of a package is linked by the package id', () =>
    expect(contentLink({ content_type: 'P', content_id: '1', package_id: '2' })).toBe(
      '/item/package/2/detail',
    ));
  it('without an id is not found', () => expect(contentLink({ content_type: 'C' })).toBe('/404'));

  it.each([
    ['L', 'http://player.cme.localhost:8080/player/7/live'],
    ['R', 'http://player.cme.localhost:8080/player/7/playback'],
    ['C', 'http://player.cme.localhost:8080/player/7/play'],
    ['P', 'http://player.cme.localhost:8080/player/7/play'],
    ['', 'http://player.cme.localhost:8080/player/7/play'],
    [undefined, 'http://player.cme.localhost:8080/player/7/play'],
  ])('of type %s is played at %s', (type, href) => expect(playerLink(type, '7')).toBe(href));
});

describe('the user menu', () => {
  it('has its seven entries in order', () => {
    expect(personMenus.map(({ title, path }) => [title, path])).toEqual([
      ['我的培训班', '/user/trainingclass'],
      ['我的课程', '/user/learn'],
      ['我的考试', '/user/myexam'],
      ['我的证书', '/user/mycertificate'],
      ['我的订单', '/user/order'],
      ['我的收藏', '/user/collection'],
      ['我的消息', '/user/notice'],
    ]);
  });
  it('leads to the domain of the personal centre', () =>
    expect(personMenus[1]?.href()).toBe('http://user.cme.localhost:8080/user/learn'));
});

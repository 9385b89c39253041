import type { ReplyOf } from '@cme/contract/base';
import { siteConfig } from '@cme/contract/site';
import { userInfo } from '@cme/contract/person';
import { homeIndex } from '@cme/contract/content';
import { learnSummary } from '@cme/contract/study';
import { shopplistCount } from '@cme/contract/payment';
import { describePageStates, renderPage, mockReply, sampleCard, sampleUser } from '@cme/testing';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const home = (change: Partial<ReplyOf<typeof homeIndex>> = {}): ReplyOf<typeof homeIndex> => ({
  banner: [
    { id: 'b1', title: '公需科目已开课', text: '随到随学', image: '/b.svg', link: '/publicneed' },
    { id: 'b2', title: '第一次在线学习？', text: '', image: '/c.svg', link: '' },
  ],
  recommend: [sampleCard({ id: 'r1', title: '手卫生' })],
  hot: [],
  free: [],
  expense: [],
  newCourse: [],
  notices: [
    { id: 'n1', type: 'B', title: '年度证书开始申请', publish_at: '2026-11-20 08:00:00', top: 'N' },
  ],
  regulations: [],
  partner: [{ name: '省护理学会', logo: '/p.svg', url: '' }],
  footer: [],
  counts: { course: 66, learner: 52, teacher: 28 },
  ...change,
});

describe('the home page', () => {
  it('shows the banner with its button, news, courses and partners', async () => {
    mockReply(homeIndex, home());
    renderPage('/', routes);
    expect(await screen.findByRole('heading', { level: 1, name: '公需科目已开课' })).toBeVisible();
    expect(screen.getByRole('link', { name: '立即查看' })).toHaveAttribute('href', '/publicneed');
    expect(screen.getByRole('link', { name: '第一次在线学习？' })).toBeVisible();
    const notices = within(screen.getByRole('region', { name: '通知公告' }));
    expect(notices.getByRole('link', { name: '年度证书开始申请' })).toHaveAttribute(
      'href',
      '/news/n1/detail',
    );
    expect(
      within(screen.getByRole('region', { name: '推荐课程' })).getByText('手卫生'),
    ).toBeVisible();
    expect(screen.getByAltText('省护理学会')).toBeVisible();
  });

  it.each([
    ['recommend', '推荐课程', '/search?recommended=Y'],
    ['free', '免费课程', '/search?price_kind=free&sort=hot'],
    ['hot', '热门课程', '/search?sort=hot'],
    ['expense', '精品课程', '/search?price_kind=paid&sort=hot'],
    ['newCourse', '最新课程', '/search?sort=new'],
  ] as const)('links block %s to its list', async (block, name, href) => {
    mockReply(homeIndex, home({ recommend: [], [block]: [sampleCard()] }));
    renderPage('/', routes);
    const more = await screen.findByRole('link', { name: `更多${name}` });
    expect(more).toHaveAttribute('href', href);
  });

  it('hides empty blocks', async () => {
    mockReply(homeIndex, home({ banner: [], notices: [], recommend: [], partner: [] }));
    renderPage('/', routes);
    expect(await screen.findByRole('heading', { name: '学习流程' })).toBeVisible();
    for (const name of ['通知公告', '推荐课程', '合作单位'])
      expect(screen.queryByRole('heading', { name })).toBeNull();
  });

  it('takes a learner back to where they left off', async () => {
    mockReply(homeIndex, home());
    mockReply(userInfo, sampleUser({ real_name: '李静' }));
    mockReply(shopplistCount, { count: 0 });
    mockReply(learnSummary, {
      year: 2026,
      need_hours: 90,
      got_hours: 36,
      need_credits: 25,
      got_credits: 10,
      today_seconds: 0,
      total_seconds: 0,
      studying: 0,
      completed: 0,
    });
    renderPage('/', routes, { token: 'T1' });
    expect(await screen.findByRole('heading', { name: '您好，李静' })).toBeVisible();
    expect(await screen.findByRole('link', { name: '去选公需科目' })).toHaveAttribute(
      'href',
      '/publicneed',
    );
    expect(screen.getByRole('img', { name: /学分：已获 10，应修 25/ })).toBeVisible();
  });
});

describePageStates('the home page', {
  address: '/',
  routes,
  call: homeIndex,
  filled: home(),
  shows: '公需科目已开课',
});

describe('the blocks of a site', () => {
  it('have its order and headings, without those it has turned off', async () => {
    mockReply(
      homeIndex,
      home({
        free: [sampleCard({ id: 'f1', title: '免费一课' })],
        blocks: [
          { kind: 'free', title: '市级免费课程' },
          { kind: 'a-kind-of-tomorrow', title: '' },
          { kind: 'news', title: '' },
          { kind: 'banner', title: '' },
          { kind: 'recommend', title: '' },
        ],
      }),
    );
    renderPage('/', routes);
    await screen.findByRole('heading', { name: '市级免费课程' });
    const main = screen.getByRole('main');
    expect(
      within(main)
        .getAllByRole('heading')
        .map(({ textContent }) => textContent)
        .filter((title) => !/手卫生|一课|登录/.test(title ?? '')),
    ).toEqual(['市级免费课程', '通知公告', '公需科目已开课', '推荐课程']);
    expect(screen.queryByText('学习流程')).toBeNull();
    expect(screen.queryByAltText('省护理学会')).toBeNull();
  });

  it('start with the menu grid on phones if the site has chosen it', async () => {
    mockReply(homeIndex, home());
    const config = {
      menus: [
        { key: 'home', title: '首页', path: '/', need_login: 'N' as const },
        { key: 'news', title: '政务公告', path: '/news?type=B', need_login: 'N' as const },
      ],
      mobile_menus: [],
      login_ways: [],
      regist_open: 'Y' as const,
      links: [],
    };
    mockReply(siteConfig, { ...config, mobile_menu_style: 'grid' });
    renderPage('/', routes);
    const grid = await screen.findByRole('navigation', { name: '快捷入口' });
    expect(within(grid).getAllByRole('link')).toHaveLength(1);
    expect(within(grid).getByRole('link', { name: '政务公告' })).toHaveAttribute(
      'href',
      '/news?type=B',
    );
  });
});

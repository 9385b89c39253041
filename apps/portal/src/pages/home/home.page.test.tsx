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

describe('a block of the home page', () => {
  const findBlock = async (name: string) => within(await screen.findByRole('region', { name }));
  const cards = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      sampleCard({ id: `c${index}`, title: `第${index + 1}课` }),
    );

  it('of lives shows their state, price and time', async () => {
    const content = sampleCard({
      id: 'L1',
      content_type: 'L',
      title: '直播一课',
      price: '9.00',
      is_free: 'N',
    });
    mockReply(
      homeIndex,
      home({
        live: [
          {
            content,
            live_status: 'living',
            live_status_name: '直播中',
            begin_ms: Date.UTC(2026, 5, 17, 11, 30),
          },
        ],
      }),
    );
    renderPage('/', routes);
    const block = await findBlock('直播');
    expect(block.getByText('直播中')).toBeVisible();
    expect(block.getByText('¥9.00')).toBeVisible();
    expect(block.getByText(/19:30/)).toBeVisible();
    expect(block.getByRole('link', { name: '直播一课' })).toHaveAttribute(
      'href',
      '/item/live/L1/detail',
    );
    expect(block.getByRole('link', { name: '更多直播' })).toHaveAttribute(
      'href',
      '/profession?content_type=L',
    );
  });

  it('of special trainings leads to their pages', async () => {
    mockReply(
      homeIndex,
      home({
        special: [
          { id: 's1', title: '乡村医生', text: '线上三门', image: '/s.svg', link: '/xcys' },
        ],
      }),
    );
    renderPage('/', routes);
    const block = await findBlock('专项培训');
    expect(block.getByRole('link', { name: '乡村医生' })).toHaveAttribute('href', '/xcys');
    expect(block.getByText('线上三门')).toBeVisible();
  });

  it('of partners links those that have a page', async () => {
    mockReply(
      homeIndex,
      home({
        partner: [
          { name: '省护理学会', logo: '/p.svg', url: '' },
          { name: '省医学会', logo: '/q.svg', url: 'https://association.test/' },
        ],
      }),
    );
    renderPage('/', routes);
    const block = await findBlock('合作单位');
    expect(block.getAllByRole('img')).toHaveLength(2);
    const [link] = block.getAllByRole('link');
    expect(link).toHaveAttribute('href', 'https://association.test/');
  });

  it('of courses has two rows if it is the first, otherwise one', async () => {
    mockReply(homeIndex, home({ recommend: cards(12), free: cards(12) }));
    renderPage('/', routes);
    expect((await findBlock('推荐课程')).getAllByRole('listitem')).toHaveLength(8);
    expect((await findBlock('免费课程')).getAllByRole('listitem')).toHaveLength(4);
  });

  it('of news has at most six', async () => {
    const rows = Array.from({ length: 9 }, (_, index) => ({
      id: `n${index}`,
      type: 'N',
      title: `第${index}条`,
      publish_at: '2026-11-20 08:00:00',
      top: 'N' as const,
    }));
    mockReply(homeIndex, home({ regulations: rows }));
    renderPage('/', routes);
    const block = await findBlock('政策法规');
    expect(block.getAllByRole('listitem')).toHaveLength(6);
    expect(block.getAllByText('2026-11-20')[0]).toHaveAttribute('datetime', '2026-11-20');
    expect(block.getByRole('link', { name: '更多政策法规' })).toHaveAttribute(
      'href',
      '/news?type=N',
    );
  });

  it('of a banner without a link has no button', async () => {
    mockReply(
      homeIndex,
      home({ banner: [{ id: 'b1', title: '没有链接', text: '', image: '/b.svg', link: '' }] }),
    );
    renderPage('/', routes);
    expect(await screen.findByRole('heading', { level: 1, name: '没有链接' })).toBeVisible();
    expect(screen.queryByRole('link', { name: '立即查看' })).toBeNull();
  });
});

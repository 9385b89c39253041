import { homeIndex, learnSummary, type ReplyOf, shopplistCount, userInfo } from '@cme/contract';
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
  it('shows the banner with a button that leads on, news, courses and partners', async () => {
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

  it('leaves out the blocks that have nothing', async () => {
    mockReply(homeIndex, home({ banner: [], notices: [], recommend: [], partner: [] }));
    renderPage('/', routes);
    expect(await screen.findByRole('heading', { name: '学习流程' })).toBeVisible();
    for (const name of ['通知公告', '推荐课程', '合作单位'])
      expect(screen.queryByRole('heading', { name })).toBeNull();
  });

  it('leads a learner on where they were', async () => {
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

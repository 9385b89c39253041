import { homeIndex } from '@cme/contract/content';
import { shopplistCount } from '@cme/contract/payment';
import { userInfo } from '@cme/contract/person';
import { siteConfig } from '@cme/contract/site';
import { learnSummary } from '@cme/contract/study';
import {
  mockPending,
  mockRefusal,
  mockReply,
  renderPage,
  sampleCard,
  sampleUser,
} from '@cme/testing';
import { sampleHome } from '@cme/testing/items';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const home = (change: Parameters<typeof sampleHome>[0]) =>
  sampleHome({
    banner: [{ id: 'b', title: '首页', text: '', image: '/b.svg', link: '' }],
    counts: { course: 3, learner: 0, teacher: 2 },
    ...change,
  });

it.each([
  [{ year: 2026, need_hours: 90, need_credits: 0 }, '2026 年度要求：90 学时'],
  [{ year: 2026, need_hours: 72, need_credits: 20 }, '2026 年度要求：20 学分，72 学时'],
  [undefined, undefined],
])("a guest reads the year's requirement, without a progress: %o", async (yearNeed, said) => {
  mockReply(homeIndex, home(yearNeed ? { year_need: yearNeed } : {}));
  renderPage('/', routes);
  expect(await screen.findByRole('heading', { name: '登录后继续学习' })).toBeVisible();
  expect(screen.queryByRole('img', { name: /学[时分]/ })).toBeNull();
  expect(screen.queryByText(/年度要求/)?.textContent).toBe(said);
});

it('hides counts of zero', async () => {
  mockReply(homeIndex, home({}));
  renderPage('/', routes);
  expect(await screen.findByText('位讲师')).toBeVisible();
  expect(screen.queryByText('人次学习')).toBeNull();
});

describe('the card of a learner', () => {
  const summary = {
    year: 2026,
    need_hours: 90,
    got_hours: 36,
    need_credits: 25,
    got_credits: 10,
    today_seconds: 0,
    total_seconds: 0,
    studying: 0,
    completed: 0,
  };
  const find = async () => (await screen.findAllByRole('complementary'))[0]!;
  beforeEach(() => {
    mockReply(homeIndex, home({}));
    mockReply(userInfo, sampleUser({ real_name: '李静' }));
    mockReply(shopplistCount, { count: 0 });
  });

  it('waits for what was learnt', async () => {
    mockPending(learnSummary);
    renderPage('/', routes, { token: 'T1' });
    const card = await find();
    expect(card.querySelector('.skeleton')).toBeInTheDocument();
    expect(card).not.toHaveTextContent('还没有正在学习的课程');
  });

  it('greets the learner even if that cannot be loaded', async () => {
    mockRefusal(learnSummary, 404, '暂时无法加载');
    renderPage('/', routes, { token: 'T1' });
    expect(await screen.findByRole('heading', { name: '您好，李静' })).toBeVisible();
    expect(screen.queryByText(/年度完成情况/)).toBeNull();
    expect(screen.getByText(/^还没有正在学习的课程/)).toBeVisible();
  });

  it('names the course that was left', async () => {
    mockReply(learnSummary, {
      ...summary,
      current: {
        course: sampleCard({ id: 'c1', title: '手卫生' }),
        learning_id: 'l1',
        learn_status: 'studying',
        learn_status_name: '学习中',
        progress: 40,
        required_seconds: 100,
        effective_seconds: 40,
        last_section_id: 's1',
        last_section_title: '第一节',
        last_position: 12,
        study_end_at: '2026-12-31 23:59:59',
        days_left: 30,
        missing: [],
      },
    });
    renderPage('/', routes, { token: 'T1' });
    expect(await screen.findByText('2026 年度完成情况')).toBeVisible();
    expect(await find()).toHaveTextContent('手卫生');
    expect(screen.queryByText(/^还没有正在学习的课程/)).toBeNull();
  });
});

it.each(['Y', 'N'] as const)('a guest can register if the site allows it (%s)', async (open) => {
  mockReply(homeIndex, home({}));
  mockReply(siteConfig, {
    menus: [],
    mobile_menus: [],
    login_ways: ['password'],
    regist_open: open,
    links: [],
  });
  renderPage('/', routes);
  await screen.findByRole('heading', { name: '登录后继续学习' });
  const card = document.querySelector('main aside')!;
  await waitFor(() => {
    const links = [...card.querySelectorAll('a')].map(({ textContent }) => textContent);
    expect(links).toEqual(open === 'Y' ? ['注册'] : []);
  });
});

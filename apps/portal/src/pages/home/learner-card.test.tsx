import type { ReplyOf } from '@cme/contract/base';
import { homeIndex } from '@cme/contract/content';
import { renderPage, mockReply } from '@cme/testing';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const home = (change: Partial<ReplyOf<typeof homeIndex>>): ReplyOf<typeof homeIndex> => ({
  banner: [{ id: 'b', title: '首页', text: '', image: '/b.svg', link: '' }],
  recommend: [],
  hot: [],
  free: [],
  expense: [],
  newCourse: [],
  notices: [],
  regulations: [],
  partner: [],
  footer: [],
  counts: { course: 3, learner: 0, teacher: 2 },
  ...change,
});

it.each([
  [{ year: 2026, need_hours: 90, need_credits: 0 }, ['学时']],
  [{ year: 2026, need_hours: 72, need_credits: 20 }, ['学分', '学时']],
  [undefined, []],
])("a guest sees the rings of the year's requirement: %o", async (yearNeed, rings) => {
  mockReply(homeIndex, home(yearNeed ? { year_need: yearNeed } : {}));
  renderPage('/', routes);
  expect(await screen.findByRole('heading', { name: '登录后继续学习' })).toBeVisible();
  const shown = screen
    .queryAllByRole('img', { name: /学[时分]/ })
    .map((ring) => ring.getAttribute('aria-label') ?? '');
  expect(shown).toHaveLength(rings.length);
  rings.forEach((ring, index) => expect(shown[index]).toContain(ring));
  if (yearNeed) expect(shown.at(-1)).toContain(String(yearNeed.need_hours));
});

it('hides counts of zero', async () => {
  mockReply(homeIndex, home({}));
  renderPage('/', routes);
  expect(await screen.findByText('位讲师')).toBeVisible();
  expect(screen.queryByText('人次学习')).toBeNull();
});

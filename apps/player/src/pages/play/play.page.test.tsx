import type { DataOf } from '@cme/contract/base';
import { topNoticeCount, userInfo } from '@cme/contract/person';
import { playerCourse, playerEnter } from '@cme/contract/study';
import { customerPage, mockRefusal, renderPage, mockReply, sampleUser } from '@cme/testing';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const section = {
  section_id: 'S1',
  title: '第一节',
  type: 'video',
  seconds: 60,
  required: 'Y' as const,
  section_status: 'not_started',
};
const course = (sections: (typeof section)[]): DataOf<typeof playerCourse> => ({
  course_id: 'C1',
  title: '手卫生',
  learning_id: 'L1',
  learn_status: 'enrolled',
  progress: 0,
  chapters: [{ chapter_id: 'H1', title: '第一章', sections }],
  last_section_id: '',
  start_section_id: '',
  exam_open: 'N',
  exam_action: '',
  exam_from_ms: 0,
  survey_id: '',
  hours: 3,
  credits: 1,
  way: [
    { step: 'study', state: 'now' },
    { step: 'exam', state: 'later' },
    { step: 'certificate', state: 'later' },
  ],
});

beforeEach(() => {
  mockReply(userInfo, sampleUser());
  mockReply(topNoticeCount, { unread_count: 0 });
});

describe('a course without playable sections', () => {
  it.each([
    ['no section', []],
    ['only locked sections', [{ ...section, section_status: 'locked' }]],
    ['only other types', [{ ...section, type: 'document' }]],
  ])('(%s) says so and links onward', async (_, sections) => {
    mockReply(playerCourse, course(sections));
    renderPage('/player/C1/play', routes, { token: 'T1' });
    expect(
      await screen.findByText('这门课程暂时没有可以学习的视频，上线后即可开始学习'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: '去看课程介绍' }).getAttribute('href')).toBe(
      '/item/course/C1/detail',
    );
    expect(screen.getByRole('link', { name: '查看我的课程' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: '手卫生' })).toBeVisible();
  });
});

it('a section that may not be played says why and links back to the course', async () => {
  mockReply(playerCourse, course([section]));
  mockRefusal(playerEnter, 400, '该小节的视频尚在准备，敬请期待', 'section_locked');
  renderPage('/player/C1/play', routes, { token: 'T1' });
  expect(await screen.findByText('该小节的视频尚在准备，敬请期待')).toBeVisible();
  expect(screen.getByRole('link', { name: '去看课程介绍' })).toBeVisible();
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
});

it('a course of another learner says so and links to its public page', async () => {
  mockRefusal(playerCourse, 400, '请先加入或购买该课程', 'not_owned');
  renderPage('/player/C1/play', routes, { token: 'T1' });
  expect(await screen.findByRole('heading', { name: '您还没有加入这门课程' })).toBeVisible();
  expect(screen.getByRole('link', { name: '去看课程介绍' }).getAttribute('href')).toBe(
    '/item/course/C1/detail',
  );
});

it('a missing course says so, in a page with a single main landmark', async () => {
  mockRefusal(playerCourse, 404, '没有找到该课程', 'not_found');
  renderPage('/player/C1/play', routes, { token: 'T1' });
  const heading = await screen.findByRole('heading', { name: '没有找到该课程' });
  expect(screen.getByRole('main')).toContainElement(heading);
  expect(screen.getByRole('main').querySelector('.drawing')).not.toBeNull();
  expect(screen.getByText('链接可能已经失效，请从下面的页面重新进入。')).toBeVisible();
  expect(document.title).toMatch(/^没有找到该课程-/);
  // Its public page is missing too.
  expect(screen.queryByRole('link', { name: '去看课程介绍' })).toBeNull();
  const { href } = screen.getByRole<HTMLAnchorElement>('link', { name: '查看我的课程' });
  expect(new URL(href).pathname).toBe('/user/learn');
});

describe('a course whose study is complete', () => {
  it.each([
    ['参加考试', { exam_open: 'Y' as const }, '/player/C1/exam/online'],
    ['填写问卷', { survey_id: 'S9' }, '/player/C1/survey/S9'],
  ])('links onward: %s', async (name, waits, path) => {
    mockReply(playerCourse, {
      ...course([{ ...section, section_status: 'finished' }]),
      progress: 100,
      learn_status: 'study_done',
      ...waits,
    });
    mockRefusal(playerEnter, 503, '稍后再试');
    renderPage('/player/C1/play', routes, { token: 'T1' });
    expect(await screen.findByRole('link', { name })).toHaveAttribute(
      'href',
      expect.stringContaining(path),
    );
    const box = screen.getByText('全部必修小节已学完');
    expect(box).toBeVisible();
    // Below the outline, so that it does not shift what was there before.
    const tabs = screen.getByRole('tab', { name: '目录' });
    expect(tabs.compareDocumentPosition(box)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});

it('navigating back while the course loads works, however late either completes', async () => {
  const answer = Promise.withResolvers<DataOf<typeof playerCourse>>();
  const page = Promise.withResolvers<{ Component: () => string }>();
  mockReply(playerCourse, () => answer.promise);
  mockReply(playerEnter, () => new Promise(() => undefined));
  const item = { path: '/item/course/:id/detail', lazy: () => page.promise };
  const { user, router } = renderPage('/player/C1/play', [...routes, item], {
    page: customerPage(),
    token: 'T1',
  });
  await user.click(await screen.findByRole('link', { name: '返回课程' }));
  await waitFor(() => expect(router.state.navigation.state).toBe('loading'));
  answer.resolve(course([section]));
  expect(await screen.findByRole('heading', { level: 1, name: '手卫生' })).toBeVisible();
  page.resolve({ Component: () => '课程介绍' });
  expect(await screen.findByText('课程介绍')).toBeVisible();
  expect(router.state.location.pathname).toBe('/item/course/C1/detail');
});

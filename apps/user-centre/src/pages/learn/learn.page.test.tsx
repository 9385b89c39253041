import { learnList, learnSummary, type LearnRow } from '@cme/contract/study';
import {
  requestsTo,
  describePageStates,
  mockRefusal,
  renderPage,
  mockReply,
  sampleCard,
} from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const counts = { all: 1, studying: 1, completed: 0 };

const row = (change: Partial<LearnRow> = {}): LearnRow => ({
  learning_id: 'l1',
  course: sampleCard(),
  learn_status: 'studying',
  learn_status_name: '学习中',
  progress: 25,
  required_seconds: 400,
  effective_seconds: 100,
  last_section_id: 's2',
  last_section_title: '体位与减压',
  last_position: 41,
  study_end_at: '2027-05-01 00:00:00',
  days_left: 174,
  missing: ['还差《看懂分期》1分16秒'],
  exam_open: 'N',
  exam_action: '',
  exam_from_ms: 0,
  survey_id: '',
  ...change,
});

beforeEach(() => {
  mockUserCentre();
  mockReply(learnSummary, {
    year: 2026,
    need_hours: 90,
    got_hours: 7,
    need_credits: 25,
    got_credits: 2.33,
    today_seconds: 65,
    total_seconds: 3665,
    studying: 1,
    completed: 0,
  });
  mockReply(learnList, { list: [row()], total: 1, page: 1, page_size: 10, counts });
});

describe('my courses', () => {
  it('show progress, what is missing and where to continue', async () => {
    renderPage('/user/learn', routes, signedIn);
    expect(await screen.findByRole('link', { name: '继续学习' })).toHaveAttribute(
      'href',
      `http://player.cme.localhost:8080/player/${sampleCard().id}/play`,
    );
    expect(screen.getByText('25%')).toBeVisible();
    expect(screen.getByText('还差《看懂分期》1分16秒')).toBeVisible();
    expect(screen.getByText('学习期限至 2027年5月1日，剩余 174 天')).toBeVisible();
    await expect.poll(() => document.title).toBe('我的课程-省卫生健康继续教育中心');
  });

  it.each([
    [
      'the exam, with its opening time',
      {
        progress: 100,
        learn_status: 'study_done',
        exam_open: 'Y' as const,
        exam_action: 'not_open',
        exam_from_ms: Date.UTC(2026, 10, 24, 4, 49),
      },
      '11月24日 12:49 后可参加考试',
      `/player/${sampleCard().id}/exam/online`,
    ],
    [
      'the exam',
      { progress: 100, learn_status: 'study_done', exam_open: 'Y' as const },
      '参加考试',
      `/player/${sampleCard().id}/exam/online`,
    ],
    [
      'the survey',
      { progress: 100, learn_status: 'study_done', survey_id: 'v1' },
      '填写问卷',
      `/player/${sampleCard().id}/survey/v1`,
    ],
  ])('link to %s once everything is studied', async (_, change, name, path) => {
    mockReply(learnList, { list: [row(change)], total: 1, page: 1, page_size: 10, counts });
    renderPage('/user/learn', routes, signedIn);
    expect(await screen.findByRole('link', { name })).toHaveAttribute(
      'href',
      `http://player.cme.localhost:8080${path}`,
    );
  });

  it('show the year as a chart and as text', async () => {
    renderPage('/user/learn', routes, signedIn);
    expect(await screen.findByRole('img', { name: /学分：.*2\.3.*25/ })).toBeVisible();
    expect(screen.getByText('1分钟')).toBeVisible();
  });

  it('keep the selected tab in the URL', async () => {
    const { user, router } = renderPage('/user/learn', routes, signedIn);
    await user.click(await screen.findByRole('tab', { name: '已完成' }));
    await waitFor(() => expect(requestsTo(learnList).at(-1)?.body.tab).toBe('completed'));
    expect(router.state.location.search).toBe('?tab=completed');
  });

  it('link to the catalogue if there are none', async () => {
    mockReply(learnList, {
      list: [],
      total: 0,
      page: 1,
      page_size: 10,
      counts: { all: 0, studying: 0, completed: 0 },
    });
    renderPage('/user/learn', routes, signedIn);
    expect(await screen.findByText('您还没有加入课程')).toBeVisible();
    expect(screen.getByRole('link', { name: '去选课' })).toHaveAttribute(
      'href',
      'http://cme.localhost:8080/publicneed',
    );
  });

  it('offer a retry if the list cannot be loaded', async () => {
    mockRefusal(learnList, 503, '服务暂时不可用');
    const { user } = renderPage('/user/learn', routes, signedIn);
    const retry = await screen.findByRole('button', { name: '重试' });
    mockReply(learnList, {
      list: [
        row({ learn_status: 'completed', learn_status_name: '已完成', progress: 100, missing: [] }),
      ],
      total: 1,
      page: 1,
      page_size: 10,
      counts,
    });
    await user.click(retry);
    expect(await screen.findByRole('link', { name: '复习课程' })).toBeVisible();
  });
});

describe('the personal centre', () => {
  it('starts with the training classes and marks them in its menu', async () => {
    renderPage('/user', routes, signedIn);
    expect(await screen.findByText('您还没有参加培训班')).toBeVisible();
    expect(
      screen
        .getByRole('navigation', { name: '个人中心菜单' })
        .querySelector('[aria-current="page"]'),
    ).toHaveTextContent('我的培训班');
  });
});

describePageStates('my courses', {
  address: '/user/learn',
  routes,
  options: signedIn,
  call: learnList,
  filled: { list: [row()], total: 1, page: 1, page_size: 10, counts },
  shows: '还差《看懂分期》1分16秒',
  empty: {
    reply: {
      list: [],
      total: 0,
      page: 1,
      page_size: 10,
      counts: { all: 0, studying: 0, completed: 0 },
    },
    says: '您还没有加入课程',
  },
});

import { type ExamCard, examList } from '@cme/contract/study';
import { requestsTo, renderPage, mockReply } from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const counts = { todo: 1, done: 1 };
const open = (address = '/user/myexam') => renderPage(address, routes, signedIn);

const exam = (change: Partial<ExamCard> = {}): ExamCard => ({
  paper_id: 'p1',
  learning_id: 'l1',
  course_id: 'c1',
  course_title: '高血压规范化管理',
  title: '结课考试',
  kind: 'course',
  exam_action: 'can_start',
  reason: '',
  question_count: 20,
  duration_min: 30,
  total_score: 100,
  pass_score: 60,
  attempts_used: 0,
  max_attempts: 3,
  open_at: '',
  close_at: '',
  cooling_until_ms: 0,
  passed: 'N',
  score_id: '',
  deadline_ms: 0,
  survey_id: '',
  server_time: 0,
  ...change,
});
const lists = (one: ExamCard, total = 1) =>
  mockReply(examList, ({ body }) => ({
    list: [one],
    total,
    page: body.page ?? 1,
    page_size: 10,
    counts,
  }));
const row = async () =>
  (await screen.findByRole('heading', { name: '结课考试' })).closest('li') as HTMLElement;

beforeEach(() => {
  mockUserCentre();
});

describe('an exam of mine', () => {
  it.each([
    ['locked', 'N', '未开放', ['去学习']],
    ['not_open', 'N', '未开始', []],
    ['can_start', 'N', '可参加', ['参加考试']],
    ['can_resume', 'N', '进行中', ['继续考试']],
    ['cooling', 'N', '等待再考', []],
    ['exhausted', 'N', '不合格', []],
    ['closed', 'N', '已结束', []],
    ['passed', 'Y', '合格', []],
    ['unheard_of', 'N', '', []],
  ] as const)(
    '%s (passed %s) is labelled “%s” and offers %o',
    async (examAction, passed, state, names) => {
      lists(exam({ exam_action: examAction, passed }));
      open();
      const item = await row();
      expect(item.querySelector('[data-tone]')).toHaveTextContent(new RegExp(`^${state}$`));
      expect(
        within(item)
          .queryAllByRole('link')
          .map(({ textContent }) => textContent),
      ).toEqual(names);
    },
  );

  it.each([
    [
      'the deadline of the attempt in progress',
      { exam_action: 'can_resume', deadline_ms: Date.UTC(2026, 10, 21, 9, 0) },
      /本次考试 .*17:00.* 截止/,
    ],
    [
      'when the next attempt is possible',
      { exam_action: 'cooling', cooling_until_ms: Date.UTC(2026, 10, 24, 4, 49) },
      /^11月24日 12:49 后可再次考试$/,
    ],
    ['why it is closed', { exam_action: 'locked', reason: '还差 2 节未完成' }, /^还差 2 节未完成$/],
    [
      'its opening period',
      { open_at: '2026-11-20 08:00:00', close_at: '2026-11-30 18:00:00' },
      /^考试时间 2026-11-20 08:00 至 2026-11-30 18:00$/,
    ],
    ['its requirements', {}, /^20 题 · 30 分钟 · 60 分合格（满分 100 分）$/],
    ['the course it belongs to', {}, /^所属课程：高血压规范化管理$/],
  ] satisfies [string, Partial<ExamCard>, RegExp][])('shows %s', async (_, change, text) => {
    lists(exam(change));
    open();
    expect(within(await row()).getByText(text)).toBeVisible();
  });

  it('hides the reason against another attempt from learners who have passed', async () => {
    lists(exam({ exam_action: 'passed', passed: 'Y', reason: '您已通过本次考试', best_score: 90 }));
    open();
    expect(within(await row()).queryByText('您已通过本次考试')).toBeNull();
  });

  it.each([
    [59, '最高分 59 分，60 分合格，不合格'],
    [60, '最高分 60 分，60 分合格，合格'],
    [100, '最高分 100 分，60 分合格，合格'],
  ])('shows the best score %i as a bar and as text', async (bestScore, said) => {
    lists(exam({ best_score: bestScore, attempts_used: 1 }));
    open();
    expect(within(await row()).getByRole('img', { name: said })).toBeVisible();
  });

  it('shows no score before the first attempt', async () => {
    lists(exam());
    open();
    expect(within(await row()).queryByRole('img')).toBeNull();
  });

  it.each([
    ['passed', 's1', '查看解析'],
    ['can_resume', 's1', '继续考试'],
  ])('%s with a submitted attempt links to %s', async (examAction, scoreId, name) => {
    lists(exam({ exam_action: examAction, score_id: scoreId }));
    open();
    expect(
      within(await row())
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual([name]);
  });

  it('offers the survey only after passing', async () => {
    lists(exam({ survey_id: 'v1' }));
    open();
    expect(within(await row()).queryByRole('link', { name: '填写问卷' })).toBeNull();
  });
});

describe('many exams', () => {
  it.each([
    ['', 'todo', '没有待参加的考试'],
    ['?tab=done', 'done', '还没有考过的考试'],
  ] as const)('none at “%s”: requests %s and shows %s', async (search, tab, text) => {
    mockReply(examList, {
      list: [],
      total: 0,
      page: 1,
      page_size: 10,
      counts: { todo: 0, done: 0 },
    });
    open(`/user/myexam${search}`);
    expect(await screen.findByText(text)).toBeVisible();
    expect(requestsTo(examList)[0]?.body.tab).toBe(tab);
    const main = within(screen.getByRole('main'));
    expect(main.getByText('学完课程的必修小节后，考试会自动开放。')).toBeVisible();
  });

  it('are paged by tab, both in the URL', async () => {
    lists(exam(), 12);
    const { user, router } = open();
    await user.click(await screen.findByRole('link', { name: '下一页' }));
    await waitFor(() =>
      expect(requestsTo(examList).at(-1)?.body).toMatchObject({ tab: 'todo', page: 2 }),
    );
    await user.click(screen.getByRole('tab', { name: /已考/ }));
    await waitFor(() =>
      expect(requestsTo(examList).at(-1)?.body).toMatchObject({ tab: 'done', page: 1 }),
    );
    expect(router.state.location.search).toBe('?tab=done');
  });
});

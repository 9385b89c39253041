import { examIntro, examStart, playerCourse } from '@cme/contract/study';
import { requestsTo, describePageStates, mockRefusal, renderPage, mockReply } from '@cme/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sampleCourse } from '../../components/course.sample.ts';
import { routes } from '../../routes.ts';
import { courseId, sampleIntro, startedAt } from './exam.sample.ts';

const address = `/player/${courseId}/exam/online`;
const open = () => renderPage(address, routes, { token: 'T1' });
const action = (name: string) => screen.findByRole('button', { name });
const later = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

describePageStates('the exam introduction', {
  address,
  routes,
  options: { token: 'T1' },
  call: examIntro,
  filled: sampleIntro(),
  shows: '开始考试',
});

afterEach(() => vi.useRealTimers());

describe('a course whose exam the learner may not take', () => {
  it.each([
    ['without an exam', 404, '该课程没有考试', 'not_found', '该课程没有考试'],
    ['that was not joined', 400, '请先加入或购买该课程', 'not_owned', '您还没有加入这门课程'],
  ])('%s says so, links to the course and offers no 重试', async (_, status, word, code, title) => {
    mockRefusal(examIntro, status, word, code);
    open();
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    const way = screen.getByRole('link', { name: '去看课程介绍' });
    expect(way).toHaveAttribute('href', expect.stringContaining(`/item/course/${courseId}/detail`));
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
  });
});

describe('during a refund review', () => {
  const suspended = (canWithdraw: boolean) => {
    const suspension = { refund_no: 'R1', order_code: 'O1', can_withdraw: canWithdraw };
    mockReply(playerCourse, sampleCourse([], { course_id: courseId, suspension }));
  };
  const reason = '退款申请处理期间，学习和考试已暂停';

  it.each([
    [true, '撤回退款申请后即可继续学习，已有的进度都会保留。'],
    [false, '该课程正在退款，不能继续学习。'],
  ])('the exam is suspended (withdrawable: %s) and links to the order', async (may, hint) => {
    suspended(may);
    mockReply(examIntro, sampleIntro({ exam_action: 'closed', reason }));
    open();
    expect(await screen.findByText('退款申请处理中，学习已暂停')).toBeVisible();
    expect(screen.getByText(hint)).toBeVisible();
    const way = screen.getByRole('link', { name: '查看订单' });
    expect(way).toHaveAttribute(
      'href',
      expect.stringMatching(/\/user\/order\?show=detail&code=O1$/),
    );
    expect(screen.queryByText(reason)).toBeNull();
  });

  it('that began meanwhile, a refused start shows it', async () => {
    suspended(true);
    mockReply(examIntro, sampleIntro());
    const { user } = open();
    const start = await action('开始考试');
    mockReply(examIntro, sampleIntro({ exam_action: 'closed', reason }));
    mockRefusal(examStart, 400, '该课程的退款申请正在处理，学习已暂停', 'refund_pending');
    await user.click(start);
    expect(await screen.findByRole('link', { name: '查看订单' })).toBeVisible();
    expect(screen.queryByRole('button', { name: '开始考试' })).toBeNull();
  });

  it('an exam that is closed for another reason does not mention it', async () => {
    mockReply(playerCourse, sampleCourse([], { course_id: courseId }));
    mockReply(examIntro, sampleIntro({ exam_action: 'closed', reason: '考试已关闭' }));
    open();
    expect(await screen.findByText('考试已关闭')).toBeVisible();
    expect(screen.queryByRole('link', { name: '查看订单' })).toBeNull();
  });

  it('the reason stays if the course cannot be loaded', async () => {
    mockRefusal(playerCourse, 500, '服务暂时不可用');
    mockReply(examIntro, sampleIntro({ exam_action: 'closed', reason }));
    open();
    expect(await screen.findByText(reason)).toBeVisible();
  });
});

describe('an exam that opens later', () => {
  const atThree = { open_at: '2026-11-22 10:00:03', reason: '考试将于11月22日 10:00开放' };

  it.each([
    ['not_open', atThree, '11月22日 10:00 开放'],
    ['cooling', { cooling_until_ms: startedAt + 3000 }, '11月22日 10:00 后可再次考试'],
  ])('(%s) says when, and opens at that moment', async (examAction, change, name) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    mockReply(examIntro, sampleIntro({ exam_action: examAction, ...change }));
    open();
    expect(await action(name)).toBeDisabled();
    expect(screen.queryByText('考试将于11月22日 10:00开放')).toBeNull();
    mockReply(examIntro, sampleIntro({ server_time: startedAt + 3000 }));
    expect(requestsTo(examIntro)).toHaveLength(1);
    await later(3.5);
    expect(await action('开始考试')).toBeEnabled();
    expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it("closes again if the server refuses an early start, with the server's message", async () => {
    mockReply(examIntro, sampleIntro());
    const { user } = open();
    const start = await action('开始考试');
    const cooling = { exam_action: 'cooling', cooling_until_ms: startedAt + 7_200_000 };
    mockReply(examIntro, sampleIntro(cooling));
    mockRefusal(examStart, 400, '11月22日 12:00 后可再次考试', 'exam_cooling');
    await user.click(start);
    expect(await action('11月22日 12:00 后可再次考试')).toBeDisabled();
    expect(screen.getByRole('timer')).toHaveTextContent(/2小时|1小时59分/);
  });

  it.each([
    ['opening and closing time', {}, '2026-01-01 00:00 至 2026-12-31 23:59'],
    ['only an opening time', { close_at: '' }, '2026-01-01 00:00 起'],
    ['only a closing time', { open_at: '' }, '2026-12-31 23:59 截止'],
  ])('shows %s', async (_, change, span) => {
    mockReply(examIntro, sampleIntro(change));
    open();
    expect(await screen.findByText(span)).toBeVisible();
  });

  it('shows no period for an exam that is always open', async () => {
    mockReply(examIntro, sampleIntro({ open_at: '', close_at: '' }));
    open();
    await action('开始考试');
    expect(screen.queryByText('开放时间')).toBeNull();
  });
});

describe('an attempt in progress', () => {
  it('counts down, and the page refetches when it ends', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const going = { exam_action: 'can_resume', deadline_ms: startedAt + 3000 };
    mockReply(examIntro, sampleIntro(going));
    open();
    expect(await action('继续考试')).toBeVisible();
    expect(screen.getByText(/已答内容已保存，考试仍在计时/)).toHaveTextContent(/还有 [123]秒/);
    mockReply(examIntro, sampleIntro({ exam_action: 'reviewing', reason: '试卷正在评阅' }));
    await later(3.5);
    expect(await screen.findByText('试卷正在评阅')).toBeVisible();
    expect(screen.queryByRole('button', { name: '继续考试' })).toBeNull();
  });
});

describe('the link of a closed exam', () => {
  it.each([
    ['passed', { survey_id: 'S1', score_id: 'E1' }, ['填写问卷', '查看解析']],
    ['passed', { score_id: 'E1' }, ['查看证书', '查看解析']],
    ['exhausted', { score_id: 'E1' }, ['返回课程', '我的考试', '查看解析']],
    ['reviewing', { score_id: 'E1', reason: '试卷正在评阅' }, ['返回课程', '我的考试']],
    ['closed', { reason: '考试已关闭' }, ['返回课程', '我的考试']],
    ['closed', { score_id: 'E1' }, ['返回课程', '我的考试', '查看解析']],
    ['locked', { missing: ['还差《七步洗手法》3分20秒'] }, ['去学习']],
  ])('%s %o: %o', async (examAction, change, ways) => {
    mockReply(playerCourse, sampleCourse([], { course_id: courseId }));
    mockReply(examIntro, sampleIntro({ exam_action: examAction, ...change }));
    open();
    const main = await screen.findByRole('main');
    await within(main).findByRole('heading', { name: '考试规则' });
    const links = () =>
      within(main)
        .queryAllByRole('link')
        .map(({ textContent }) => textContent);
    await waitFor(() => expect(links()).toEqual(ways));
  });

  it('starts a single attempt on a double click', async () => {
    mockReply(examIntro, sampleIntro());
    mockReply(examStart, () => new Promise(() => {}));
    const { user } = open();
    await user.dblClick(await action('开始考试'));
    await waitFor(() => expect(requestsTo(examStart)).toHaveLength(1));
  });
});

import type { ParsedBodyOf } from '@cme/contract/base';
import { examAttempt, examEvent, examResult, examSave, examSubmit } from '@cme/contract/study';
import { requestsTo, describePageStates, mockRefusal, renderPage, mockReply } from '@cme/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../routes.ts';
import {
  courseId,
  sampleAttempt,
  sampleItems,
  sampleResult,
  scoreId,
  startedAt,
} from './exam.sample.ts';

const address = `/player/${courseId}/exam/online?score_id=${scoreId}`;
const options = { token: 'T1' };
const open = () => renderPage(address, routes, options);
const question = (no: number) => screen.findByRole('region', { name: `第 ${no} 题，共 6 题` });
const networkAway = () => Promise.reject(new TypeError('network'));
type Sent = ParsedBodyOf<typeof examSave>['answers'];
const taken = (answers: Sent) => ({
  saved: answers.map(({ qid, version }) => ({ qid, version })),
  stale: [],
  saved_at: '2026-11-22 10:32:05',
  deadline_ms: startedAt + 3_600_000,
  server_time: startedAt,
});
const sent = () => requestsTo(examSave).flatMap(({ body }) => body.answers);

beforeEach(() => {
  mockReply(examAttempt, sampleAttempt());
  mockReply(examSave, ({ body }) => taken(body.answers));
  mockReply(examEvent, { switch_count: 0, submitted: 'N' });
});
afterEach(() => vi.useRealTimers());

describePageStates('the exam page', {
  address,
  routes,
  options,
  call: examAttempt,
  filled: sampleAttempt(),
  shows: '手卫生依从性监测的首选方法是',
});

describe('submitting while offline', () => {
  async function refusedByNetwork() {
    mockReply(examSubmit, networkAway);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '交卷' }));
    const dialog = within(await screen.findByRole('dialog', { name: '确认交卷' }));
    await user.click(dialog.getByRole('button', { name: '确认交卷' }));
    return { user, dialog };
  }

  it('says so, hides the message once online, and then submits', async () => {
    const { user, dialog } = await refusedByNetwork();
    expect(await dialog.findByRole('alert')).toHaveTextContent('网络已断开，暂时无法交卷');
    act(() => void window.dispatchEvent(new Event('online')));
    expect(dialog.queryByRole('alert')).toBeNull();
    mockReply(examSubmit, sampleResult());
    await user.click(dialog.getByRole('button', { name: '确认交卷' }));
    expect(await screen.findByRole('heading', { name: '考试成绩' })).toBeVisible();
  });

  it("keeps the server's own message", async () => {
    mockRefusal(examSubmit, 400, '开考满10分钟后方可交卷', 'bad_request');
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '交卷' }));
    const dialog = within(await screen.findByRole('dialog', { name: '确认交卷' }));
    await user.click(dialog.getByRole('button', { name: '确认交卷' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('开考满10分钟后方可交卷');
    act(() => void window.dispatchEvent(new Event('online')));
    expect(dialog.getByRole('alert')).toHaveTextContent('开考满10分钟后方可交卷');
  });

  it('hides the message when the learner continues answering', async () => {
    const { user, dialog } = await refusedByNetwork();
    expect(await dialog.findByRole('alert')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: '继续答题' }));
    await user.click(await screen.findByRole('button', { name: '交卷' }));
    const again = within(await screen.findByRole('dialog', { name: '确认交卷' }));
    expect(again.queryByRole('alert')).toBeNull();
  });

  it('sends the unsaved answer along', async () => {
    mockReply(examSave, networkAway);
    mockReply(examSubmit, sampleResult());
    const { user } = open();
    await user.click(await screen.findByRole('radio', { name: /直接观察法/ }));
    await user.click(screen.getByRole('button', { name: '交卷' }));
    await user.click(await screen.findByRole('button', { name: '确认交卷' }));
    await waitFor(() => expect(requestsTo(examSubmit)).toHaveLength(1));
    const [answer] = requestsTo(examSubmit)[0]!.body.answers ?? [];
    expect(answer).toMatchObject({ qid: 'q1', answer: ['k0'] });
  });
});

describe('the back button', () => {
  async function openSubmit() {
    const view = renderPage(`/player/${courseId}/exam/online`, routes, options);
    await act(() => view.router.navigate(address));
    await view.user.click(await screen.findByRole('button', { name: '交卷' }));
    return { ...view, dialog: within(await screen.findByRole('dialog', { name: '确认交卷' })) };
  }
  const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  it('closes the dialog and stays in the exam, and can open it again', async () => {
    const { user, router } = await openSubmit();
    await act(() => router.navigate(-1));
    await waitUntilClosed();
    expect(await question(1)).toBeVisible();
    expect(router.state.location.search).toBe(`?score_id=${scoreId}`);
    await user.click(screen.getByRole('button', { name: '交卷' }));
    expect(await screen.findByRole('dialog', { name: '确认交卷' })).toBeVisible();
  });

  it('leaves after the dialog was closed by its own button, however often that was pressed', async () => {
    const { dialog, router } = await openSubmit();
    const goOn = dialog.getByRole('button', { name: '继续答题' });
    act(() => {
      goOn.click();
      goOn.click();
    });
    await waitUntilClosed();
    expect(router.state.location.search).toBe(`?score_id=${scoreId}`);
    await act(() => router.navigate(-1));
    expect(router.state.location.search).toBe('');
  });

  it('leaves the result without passing the closed dialog', async () => {
    mockReply(examSubmit, sampleResult());
    const { user, dialog, router } = await openSubmit();
    await user.click(dialog.getByRole('button', { name: '确认交卷' }));
    expect(await screen.findByRole('heading', { name: '考试成绩' })).toBeVisible();
    await waitFor(() => expect(router.state.location.state).toBeNull());
    await act(() => router.navigate(-1));
    expect(router.state.location.search).toBe('');
  });
});

describe('submitting', () => {
  it('is blocked until the minimum time has passed, and says how long', async () => {
    mockReply(examAttempt, sampleAttempt({ min_seconds: 600 }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '交卷' }));
    const dialog = within(await screen.findByRole('dialog', { name: '确认交卷' }));
    expect(dialog.getByText(/开考时间较短，还需 (10分|9分5\d秒).*才能交卷/)).toBeVisible();
    expect(dialog.getByRole('button', { name: '确认交卷' })).toBeDisabled();
  });

  it('says that no question is open once all are answered', async () => {
    const answers = sampleItems.map(({ qid }) => ({
      qid,
      answer: ['k0'],
      version: 1,
      marked: 'N' as const,
    }));
    mockReply(examAttempt, sampleAttempt({ answers }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '交卷' }));
    const dialog = await screen.findByRole('dialog', { name: '确认交卷' });
    expect(dialog).toHaveTextContent('全部题目都已作答。');
    expect(within(dialog).queryByRole('region')).toBeNull();
  });

  it('fails if another page has the seat, and offers to take it over', async () => {
    mockRefusal(examSubmit, 409, '您已在其他设备或页面继续本次考试', 'exam_moved');
    mockRefusal(examSave, 409, '您已在其他设备或页面继续本次考试', 'exam_moved');
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '交卷' }));
    await user.click(await screen.findByRole('button', { name: '确认交卷' }));
    expect(await screen.findByRole('dialog', { name: '考试已在别处继续' })).toBeVisible();
  });

  it('that the server has already done shows the result', async () => {
    mockRefusal(examSubmit, 410, '本次考试已结束', 'exam_over');
    mockReply(examResult, sampleResult({ submit_type: 'admin' }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '交卷' }));
    await user.click(await screen.findByRole('button', { name: '确认交卷' }));
    expect(await screen.findByText('本次考试由监考人员结束。')).toBeVisible();
  });
});

describe('the answer card', () => {
  it('is operable by keyboard alone', async () => {
    const { user } = open();
    await question(1);
    const card = within(screen.getByRole('complementary', { name: '答题卡' }));
    const fourth = card.getByRole('button', { name: '第4题，未答' });
    const cells = card.getAllByRole('button');
    cells[0]!.focus();
    for (const _ of [1, 2, 3]) await user.tab();
    expect(fourth).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await question(4)).toHaveFocus();
    expect(fourth).toHaveAttribute('aria-current', 'step');
    expect(cells[0]).not.toHaveAttribute('aria-current');
  });

  it('opens a question with Space, and answers and marks it with one key each', async () => {
    const { user } = open();
    await question(1);
    const card = within(screen.getByRole('complementary', { name: '答题卡' }));
    card.getByRole('button', { name: '第2题，未答' }).focus();
    await user.keyboard(' ');
    await question(2);
    await user.keyboard('am');
    expect(card.getByRole('button', { name: '第2题，已答，标记' })).toBeVisible();
    expect(screen.getByText('已答 1 / 6')).toBeVisible();
  });

  it('ignores keys in dialogs, with modifiers and during IME composition', async () => {
    const { user } = open();
    await question(1);
    await user.keyboard('{Control>}{ArrowRight}{/Control}{Alt>}b{/Alt}');
    fireEvent.keyDown(document.body, { key: 'b', isComposing: true });
    await user.click(screen.getByRole('button', { name: '交卷' }));
    await screen.findByRole('dialog', { name: '确认交卷' });
    await user.keyboard('b{ArrowRight}');
    await user.click(screen.getByRole('button', { name: '继续答题' }));
    expect(await question(1)).toBeVisible();
    expect(screen.getByRole('radio', { name: /问卷调查法/ })).not.toBeChecked();
  });

  it('stops at the first and at the last question', async () => {
    const { user } = open();
    await question(1);
    expect(screen.getByRole('button', { name: '上一题' })).toBeDisabled();
    await user.keyboard('{ArrowLeft}');
    expect(await question(1)).toBeVisible();
    await user.keyboard('{ArrowRight}'.repeat(9));
    expect(await question(6)).toBeVisible();
    expect(screen.getByRole('button', { name: '下一题' })).toBeDisabled();
  });

  describe('on a phone', () => {
    beforeEach(() => {
      const wide = window.matchMedia;
      vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
        ...wide(query),
        matches: query === '(width < 60em)',
      }));
    });
    afterEach(() => vi.restoreAllMocks());

    it('slides up from the bottom and closes when a question is selected', async () => {
      const { user } = open();
      await question(1);
      expect(screen.queryByRole('complementary', { name: '答题卡' })).toBeNull();
      await user.click(screen.getByRole('button', { name: '答题卡' }));
      const drawer = within(await screen.findByRole('dialog', { name: '答题卡' }));
      await user.click(drawer.getByRole('button', { name: '第5题，未答' }));
      expect(await question(5)).toBeVisible();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    });

    it('closes by the back button, which stays in the exam', async () => {
      const { user, router } = renderPage(`/player/${courseId}/exam/online`, routes, options);
      await act(() => router.navigate(address));
      await question(1);
      await user.click(screen.getByRole('button', { name: '答题卡' }));
      expect(await screen.findByRole('dialog', { name: '答题卡' })).toBeVisible();
      await act(() => router.navigate(-1));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(await question(1)).toBeVisible();
    });
  });
});

describe('the questions', () => {
  it('show shared options and an image', async () => {
    const shared = { group_id: 'b', group_stem: 'A. 接触隔离 B. 空气隔离', type: 'B1' };
    const items = [
      { ...sampleItems[0]!, ...shared, image: '/x.png' },
      { ...sampleItems[1]!, ...shared },
    ];
    mockReply(examAttempt, sampleAttempt({ items }));
    open();
    expect(await screen.findByText('共用备选答案（第 1–2 题）')).toBeVisible();
    expect(screen.getByRole('img', { name: '题目配图' })).toHaveAttribute('src', '/x.png');
  });

  it('allow clearing an answer for multiple choice but not for single choice', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('radio', { name: /直接观察法/ }));
    await user.click(screen.getByRole('radio', { name: /直接观察法/ }));
    expect(screen.getByRole('radio', { name: /直接观察法/ })).toBeChecked();
    await user.click(screen.getByRole('button', { name: '下一题' }));
    await user.click(screen.getByRole('checkbox', { name: /手卫生/ }));
    await user.click(screen.getByRole('checkbox', { name: /手卫生/ }));
    await waitFor(() => expect(sent().at(-1)).toMatchObject({ qid: 'q2', answer: [] }));
    expect(
      sent()
        .filter(({ qid }) => qid === 'q1')
        .at(-1),
    ).toMatchObject({ version: 1 });
    expect(screen.getByText('已答 1 / 6')).toBeVisible();
  });

  it('offer 正确 and 错误 for a statement without options', async () => {
    mockReply(examAttempt, sampleAttempt({ items: [{ ...sampleItems[2]!, options: [] }] }));
    const { user } = open();
    await user.click(await screen.findByRole('radio', { name: '错误' }));
    await waitFor(() => expect(sent().at(-1)).toMatchObject({ qid: 'q3', answer: ['N'] }));
  });
});

describe('reports to the server', () => {
  const kinds = () => requestsTo(examEvent).map(({ body }) => body.kind);

  it('copying a question, going offline and coming back', async () => {
    open();
    await question(1);
    act(() => void document.dispatchEvent(new Event('copy')));
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText('离线，答案暂存本机')).toBeVisible();
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(kinds()).toEqual(['copy', 'offline', 'online']));
  });

  it('and shows why when that ends the attempt', async () => {
    mockReply(examAttempt, sampleAttempt({ switch_limit: 3 }));
    mockReply(examEvent, { switch_count: 3, submitted: 'Y' });
    mockReply(examResult, sampleResult({ submit_type: 'switch', result: 'failed' }));
    open();
    await question(1);
    act(() => void document.dispatchEvent(new Event('copy')));
    expect(await screen.findByText('离开考试页面次数达到上限，已自动交卷。')).toBeVisible();
  });
});

describe('the timer', () => {
  it('warns once at five minutes and once at one', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    mockReply(examAttempt, sampleAttempt({ deadline_ms: startedAt + 301_000 }));
    mockReply(examSave, ({ body }) => ({
      ...taken(body.answers),
      deadline_ms: startedAt + 301_000,
      server_time: Math.round(startedAt + performance.now() - began),
    }));
    const began = performance.now();
    open();
    await question(1);
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(screen.getAllByText('距离考试结束还有 5 分钟')).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(240_000));
    expect(screen.getAllByText('距离考试结束还有 1 分钟')).toHaveLength(1);
    expect(screen.getByRole('timer', { name: '剩余时间' })).toHaveTextContent(/00:5\d/);
  });
});

describe('after the end', () => {
  beforeEach(() => mockRefusal(examAttempt, 410, '本次考试已结束', 'exam_over'));

  describePageStates('the result of an exam', {
    address,
    routes,
    options,
    call: examResult,
    filled: sampleResult(),
    shows: '合格',
  });
});

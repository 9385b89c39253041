import { send } from '@cme/commons/api-client';
import type { ParsedBodyOf } from '@cme/contract/base';
import {
  examAttempt,
  examEvent,
  examIntro,
  examResult,
  examSave,
  examStart,
  examSubmit,
} from '@cme/contract/study';
import { requestsTo, mockRefusal, renderPage, mockReply } from '@cme/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';
import {
  courseId,
  sampleAttempt,
  sampleIntro,
  sampleResult,
  scoreId,
  startedAt,
} from './exam.sample.ts';

const address = `/player/${courseId}/exam/online`;
const open = (search = '') => renderPage(address + search, routes, { token: 'token' });
const inPaper = () => open(`?score_id=${scoreId}`);

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
  mockReply(examSave, ({ body }) => taken(body.answers));
  mockReply(examEvent, { switch_count: 0, submitted: 'N' });
});

describe('考试须知', () => {
  it('shows the requirements, the duration and the attempts, and starts the exam', async () => {
    mockReply(examIntro, sampleIntro({ attempts_used: 1 }));
    mockReply(examStart, sampleAttempt({ attempt_no: 2 }));
    const { user, router } = open();
    expect(await screen.findByRole('heading', { level: 1, name: '考试须知' })).toBeVisible();
    expect(await screen.findByText('6 题')).toBeVisible();
    for (const text of ['60 分钟', '12 分 / 20 分', '2 次 / 3 次', '刷新或更换设备可以继续作答。'])
      expect(screen.getByText(text)).toBeVisible();
    expect(
      within(screen.getByRole('table', { name: '试卷构成' })).getByRole('row', {
        name: '简答题 1 题 10 分',
      }),
    ).toBeVisible();
    await expect.poll(() => document.title).toBe('在线考试-省卫生健康继续教育中心');
    await user.click(screen.getByRole('button', { name: '开始考试' }));
    expect(
      await screen.findByRole('group', { name: '手卫生依从性监测的首选方法是' }),
    ).toBeVisible();
    expect(requestsTo(examStart).map(({ body }) => body)).toEqual([
      { paper_id: 'P1', learning_id: 'L1' },
    ]);
    expect(requestsTo(examAttempt)).toHaveLength(0);
    expect(router.state.location.search).toBe(`?score_id=${scoreId}`);
  });

  it('shows what is missing before the exam, with a link', async () => {
    mockReply(
      examIntro,
      sampleIntro({
        exam_action: 'locked',
        reason: '完成必修小节后才能参加考试',
        missing: ['还差《七步洗手法》3分20秒'],
      }),
    );
    open();
    expect(await screen.findByText('还差《七步洗手法》3分20秒')).toBeVisible();
    expect(screen.getByRole('link', { name: '去学习' })).toHaveAttribute(
      'href',
      expect.stringContaining(`/player/${courseId}/play`),
    );
    expect(screen.queryByRole('button', { name: '开始考试' })).toBeNull();
  });

  it.each([
    [
      'cooling',
      { cooling_until_ms: startedAt + 90_000 },
      /11月22日 10:01 后可再次考试还有 1分(30|29)秒/,
    ],
    ['exhausted', { score_id: scoreId, attempts_used: 3 }, /考试次数已用完/],
    [
      'not_open',
      { reason: '考试将于11月24日 12:49开放', open_at: '2026-11-24 12:49:00' },
      /开放时间2026-11-24 12:49 至 2026-12-31 23:59.*11月24日 12:49 开放到时间后本页会自动开放/,
    ],
    ['closed', { reason: '考试已于 2026-10-31 结束' }, /考试已于 2026-10-31 结束/],
  ])('%s disables the start and says why', async (examAction, change, text) => {
    mockReply(examIntro, sampleIntro({ exam_action: examAction, ...change }));
    open();
    await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent(text));
    expect(screen.queryByRole('button', { name: '开始考试' })).toBeNull();
  });

  it('links learners who have passed to the explanations and the survey', async () => {
    mockReply(
      examIntro,
      sampleIntro({
        exam_action: 'passed',
        passed: 'Y',
        score_id: scoreId,
        survey_id: 'S1',
        best_score: 18,
      }),
    );
    open();
    expect(await screen.findByText('您已通过本次考试')).toBeVisible();
    expect(screen.getByRole('link', { name: '查看解析' })).toHaveAttribute(
      'href',
      expect.stringContaining(`/player/${scoreId}/analysis`),
    );
    expect(screen.getByRole('link', { name: '填写问卷' })).toHaveAttribute(
      'href',
      expect.stringContaining(`/player/${courseId}/survey/S1`),
    );
  });

  it('resumes the attempt in progress', async () => {
    mockReply(
      examIntro,
      sampleIntro({
        exam_action: 'can_resume',
        score_id: scoreId,
        deadline_ms: startedAt + 600_000,
      }),
    );
    mockReply(examAttempt, sampleAttempt());
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '继续考试' }));
    expect(await screen.findByRole('button', { name: '交卷' })).toBeVisible();
  });

  it("shows the server's message when a start is refused", async () => {
    mockReply(examIntro, sampleIntro());
    mockRefusal(examStart, 400, '考试次数已用完', 'exam_exhausted');
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '开始考试' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('考试次数已用完');
  });
});

describe('the exam page', () => {
  it('saves each answer at once, with an increasing version, and shows when', async () => {
    mockReply(examAttempt, sampleAttempt());
    const { user } = inPaper();
    await user.click(await screen.findByRole('radio', { name: /直接观察法/ }));
    expect(await screen.findByText('已保存 10:32:05')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: /问卷调查法/ }));
    await waitFor(() =>
      expect(sent()).toEqual([
        { qid: 'q1', answer: ['k0'], version: 1, marked: 'N' },
        { qid: 'q1', answer: ['k1'], version: 2, marked: 'N' },
      ]),
    );
    expect(requestsTo(examSave)[0]?.body.seat).toBe('seat-1');
  });

  it('restores all answers and marks, at the first open question', async () => {
    mockReply(
      examAttempt,
      sampleAttempt({
        answers: [
          { qid: 'q1', answer: ['k2'], version: 4, marked: 'Y' },
          { qid: 'q2', answer: ['k0', 'k2'], version: 2, marked: 'N' },
        ],
      }),
    );
    const { user } = inPaper();
    expect(await screen.findByRole('region', { name: '第 3 题，共 6 题' })).toBeVisible();
    const card = screen.getByRole('complementary', { name: '答题卡' });
    expect(card).toHaveTextContent('已答 2 / 6');
    await user.click(within(card).getByRole('button', { name: '第1题，已答，标记' }));
    expect(screen.getByRole('radio', { name: /用量推算法/ })).toBeChecked();
    expect(screen.getByRole('button', { name: '标记' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(within(card).getByRole('button', { name: '第2题，已答' }));
    expect(screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual(
      [true, false, true, false],
    );
  });

  it('renders true/false statements, a shared stem and a text field', async () => {
    mockReply(examAttempt, sampleAttempt());
    const { user } = inPaper();
    await screen.findByRole('button', { name: '第3题，未答' });
    const card = screen.getByRole('complementary', { name: '答题卡' });
    await user.click(within(card).getByRole('button', { name: '第3题，未答' }));
    expect(screen.getByRole('radio', { name: '错误' })).toBeVisible();
    await user.click(within(card).getByRole('button', { name: '第5题，未答' }));
    expect(screen.getByText('共用题干（第 4–5 题）')).toBeVisible();
    expect(screen.getByText(/突发胸骨后压榨样疼痛/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: '下一题' }));
    await user.type(await screen.findByRole('textbox', { name: '作答' }), '接触患者前 1');
    expect(screen.getByText('7 / 5000 字')).toBeVisible();
    await waitFor(() =>
      expect(sent().at(-1)).toMatchObject({ qid: 'q6', answer: ['接触患者前 1'] }),
    );
    expect(screen.getByRole('region', { name: '第 6 题，共 6 题' })).toBeVisible();
  });

  it('is operable by keyboard alone, and leaves letters to text fields', async () => {
    mockReply(examAttempt, sampleAttempt());
    const { user } = inPaper();
    await screen.findByRole('region', { name: '第 1 题，共 6 题' });
    await user.keyboard('b');
    expect(screen.getByRole('radio', { name: /问卷调查法/ })).toBeChecked();
    await user.keyboard('m{Enter}');
    expect(screen.getByRole('region', { name: '第 2 题，共 6 题' })).toHaveFocus();
    await user.keyboard('13{Shift>}B{/Shift}1');
    expect(screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual(
      [false, true, true, false],
    );
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByRole('region', { name: '第 1 题，共 6 题' })).toBeVisible();
    await waitFor(() =>
      expect(sent().findLast(({ qid }) => qid === 'q1')).toMatchObject({
        answer: ['k1'],
        marked: 'Y',
      }),
    );
    await waitFor(() =>
      expect(sent().findLast(({ qid }) => qid === 'q2')).toMatchObject({ answer: ['k2', 'k1'] }),
    );
  });

  it('a horizontal swipe changes the question, a vertical one scrolls', async () => {
    mockReply(examAttempt, sampleAttempt());
    inPaper();
    const draw = async (no: number, to: { clientX: number; clientY: number }) => {
      const desk = await screen.findByRole('region', { name: `第 ${no} 题，共 6 题` });
      fireEvent.touchStart(desk, { touches: [{ clientX: 300, clientY: 300 }] });
      fireEvent.touchEnd(desk, { changedTouches: [to] });
    };
    await draw(1, { clientX: 180, clientY: 310 });
    await draw(2, { clientX: 200, clientY: 500 });
    await draw(2, { clientX: 420, clientY: 300 });
    expect(await screen.findByRole('region', { name: '第 1 题，共 6 题' })).toBeVisible();
  });

  it('keeps answers while offline and sends them once online', async () => {
    mockReply(examAttempt, sampleAttempt());
    mockReply(examSave, () => Promise.reject(new TypeError('network')));
    const { user } = inPaper();
    await user.click(await screen.findByRole('radio', { name: /直接观察法/ }));
    expect(await screen.findByText('离线，答案暂存本机')).toBeVisible();
    expect(screen.getByText(/网络已断开，可以继续作答/)).toBeVisible();
    mockReply(examSave, ({ body }) => taken(body.answers));
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('已保存 10:32:05')).toBeVisible();
    expect(sent().at(-1)).toEqual({ qid: 'q1', answer: ['k0'], version: 1, marked: 'N' });
  });

  it('asks before unload while an answer is not stored', async () => {
    mockReply(examAttempt, sampleAttempt());
    mockReply(examSave, () => Promise.reject(new TypeError('network')));
    const { user } = inPaper();
    const leaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await screen.findByRole('radio', { name: /直接观察法/ });
    expect(leaving()).toBe(false);
    await user.click(screen.getByRole('radio', { name: /直接观察法/ }));
    expect(leaving()).toBe(true);
  });

  it('asks before leaving while the exam runs, and stays unless told otherwise', async () => {
    mockReply(examAttempt, sampleAttempt());
    const { user, router } = inPaper();
    await screen.findByRole('radio', { name: /直接观察法/ });
    const { pathname } = router.state.location;
    act(() => void router.navigate('/elsewhere'));
    expect(await screen.findByRole('dialog', { name: '考试还没有交卷' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: '继续作答' }));
    expect(router.state.location.pathname).toBe(pathname);
    act(() => void router.navigate('/elsewhere'));
    await user.click(await screen.findByRole('button', { name: '离开考试' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
  });

  it('accepts the newer answer of another page and says so', async () => {
    mockReply(examAttempt, sampleAttempt());
    mockReply(examSave, ({ body }) => ({
      ...taken([]),
      stale: body.answers.map(({ qid }) => ({
        qid,
        version: 7,
        answer: ['k3'],
        marked: 'N' as const,
      })),
    }));
    const { user } = inPaper();
    await user.click(await screen.findByRole('radio', { name: /直接观察法/ }));
    expect(await screen.findByText(/第1题在其他页面有更新的作答，已采用较新的答案/)).toBeVisible();
    expect(screen.getByRole('radio', { name: /自我报告法/ })).toBeChecked();
    await user.click(screen.getByRole('button', { name: '知道了' }));
    expect(screen.queryByText(/在其他页面有更新的作答/)).toBeNull();
  });

  it('takes no seat on a prerendered page before it is visible', async () => {
    mockReply(examAttempt, sampleAttempt());
    Object.defineProperty(document, 'prerendering', { configurable: true, value: true });
    inPaper();
    expect(await screen.findByText(/正在打开试卷/)).toBeVisible();
    // A call of the page would have arrived before this one is answered.
    await send(examEvent, { score_id: scoreId, kind: 'focus' });
    expect(requestsTo(examAttempt)).toHaveLength(0);
    act(() => void document.dispatchEvent(new Event('prerenderingchange')));
    expect(await screen.findByRole('radio', { name: /直接观察法/ })).toBeVisible();
    Reflect.deleteProperty(document, 'prerendering');
  });

  it('stops when another page has the seat, and takes it back on request', async () => {
    mockReply(examAttempt, sampleAttempt());
    mockRefusal(examSave, 400, '考试已在其他页面继续', 'exam_moved');
    const { user } = inPaper();
    await user.click(await screen.findByRole('radio', { name: /直接观察法/ }));
    const dialog = await screen.findByRole('dialog', { name: '考试已在别处继续' });
    mockReply(examAttempt, sampleAttempt({ seat: 'seat-2' }));
    mockReply(examSave, ({ body }) => taken(body.answers));
    await user.click(within(dialog).getByRole('button', { name: '在此继续' }));
    await waitFor(() =>
      expect(requestsTo(examSave).at(-1)?.body).toMatchObject({
        seat: 'seat-2',
        answers: [{ qid: 'q1', answer: ['k0'] }],
      }),
    );
    expect(requestsTo(examAttempt)).toHaveLength(2);
  });

  it('lists open and marked questions before submitting', async () => {
    mockReply(
      examAttempt,
      sampleAttempt({
        answers: [1, 2, 3, 4].map((no) => ({
          qid: `q${no}`,
          answer: ['k0'],
          version: 1,
          marked: no === 2 ? ('Y' as const) : ('N' as const),
        })),
      }),
    );
    mockReply(examSubmit, sampleResult());
    const { user } = inPaper();
    await user.click(await screen.findByRole('button', { name: '交卷' }));
    const dialog = await screen.findByRole('dialog', { name: '确认交卷' });
    expect(dialog).toHaveTextContent('共 6 题，已答 4 题。');
    expect(
      within(within(dialog).getByRole('region', { name: '未答 2 题' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['5', '6']);
    await user.click(
      within(within(dialog).getByRole('region', { name: '标记 1 题' })).getByRole('button', {
        name: '第2题',
      }),
    );
    expect(screen.getByRole('region', { name: '第 2 题，共 6 题' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: '交卷' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: '确认交卷' })).getByRole('button', {
        name: '确认交卷',
      }),
    );
    const heading = await screen.findByRole('heading', { name: '考试成绩' });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(requestsTo(examSubmit)).toHaveLength(1);
    expect(requestsTo(examSubmit)[0]?.body).toMatchObject({ confirm: 'Y', seat: 'seat-1' });
  });

  it('announces once that five minutes are left', async () => {
    mockReply(examAttempt, sampleAttempt({ deadline_ms: startedAt + 300_600 }));
    inPaper();
    expect(await screen.findByText('距离考试结束还有 5 分钟')).toBeVisible();
    expect(screen.getByRole('timer', { name: '剩余时间' })).toHaveTextContent(/05:00|04:59/);
  });

  it('submits automatically when the time is up', async () => {
    mockReply(examAttempt, sampleAttempt({ deadline_ms: startedAt + 1200 }));
    mockReply(
      examSubmit,
      sampleResult({
        submit_type: 'timeout',
        result: 'failed',
        score: 2,
        exam_action: 'can_start',
      }),
    );
    inPaper();
    expect(await screen.findByRole('timer', { name: '剩余时间' })).toHaveTextContent(/00:0[012]/);
    expect(await screen.findByText('考试时间到，已自动交卷。')).toBeVisible();
    expect(requestsTo(examSubmit)).toHaveLength(1);
  });

  it('submits at once if it is opened after the deadline', async () => {
    mockReply(examAttempt, sampleAttempt({ deadline_ms: startedAt - 1000 }));
    mockReply(examSubmit, sampleResult());
    inPaper();
    expect(await screen.findByRole('heading', { name: '考试成绩' })).toBeVisible();
  });

  it('explains what happens if the time is up while offline', async () => {
    mockReply(examAttempt, sampleAttempt({ deadline_ms: startedAt + 900 }));
    mockReply(examSave, () => Promise.reject(new TypeError('network')));
    mockReply(examSubmit, () => Promise.reject(new TypeError('network')));
    const { user } = inPaper();
    await user.click(await screen.findByRole('radio', { name: /直接观察法/ }));
    expect(await screen.findByText(/服务器会按已收到的答案自动交卷/)).toBeVisible();
    expect(screen.getByText('有 1 题的最后改动还没有上传，可能不计入成绩。')).toBeVisible();
  });

  it('shows the result if the server has already submitted', async () => {
    mockReply(examAttempt, sampleAttempt());
    mockRefusal(examSave, 400, '考试已结束', 'exam_over');
    mockReply(examResult, sampleResult());
    const { user } = inPaper();
    await user.click(await screen.findByRole('radio', { name: /直接观察法/ }));
    expect(await screen.findByRole('heading', { name: '考试成绩' })).toBeVisible();
  });

  it('reports when the page is left and returned to', async () => {
    mockReply(examAttempt, sampleAttempt({ switch_limit: 5 }));
    mockReply(examEvent, { switch_count: 2, submitted: 'N' });
    inPaper();
    await screen.findByRole('button', { name: '交卷' });
    window.dispatchEvent(new Event('blur'));
    window.dispatchEvent(new Event('focus'));
    window.dispatchEvent(new Event('blur'));
    await waitFor(() => expect(requestsTo(examEvent)).toHaveLength(1), { timeout: 3000 });
    window.dispatchEvent(new Event('focus'));
    expect(await screen.findByText('离开考试页面已记录 2 次，达到 5 次将自动交卷。')).toBeVisible();
    expect(requestsTo(examEvent).map(({ body }) => body.kind)).toEqual(['blur', 'focus']);
  });
});

describe('考试成绩', () => {
  const shown = (change: Parameters<typeof sampleResult>[0]) => {
    mockRefusal(examAttempt, 400, '考试已结束', 'exam_over');
    mockReply(examResult, sampleResult(change));
    return inPaper();
  };

  it('links from a pass to the survey', async () => {
    shown({ survey_id: 'S1' });
    expect(await screen.findByText('合格')).toBeVisible();
    expect(screen.getByText('20分50秒')).toBeVisible();
    expect(screen.getByRole('link', { name: '填写问卷' })).toHaveAttribute(
      'href',
      expect.stringContaining('/survey/S1'),
    );
    // There is none before the survey.
    expect(screen.queryByRole('link', { name: '查看证书' })).toBeNull();
  });

  it('offers another attempt after a fail, with the answers that may be viewed until then', async () => {
    shown({
      result: 'failed',
      score: 6,
      exam_action: 'can_start',
      can_analyse: 'N',
      analysis_note: '通过考试或次数用完后可查看答案解析',
    });
    expect(await screen.findByText('不合格')).toBeVisible();
    expect(screen.getByText('2 次 / 3 次')).toBeVisible();
    expect(screen.getByRole('link', { name: '重新考试' })).toBeVisible();
    expect(screen.getByText('通过考试或次数用完后可查看答案解析')).toBeVisible();
  });

  it('counts down to the next attempt', async () => {
    shown({
      result: 'failed',
      score: 6,
      exam_action: 'cooling',
      cooling_until_ms: startedAt + 1_800_000,
    });
    expect(
      await screen.findByRole('button', { name: '11月22日 10:30 后可再次考试' }),
    ).toBeDisabled();
    expect(screen.getByRole('timer')).toHaveTextContent(/30分|29分59秒/);
  });

  it('shows no verdict while grading is pending', async () => {
    shown({ attempt_status: 'reviewing', result: '', score: 0 });
    expect(await screen.findByText('评阅中')).toBeVisible();
    expect(screen.queryByText('合格')).toBeNull();
    expect(screen.queryByRole('link', { name: '查看解析' })).toBeNull();
  });
});

import { userInfo } from '@cme/contract/person';
import { learnSummary, playerCourse, surveyGet, surveySubmit } from '@cme/contract/study';
import {
  requestsTo,
  describePageStates,
  mockRefusal,
  renderPage,
  mockReply,
  sampleUser,
} from '@cme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { sampleCourse } from '../../components/course.sample.ts';
import { routes } from '../../routes.ts';
import { sampleQuestion, sampleSurvey } from './survey.sample.ts';

beforeEach(() => mockReply(userInfo, sampleUser()));

const address = '/player/C1/survey/S1';
const options = { token: 'T1' };
const open = () => renderPage(address, routes, options);

describePageStates('the survey', {
  address,
  routes,
  options,
  call: surveyGet,
  filled: sampleSurvey(),
  shows: '课程内容的难度',
  empty: { reply: sampleSurvey({ questions: [] }), says: '这份问卷还没有题目' },
});

describe('a survey that the learner may not take', () => {
  it.each([
    ['does not exist', 404, '没有找到该问卷', 'not_found', '没有找到该问卷'],
    [
      'belongs to a course that was not joined',
      400,
      '请先加入',
      'not_owned',
      '您还没有加入这门课程',
    ],
  ])('(%s) says so and links to the course', async (_, status, word, code, title) => {
    mockRefusal(surveyGet, status, word, code);
    open();
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    const way = screen.getByRole('link', { name: '去看课程介绍' });
    expect(way).toHaveAttribute('href', expect.stringContaining('/item/course/C1/detail'));
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
  });
});

describe('during a refund review', () => {
  const reason = '退款申请处理期间，学习已暂停，不能提交问卷';

  it.each([
    [true, '撤回退款申请后即可继续学习，已有的进度都会保留。'],
    [false, '该课程正在退款，不能继续学习。'],
  ])('the survey is suspended (withdrawable: %s), with a link to the order', async (may, hint) => {
    const suspension = { refund_no: 'R1', order_code: 'O1', can_withdraw: may };
    mockReply(surveyGet, sampleSurvey({ survey_status: 'not_open', reason }));
    mockReply(playerCourse, sampleCourse([], { suspension }));
    open();
    expect(await screen.findByText('退款申请处理中，学习已暂停')).toBeVisible();
    expect(screen.getByText(hint)).toBeVisible();
    const way = screen.getByRole('link', { name: '查看订单' });
    expect(way).toHaveAttribute(
      'href',
      expect.stringMatching(/\/user\/order\?show=detail&code=O1$/),
    );
    expect(screen.queryByRole('link', { name: '去考试' })).toBeNull();
  });

  it('that began meanwhile, sending shows it and keeps the answers', async () => {
    mockReply(surveyGet, sampleSurvey({ questions: [sampleQuestion('e', 'text', '意见')] }));
    const { user } = open();
    await user.type(await screen.findByRole('textbox', { name: '意见' }), '很好');
    const suspension = { refund_no: 'R1', order_code: 'O1', can_withdraw: true };
    mockReply(playerCourse, sampleCourse([], { suspension }));
    mockReply(surveyGet, sampleSurvey({ survey_status: 'not_open', reason }));
    mockRefusal(surveySubmit, 400, '该课程的退款申请正在处理，学习已暂停', 'refund_pending');
    await user.click(screen.getByRole('button', { name: '提交问卷' }));
    expect(await screen.findByRole('link', { name: '查看订单' })).toBeVisible();
    expect(sessionStorage.getItem(`survey/${sampleUser().user_id}/S1`)).toContain('很好');
  });

  it.each(['请先通过考试', '问卷已截止'])(
    'is not mentioned if the reason is: %s',
    async (other) => {
      mockReply(surveyGet, sampleSurvey({ survey_status: 'not_open', reason: other }));
      mockReply(playerCourse, sampleCourse());
      open();
      expect(await screen.findByText(other)).toBeVisible();
      expect(screen.getByRole('link', { name: '去学习' })).toBeVisible();
      expect(screen.queryByRole('link', { name: '查看订单' })).toBeNull();
    },
  );
});

describe('required questions', () => {
  const four = ['甲', '乙', '丙', '丁'].map((stem) =>
    sampleQuestion(stem, 'single', stem, { options: [{ key: '1', text: `${stem}是` }] }),
  );

  it('show how many are missing, one less with each answer', async () => {
    mockReply(surveyGet, sampleSurvey({ questions: four }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '提交问卷' }));
    expect(screen.getByRole('alert')).toHaveTextContent('还有4道必答题未完成');
    for (const left of [3, 2, 1]) {
      await user.click(screen.getByRole('radio', { name: `${'甲乙丙'[3 - left]}是` }));
      expect(screen.getByRole('alert')).toHaveTextContent(`还有${left}道必答题未完成`);
    }
    await user.click(screen.getByRole('radio', { name: '丁是' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(requestsTo(surveySubmit)).toHaveLength(0);
  });

  it('focus the first missing one, not the first of all', async () => {
    mockReply(surveyGet, sampleSurvey({ questions: four }));
    const { user } = open();
    await user.click(await screen.findByRole('radio', { name: '甲是' }));
    await user.click(screen.getByRole('button', { name: '提交问卷' }));
    expect(screen.getByRole('radio', { name: '乙是' })).toHaveFocus();
  });

  it('are validated before sending, and optional ones are marked', async () => {
    const optional = sampleQuestion('e', 'text', '意见', { required: 'N' });
    mockReply(surveyGet, sampleSurvey({ questions: [four[0]!, optional] }));
    open();
    const must = await screen.findByRole('radiogroup', { name: /甲/ });
    expect(must).toBeRequired();
    expect(within(must).getByText('必答')).toBeVisible();
    expect(screen.getByText('选答')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('a blank text is not an answer', async () => {
    mockReply(surveyGet, sampleSurvey({ questions: [sampleQuestion('e', 'text', '意见')] }));
    const { user } = open();
    await user.type(await screen.findByRole('textbox', { name: '意见' }), '   ');
    await user.click(screen.getByRole('button', { name: '提交问卷' }));
    expect(screen.getByRole('alert')).toHaveTextContent('还有1道必答题未完成');
    expect(screen.getByRole('textbox', { name: '意见' })).toBeInvalid();
  });
});

describe('a survey that was sent', () => {
  const sent = { survey_status: 'submitted', submitted_at: '2026-11-20 09:30:00' };
  const year = {
    year: 2026,
    need_hours: 90,
    got_hours: 12,
    need_credits: 25,
    got_credits: 10,
    today_seconds: 0,
    total_seconds: 0,
    studying: 0,
    completed: 1,
  };

  it('links to the certificate, and shows the reward of the course below', async () => {
    mockReply(surveyGet, sampleSurvey(sent));
    mockReply(playerCourse, sampleCourse([], { learn_status: 'completed' }));
    mockReply(learnSummary, year);
    open();
    const region = await screen.findByRole('region', { name: '本次获得' });
    const reward = within(region);
    expect(reward.getByText('+1 学分')).toBeVisible();
    expect(reward.getByText('+3 学时')).toBeVisible();
    const way = screen.getByRole('link', { name: '查看证书' });
    expect(way).toHaveAttribute('href', expect.stringContaining('/user/mycertificate'));
    expect(way.compareDocumentPosition(region)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('says that other answers, sent from another page before, count', async () => {
    const questions = [sampleSurvey().questions[0]!];
    mockReply(surveyGet, sampleSurvey({ questions }));
    mockReply(surveySubmit, {
      submitted_at: '2026-11-22 11:00:00',
      learn_status: 'completed',
      stored: 'N',
    });
    const { user } = open();
    await user.click(await screen.findByRole('radio', { name: '合适' }));
    await user.click(screen.getByRole('button', { name: '提交问卷' }));
    expect(await screen.findByRole('status')).toHaveTextContent(
      '您此前已提交过这份问卷，以首次提交的内容为准，本次填写的内容未保存。',
    );
  });

  it('cannot be changed if that is not allowed', async () => {
    mockReply(surveyGet, sampleSurvey(sent));
    open();
    expect(await screen.findByRole('heading', { name: '感谢您的反馈' })).toBeVisible();
    expect(screen.queryByRole('button', { name: '修改问卷' })).toBeNull();
  });

  it('can be changed and sent again if it is', async () => {
    const answers = [{ qid: 'a', answer: ['3'] }];
    const questions = [sampleSurvey().questions[0]!];
    mockReply(surveyGet, sampleSurvey({ ...sent, editable: 'Y', answers, questions }));
    mockReply(surveySubmit, { submitted_at: '2026-11-22 11:00:00', learn_status: 'completed' });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '修改问卷' }));
    await user.click(screen.getByRole('radio', { name: '合适' }));
    await user.click(screen.getByRole('button', { name: '提交问卷' }));
    expect(await screen.findByText(/2026-11-22 11:00/)).toBeVisible();
    await waitFor(() => expect(requestsTo(surveySubmit)).toHaveLength(1));
    expect(requestsTo(surveySubmit)[0]?.body.answers).toEqual([{ qid: 'a', answer: ['2'] }]);
  });
});

describe('a survey that another page has changed meanwhile', () => {
  const questions = [
    sampleSurvey().questions[0]!,
    sampleQuestion('e', 'text', '意见', { required: 'N' }),
  ];
  const stored_answers = [
    { qid: 'a', answer: ['3'] },
    { qid: 'e', answer: ['太快'] },
  ];
  const at = { submitted_at: '2026-11-22 11:00:00', learn_status: 'completed' };

  async function sendOther() {
    mockReply(surveyGet, sampleSurvey({ editable: 'Y', version: 0, questions }));
    mockReply(surveySubmit, { ...at, stored: 'N', version: 1, stored_answers });
    const view = open();
    await view.user.click(await screen.findByRole('radio', { name: '合适' }));
    await view.user.type(screen.getByRole('textbox', { name: '意见' }), '很好');
    await view.user.click(screen.getByRole('button', { name: '提交问卷' }));
    const notice = within(await screen.findByRole('alert'));
    return { ...view, notice };
  }

  it('is not replaced: it shows what is stored, and keeps what was filled in', async () => {
    const { notice } = await sendOther();
    expect(notice.getByText(/您已在其他页面提交过这份问卷/)).toBeVisible();
    expect(notice.getByText('偏难')).toBeVisible();
    expect(notice.getByText('太快')).toBeVisible();
    expect(screen.getByRole('radio', { name: '合适' })).toBeChecked();
    expect(sessionStorage.getItem(`survey/${sampleUser().user_id}/S1`)).toContain('很好');
    expect(requestsTo(surveySubmit)[0]?.body.base_version).toBe(0);
  });

  it('is replaced if the learner decides so', async () => {
    const { user } = await sendOther();
    mockReply(surveySubmit, { ...at, stored: 'Y', version: 2 });
    await user.click(screen.getByRole('button', { name: '用本页内容替换' }));
    expect(await screen.findByRole('heading', { name: '感谢您的反馈' })).toBeVisible();
    expect(requestsTo(surveySubmit)[1]?.body).toMatchObject({
      base_version: 1,
      answers: [
        { qid: 'a', answer: ['2'] },
        { qid: 'e', answer: ['很好'] },
      ],
    });
    await user.click(screen.getByRole('button', { name: '修改问卷' }));
    await user.click(screen.getByRole('button', { name: '提交问卷' }));
    await waitFor(() => expect(requestsTo(surveySubmit)[2]?.body.base_version).toBe(2));
  });

  it('is kept if the learner decides so', async () => {
    const { user } = await sendOther();
    await user.click(screen.getByRole('button', { name: '保留已提交的内容' }));
    expect(await screen.findByRole('heading', { name: '感谢您的反馈' })).toBeVisible();
    expect(requestsTo(surveySubmit)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: '修改问卷' }));
    expect(screen.getByRole('radio', { name: '偏难' })).toBeChecked();
    expect(screen.getByRole('textbox', { name: '意见' })).toHaveValue('太快');
  });

  it('is recognized after a reload, since the draft knows what it started from', async () => {
    mockReply(surveyGet, sampleSurvey({ editable: 'Y', version: 0, questions }));
    const first = open();
    await first.user.click(await screen.findByRole('radio', { name: '合适' }));
    first.unmount();
    mockReply(
      surveyGet,
      sampleSurvey({
        editable: 'Y',
        survey_status: 'submitted',
        submitted_at: at.submitted_at,
        version: 1,
        questions,
        answers: stored_answers,
      }),
    );
    mockReply(surveySubmit, { ...at, stored: 'N', version: 1, stored_answers });
    const { user } = open();
    // The form stays open as long as there is a draft.
    expect(await screen.findByRole('radio', { name: '合适' })).toBeChecked();
    await user.click(screen.getByRole('button', { name: '提交问卷' }));
    expect(await screen.findByRole('button', { name: '用本页内容替换' })).toBeVisible();
    expect(requestsTo(surveySubmit)[0]?.body.base_version).toBe(0);
  });
});

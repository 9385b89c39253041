import { userInfo } from '@cme/contract/person';
import { surveyGet, surveySubmit } from '@cme/contract/study';
import { requestsTo, mockRefusal, renderPage, mockReply, sampleUser } from '@cme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';
import { sampleSurvey } from './survey.sample.ts';

beforeEach(() => mockReply(userInfo, sampleUser()));

const open = () => renderPage('/player/C1/survey/S1', routes, { token: 'token' });

async function fill(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('radio', { name: '合适' }));
  await user.click(screen.getByRole('checkbox', { name: '操作演示' }));
  await user.click(screen.getByRole('radio', { name: '非常满意' }));
  await user.click(
    within(screen.getByRole('radiogroup', { name: '条理' })).getByRole('radio', { name: '好' }),
  );
  await user.click(
    within(screen.getByRole('radiogroup', { name: '实用' })).getByRole('radio', { name: '中' }),
  );
}

describe('问卷调查', () => {
  it('is filled in and sent once', async () => {
    mockReply(surveyGet, sampleSurvey());
    mockReply(surveySubmit, { submitted_at: '2026-11-22 11:00:00', learn_status: 'completed' });
    const { user } = open();
    await fill(user);
    await user.type(screen.getByRole('textbox', { name: '意见和建议' }), '很好');
    expect(screen.getByText('2 / 500')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '提交问卷' }));
    expect(await screen.findByRole('heading', { name: '感谢您的反馈' })).toHaveFocus();
    expect(requestsTo(surveySubmit).map(({ body }) => body.answers)).toEqual([
      [
        { qid: 'a', answer: ['2'] },
        { qid: 'b', answer: ['2'] },
        { qid: 'c', answer: ['5'] },
        { qid: 'd', answer: ['r1:3', 'r2:2'] },
        { qid: 'e', answer: ['很好'] },
      ],
    ]);
    expect(screen.getByRole('link', { name: '查看证书' })).toBeVisible();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('survey/');
  });

  it('shows missing answers at their questions and focuses the first', async () => {
    mockReply(surveyGet, sampleSurvey());
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '提交问卷' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('还有3道必答题未完成');
    expect(screen.getByRole('radiogroup', { name: /课程内容的难度/ })).toHaveAccessibleDescription(
      '此题必答，请作答',
    );
    expect(screen.getByRole('radio', { name: '偏易' })).toHaveFocus();
    await user.click(screen.getByRole('radio', { name: '偏易' }));
    expect(
      screen.getByRole('radiogroup', { name: /课程内容的难度/ }),
    ).not.toHaveAccessibleDescription();
    await user.click(
      within(screen.getByRole('radiogroup', { name: '条理' })).getByRole('radio', { name: '好' }),
    );
    expect(screen.getByText('请为“实用”选择一项')).toBeVisible();
    expect(requestsTo(surveySubmit)).toHaveLength(0);
  });

  it('keeps the draft across a reload', async () => {
    mockReply(surveyGet, sampleSurvey());
    const first = open();
    await fill(first.user);
    first.unmount();
    open();
    expect(await screen.findByRole('radio', { name: '合适' })).toBeChecked();
    expect(
      within(screen.getByRole('radiogroup', { name: '实用' })).getByRole('radio', { name: '中' }),
    ).toBeChecked();
  });

  it('keeps the answers if sending fails', async () => {
    mockReply(surveyGet, sampleSurvey());
    mockRefusal(surveySubmit, 400, '请先通过考试', 'exam_locked');
    const { user } = open();
    await fill(user);
    await user.click(screen.getByRole('button', { name: '提交问卷' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('请先通过考试'));
    expect(screen.getByRole('radio', { name: '合适' })).toBeChecked();
  });

  it('says why it is not open yet', async () => {
    mockReply(surveyGet, sampleSurvey({ survey_status: 'not_open', reason: '请先通过考试' }));
    open();
    expect(await screen.findByText('请先通过考试')).toBeVisible();
    expect(screen.getByRole('link', { name: '去考试' })).toBeVisible();
    expect(screen.queryByRole('button', { name: '提交问卷' })).toBeNull();
  });

  it('thanks for an earlier response and allows changes if permitted', async () => {
    mockReply(
      surveyGet,
      sampleSurvey({
        survey_status: 'submitted',
        submitted_at: '2026-11-20 09:30:00',
        editable: 'Y',
        answers: [{ qid: 'a', answer: ['3'] }],
      }),
    );
    const { user } = open();
    expect(await screen.findByText(/2026-11-20 09:30/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: '修改问卷' }));
    expect(screen.getByRole('radio', { name: '偏难' })).toBeChecked();
  });
});

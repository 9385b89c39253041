import type { ParsedBodyOf } from '@cme/contract/base';
import { examAttempt, examEvent, examSave, type ExamItem } from '@cme/contract/study';
import { mockReply, renderPage, requestsTo } from '@cme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';
import {
  courseId,
  sampleAttempt,
  sampleBlanks,
  sampleItems,
  scoreId,
  startedAt,
} from './exam.sample.ts';

const [choice] = sampleItems as [ExamItem];
const ask = (item: ExamItem, change: Parameters<typeof sampleAttempt>[0] = {}) => {
  mockReply(examAttempt, sampleAttempt({ items: [item, { ...choice, no: 2 }], ...change }));
  return renderPage(`/player/${courseId}/exam/online?score_id=${scoreId}`, routes, {
    token: 'token',
  });
};
const openBlanks = (change?: Parameters<typeof sampleAttempt>[0]) =>
  ask({ ...sampleBlanks, no: 1 }, change);
const findBlank = (no: number) => screen.findByRole('textbox', { name: `第${no}空` });
const lastSent = () => requestsTo(examSave).at(-1)?.body.answers;
const card = () => within(screen.getByRole('complementary', { name: '答题卡' }));

type Sent = ParsedBodyOf<typeof examSave>['answers'];
beforeEach(() => {
  mockReply(examSave, ({ body }) => ({
    saved: (body.answers as Sent).map(({ qid, version }) => ({ qid, version })),
    stale: [],
    saved_at: '2026-11-22 10:32:05',
    deadline_ms: startedAt + 3_600_000,
    server_time: startedAt,
  }));
  mockReply(examEvent, { switch_count: 0, submitted: 'N' });
});

describe('blanks', () => {
  it('are inputs in the stem, which names the question', async () => {
    openBlanks();
    await findBlank(1);
    const group = screen.getByRole('group', {
      name: '成人高血压的诊断界值为收缩压≥（第1空） mmHg，舒张压≥（第2空） mmHg。',
    });
    expect(within(group).getAllByRole('textbox')).toHaveLength(2);
    expect(group).toHaveTextContent('收缩压≥1 mmHg，舒张压≥2 mmHg。');
    expect(screen.queryByText('各空顺序不限')).toBeNull();
  });

  it('are saved while they are typed in, each in its place', async () => {
    const { user } = openBlanks();
    await user.type(await findBlank(2), '９０ ');
    await waitFor(() =>
      expect(lastSent()).toMatchObject([{ qid: 'q7', answer: ['', '９０ '], version: 3 }]),
    );
    await user.type(await findBlank(1), '140');
    await waitFor(() => expect(lastSent()).toMatchObject([{ answer: ['140', '９０ '] }]));
    expect(await screen.findByText(/^已保存/)).toBeVisible();
  });

  it('are answered once all are filled', async () => {
    const { user } = openBlanks();
    await user.type(await findBlank(1), '140');
    expect(card().getByRole('button', { name: '第1题，未答' })).toBeVisible();
    await user.type(await findBlank(2), '90');
    expect(card().getByRole('button', { name: '第1题，已答' })).toBeVisible();
    await user.clear(await findBlank(2));
    expect(card().getByText('已答 0 / 2')).toBeVisible();
  });

  it('cleared leave no answer', async () => {
    const { user } = openBlanks();
    await user.type(await findBlank(1), '1{Backspace}');
    await waitFor(() => expect(lastSent()).toMatchObject([{ answer: [], version: 2 }]));
  });

  it('are restored after a reload', async () => {
    openBlanks({ answers: [{ qid: 'q7', answer: ['140', ''], version: 4, marked: 'N' }] });
    expect(await findBlank(1)).toHaveValue('140');
    expect(await findBlank(2)).toHaveValue('');
  });

  it('take letters that choose options elsewhere, and Enter goes to the next one', async () => {
    const { user } = openBlanks();
    await user.click(await findBlank(1));
    await user.keyboard('bm2{Enter}');
    expect(await findBlank(1)).toHaveValue('bm2');
    expect(await findBlank(2)).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('region', { name: '第 1 题，共 2 题' })).toBeVisible();
    expect(screen.getByRole('button', { name: '标记' })).toHaveAttribute('aria-pressed', 'false');
  });

  it('keep a text that is too long, say so, and save it once it fits', async () => {
    const { user } = openBlanks();
    const blank = await findBlank(1);
    await user.type(blank, '140');
    await waitFor(() => expect(lastSent()).toMatchObject([{ answer: ['140', ''] }]));
    const count = requestsTo(examSave).length;
    await user.paste('长'.repeat(198));
    expect(await screen.findByRole('alert')).toHaveTextContent('第1空最多 200 字，现在 201 字');
    expect(blank).toHaveValue(`140${'长'.repeat(198)}`);
    expect(blank).toBeInvalid();
    expect(requestsTo(examSave)).toHaveLength(count);
    await user.type(blank, '{Backspace}');
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() =>
      expect(lastSent()).toMatchObject([{ answer: [`140${'长'.repeat(197)}`, ''] }]),
    );
  });

  it('say if their order does not matter', async () => {
    ask({ ...sampleBlanks, blanks: { around: sampleBlanks.blanks!.around, any_order: 'Y' } });
    expect(await screen.findByText('各空顺序不限')).toBeVisible();
  });
});

it('a short answer that is too long stays on the page, while the other answers are saved', async () => {
  const { user } = ask({ ...sampleItems[5]!, no: 1 });
  const findField = () => screen.findByRole('textbox', { name: '作答' });
  await user.click(await findField());
  await user.paste('长'.repeat(5012));
  expect(await screen.findByText(/^最多 5000 字，现在 5012 字/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: '下一题' }));
  await user.click(screen.getByRole('radio', { name: /直接观察法/ }));
  await waitFor(() => expect(lastSent()).toMatchObject([{ qid: 'q1', answer: ['k0'] }]));
  expect(await screen.findByText(/^已保存/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: '交卷' }));
  expect(await screen.findByRole('dialog', { name: '确认交卷' })).toHaveTextContent(
    '超出字数 1 题',
  );
  await user.click(screen.getByRole('button', { name: '继续答题' }));
  await user.click(screen.getByRole('button', { name: '上一题' }));
  expect(await findField()).toHaveValue('长'.repeat(5012));
});

describe('a type of question that this page does not know', () => {
  it('shows its stem and asks for a reload; the others can be answered', async () => {
    const { user } = ask({ ...sampleBlanks, type: 'ZZ', type_name: '排序题' });
    const group = await screen.findByRole('group', { name: sampleBlanks.stem });
    expect(group).toHaveTextContent('当前页面还不支持“排序题”，请刷新页面后作答。');
    expect(within(group).getByRole('button', { name: '刷新页面' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: '下一题' }));
    await user.click(screen.getByRole('radio', { name: /直接观察法/ }));
    await waitFor(() => expect(lastSent()).toMatchObject([{ qid: 'q1', answer: ['k0'] }]));
    await user.click(screen.getByRole('button', { name: '交卷' }));
    expect(await screen.findByRole('dialog', { name: '确认交卷' })).toHaveTextContent('未答 1 题');
  });

  it('keeps an answer that another page has given', async () => {
    ask(
      { ...sampleBlanks, no: 1, type: 'ZZ' },
      { answers: [{ qid: 'q7', answer: ['甲'], version: 2, marked: 'N' }] },
    );
    expect(await screen.findByRole('button', { name: '第1题，已答' })).toBeVisible();
    expect(requestsTo(examSave)).toHaveLength(0);
  });
});

import {
  playerBeat,
  playerCheckAnswer,
  playerCheckQuestion,
  playerCourse,
  playerEnter,
  playerLeave,
} from '@cme/contract/study';
import { mockReply, renderPage, requestsTo } from '@cme/testing';
import { mockPlayback } from '@cme/testing/media';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { sampleCourse } from '../../../components/course.sample.ts';
import { routes } from '../../../routes.ts';
import { sampleBeat, sampleEntered, sampleLedger } from '../play.sample.ts';

const open_check = { check_id: 'K1', kind: 'question', seconds: 60 };
const first = {
  check_id: 'K1',
  attempt: 0,
  stem: '每天户外多久？',
  is_multiple: 'N' as const,
  options: [
    { key: 'A', text: '一小时' },
    { key: 'B', text: '两小时' },
  ],
};
const second = { ...first, attempt: 1, stem: '哪些要转诊？', is_multiple: 'Y' as const };

beforeEach(() => {
  mockPlayback(() => Promise.resolve());
  mockReply(playerCourse, sampleCourse());
  mockReply(playerEnter, sampleEntered({ open_check }));
  mockReply(playerBeat, sampleBeat());
  mockReply(playerLeave, {});
  let asked = 0;
  mockReply(playerCheckQuestion, () => (asked++ === 0 ? first : second));
  mockReply(playerCheckAnswer, ({ body }) =>
    body.attempt === 0
      ? {
          ...sampleLedger({ open_check }),
          graded: { is_right: 'N' as const, explain: '至少两小时。' },
        }
      : { ...sampleLedger(), graded: { is_right: 'Y' as const, explain: '' } },
  );
});

it('asks another question after a wrong answer, explains it, and continues after the right one', async () => {
  const user = userEvent.setup();
  renderPage('/player/C1/play', routes, { token: 'T1' });
  const dialog = within(
    await screen.findByRole('dialog', { name: '课堂提问' }, { timeout: 20_000 }),
  );
  const submit = () => dialog.getByRole('button', { name: '提交答案' });
  await user.click(await dialog.findByRole('radio', { name: 'A. 一小时' }));
  await user.click(submit());
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    '回答不正确，请再答一题。上一题解析：至少两小时。',
  );
  await dialog.findByRole('group', { name: '【多选】哪些要转诊？' });
  expect(submit()).toBeDisabled();
  await user.click(dialog.getByRole('checkbox', { name: 'B. 两小时' }));
  await user.click(dialog.getByRole('checkbox', { name: 'A. 一小时' }));
  await user.click(submit());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requestsTo(playerCheckAnswer).map(({ body }) => [body.answer, body.attempt])).toEqual([
    ['A', 0],
    ['AB', 1],
  ]);
});

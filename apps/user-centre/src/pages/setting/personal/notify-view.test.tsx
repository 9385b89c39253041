import { type MessageChoice, messageChoices, messageChoose } from '@cme/contract/person';
import { describePageStates, mockRefusal, mockReply, renderPage, requestsTo } from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const study: MessageChoice = {
  kind: 'study',
  name: '学习提醒',
  box: 'Y',
  badge: 'Y',
  can_refuse: 'Y',
};
const order: MessageChoice = { ...study, kind: 'order', name: '订单与退款', can_refuse: 'N' };
const address = '/user/setting?view=notify';
const boxOf = (name: string) => ({ name: `${name}：站内消息` });

beforeEach(() => {
  mockUserCentre();
  mockReply(messageChoices, { list: [study, order] });
});

describePageStates('the notification settings', {
  address,
  routes,
  options: signedIn,
  call: messageChoices,
  filled: { list: [study] },
  shows: study.name,
});

it('are switched one by one, and mandatory ones are disabled', async () => {
  mockReply(messageChoose, { list: [{ ...study, box: 'N' }, order] });
  const { user } = renderPage(address, routes, signedIn);
  await user.click(await screen.findByRole('switch', boxOf('学习提醒')));
  expect(await screen.findByRole('switch', boxOf('学习提醒'))).not.toBeChecked();
  expect(screen.getByRole('switch', boxOf('学习提醒'))).toHaveFocus();
  expect(requestsTo(messageChoose)[0]?.body).toEqual({ kind: 'study', box: 'N', badge: 'Y' });
  expect(screen.getByRole('switch', { name: '学习提醒：未读提醒' })).toBeDisabled();
  expect(screen.getByRole('switch', boxOf('订单与退款'))).toBeDisabled();
});

it('stay unchanged if the server refuses', async () => {
  mockRefusal(messageChoose, 429, '操作过于频繁，请稍后再试');
  const { user } = renderPage(address, routes, signedIn);
  await user.click(await screen.findByRole('switch', boxOf('学习提醒')));
  expect(await screen.findByText('操作过于频繁，请稍后再试')).toBeVisible();
  expect(screen.getByRole('switch', boxOf('学习提醒'))).toBeChecked();
});

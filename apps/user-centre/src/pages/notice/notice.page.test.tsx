import {
  messageDelete,
  messageLinks,
  messageList,
  messageRead,
  messageReadAll,
  messageRestore,
  type MessageRow,
  userInfo,
} from '@cme/contract/person';
import {
  describePageStates,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  sampleUser,
} from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const row = (change: Partial<MessageRow> = {}): MessageRow => ({
  message_id: 'm1',
  kind: 'order',
  title: '课程已开通',
  text: '您购买的《手卫生》已开通。',
  link_type: 'order',
  link_id: 'D1',
  status: 'unread',
  created_at: '2026-11-20 08:30:00',
  ...change,
});
const listOf = (list: MessageRow[], total = list.length) => {
  const unread_count = list.filter(({ status }) => status === 'unread').length;
  const counts = { all: unread_count, unread: unread_count, order: unread_count };
  return { list, total, page: 1, page_size: 10, unread_count, counts };
};
const open = (address = '/user/notice') => renderPage(address, routes, signedIn);
const item = async (title = '课程已开通') =>
  within(
    (await screen.findByRole('heading', { name: new RegExp(title) })).closest('li') as HTMLElement,
  );

beforeEach(() => {
  mockUserCentre();
  mockReply(userInfo, sampleUser({ unread_count: 1 }));
  mockReply(messageList, listOf([row()]));
});

const user = 'http://user.cme.localhost:8080';
const main = 'http://cme.localhost:8080';
const ways: Record<string, [id: string, name: string, href: string]> = {
  order: ['D1', '查看订单', '/user/order?show=detail&code=D1'],
  declare: ['S1', '查看申报', `${main}/changecredits/detail?no=S1`],
  exam: ['A1', '查看成绩', 'http://player.cme.localhost:8080/player/A1/analysis'],
  certificate: ['2026-1', '查看证书', '/user/mycertificate?cert=2026-1'],
  C: ['c1', '查看课程', `${main}/item/course/c1/detail`],
  P: ['c1', '查看课程包', `${main}/item/package/c1/detail`],
  X: ['c1', '查看培训班', `${main}/item/package/c1/detail`],
  L: ['c1', '查看直播', `${main}/item/live/c1/detail`],
  R: ['c1', '观看回放', `${main}/item/live/c1/detail`],
  A: ['c1', '查看活动', `${main}/item/activity/c1/detail`],
  Z: ['c1', '查看活动', `${main}/sunset/c1/detail`],
  Y: ['c1', '查看活动', `${main}/item/tour/c1/detail`],
  learn: ['', '去我的课程', '/user/learn'],
  myexam: ['', '去我的考试', '/user/myexam'],
  trainingclass: ['', '去我的培训班', '/user/trainingclass'],
  setting: ['', '去账号设置', '/user/setting'],
  myfile: ['', '去我的档案', '/user/myfile'],
  news: ['n1', '查看公告', `${main}/news/n1/detail`],
};

describe('a message', () => {
  it.each(messageLinks)('about %s links there', async (linkType) => {
    const [link_id, name, href] = ways[linkType] ?? ['', '', ''];
    mockReply(messageList, listOf([row({ link_type: linkType, link_id })]));
    open();
    const link = (await item()).getByRole('link', { name });
    expect(new URL(link.getAttribute('href') ?? '', user).href).toBe(new URL(href, user).href);
    expect(link).toHaveAccessibleDescription(/课程已开通/);
  });

  it.each([
    ['of an unknown type', { link_type: 'later', link_id: 'x' }],
    ['without a required id', { link_type: 'exam', link_id: '' }],
    ['without a target', { link_type: '', link_id: '' }],
  ])('%s has no link', async (_, change) => {
    mockReply(messageList, listOf([row(change)]));
    open();
    expect((await item()).queryByRole('link')).toBeNull();
  });

  it('is marked as read when its link is followed', async () => {
    mockReply(messageRead, { unread_count: 0 });
    mockReply(messageList, listOf([row({ link_type: 'learn', link_id: '' })]));
    const { user: person } = open();
    await person.click((await item()).getByRole('link', { name: '去我的课程' }));
    await waitFor(() =>
      expect(requestsTo(messageRead)).toMatchObject([{ body: { message_id: 'm1' } }]),
    );
  });

  it('that is marked as read loses its mark and updates the unread count in the header', async () => {
    const { user: person, client } = open();
    expect((await item()).getByText('未读')).toBeVisible();
    mockReply(messageRead, { unread_count: 0 });
    mockReply(messageList, listOf([row({ status: 'read' })]));
    await person.click((await item()).getByRole('button', { name: '标为已读' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: '标为已读' })).toBeNull());
    expect(screen.getByRole('button', { name: '全部已读' })).toBeDisabled();
    expect(client.getQueryData(['user_info'])).toMatchObject({ unread_count: 0 });
  });

  it('that is deleted leaves a focused line with an undo button in its place', async () => {
    const { user: person } = open();
    mockReply(messageDelete, { unread_count: 0 });
    const remove = (await item()).getByRole('button', { name: '删除' });
    mockReply(messageList, listOf([]));
    await person.click(remove);
    const undo = await screen.findByRole('button', { name: '撤销' });
    expect(screen.getByText(/^已删除“/)).toHaveFocus();
    expect(screen.getByText('已删除“课程已开通”')).toBeVisible();
    mockReply(messageRestore, { unread_count: 0 });
    mockReply(messageList, listOf([row({ status: 'read' })]));
    await person.click(undo);
    expect((await item()).getByRole('button', { name: '删除' })).toBeVisible();
    expect(requestsTo(messageRestore)).toMatchObject([{ body: { message_id: 'm1' } }]);
  });

  it('stays if it cannot be deleted, and shows why', async () => {
    mockRefusal(messageDelete, 404, '没有找到这条消息');
    const { user: person } = open();
    await person.click((await item()).getByRole('button', { name: '删除' }));
    expect(await screen.findByText('没有找到这条消息')).toBeVisible();
    expect(screen.queryByRole('button', { name: '撤销' })).toBeNull();
  });
});

describe('the list of messages', () => {
  it('is filtered by the kind in the URL', async () => {
    const { user: person, router } = open();
    await person.click(await screen.findByRole('tab', { name: '考试' }));
    expect(router.state.location.search).toBe('?tab=exam');
    await waitFor(() =>
      expect(requestsTo(messageList).at(-1)).toMatchObject({ body: { tab: 'exam' } }),
    );
  });

  it('can be marked as read at once', async () => {
    const { user: person } = open();
    await item();
    mockReply(messageReadAll, { unread_count: 0 });
    mockReply(messageList, listOf([row({ status: 'read' })]));
    await person.click(screen.getByRole('button', { name: '全部已读' }));
    expect(await screen.findByText('已全部标为已读')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: '标为已读' })).toBeNull());
  });

  it('shows new messages while it is open', async () => {
    const { client } = open();
    await item();
    mockReply(messageList, listOf([row({ message_id: 'm2', title: '考试成绩' }), row()]));
    act(() => void client.setQueryData(['user_info'], sampleUser({ unread_count: 2 })));
    expect((await item('考试成绩')).getByText('未读')).toBeVisible();
  });
});

describePageStates('my messages', {
  address: '/user/notice',
  routes,
  options: signedIn,
  call: messageList,
  filled: listOf([row()]),
  shows: '您购买的《手卫生》已开通。',
  empty: { reply: listOf([]), says: '还没有消息' },
});

import { collectionList, type CollectionRow, collectionToggle } from '@cme/contract/content';
import {
  describePageStates,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  sampleCard,
} from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const row = (change: Partial<CollectionRow> = {}): CollectionRow => ({
  content: sampleCard({ id: 'c1', title: '气道管理' }),
  state: 'ok',
  state_name: '',
  collected_at: '2026-11-20 08:30:00',
  ...change,
});
const listOf = (list: CollectionRow[]) => ({
  list,
  total: list.length,
  page: 1,
  page_size: 10,
  counts: { all: list.length, course: list.length, live: 0 },
});
const open = () => renderPage('/user/collection', routes, signedIn);
const item = async () =>
  within((await screen.findByRole('heading', { name: '气道管理' })).closest('li') as HTMLElement);

beforeEach(() => {
  mockUserCentre();
  mockReply(collectionList, listOf([row()]));
});

describe('a favourite', () => {
  it.each([
    ['ok', '', true],
    ['ended', '已结束', true],
    ['off_shelf', '已下架', true],
    ['gone', '已下架', false],
  ])('that is %s says so, and is a link if its page exists', async (state, stateName, has) => {
    mockReply(collectionList, listOf([row({ state, state_name: stateName })]));
    open();
    const favorite = await item();
    if (stateName) expect(favorite.getAllByText(stateName)[0]).toBeVisible();
    expect(favorite.queryByRole('link', { name: '气道管理' }) !== null).toBe(has);
    expect(favorite.queryByRole('link', { name: '查看' }) !== null).toBe(has);
    expect(favorite.getByRole('button', { name: '取消收藏' })).toBeVisible();
  });

  it('that is removed leaves an undo button in its place', async () => {
    const { user } = open();
    const remove = (await item()).getByRole('button', { name: '取消收藏' });
    mockReply(collectionToggle, { collected: 'N', count: 0 });
    mockReply(collectionList, listOf([]));
    await user.click(remove);
    const undo = await screen.findByRole('button', { name: '撤销' });
    expect(screen.getByText('已取消收藏“气道管理”')).toHaveFocus();
    mockReply(collectionToggle, { collected: 'Y', count: 1 });
    mockReply(collectionList, listOf([row()]));
    await user.click(undo);
    expect((await item()).getByRole('button', { name: '取消收藏' })).toBeVisible();
    expect(requestsTo(collectionToggle).map(({ body }) => body.collected)).toEqual(['N', 'Y']);
  });

  it('stays if it cannot be removed, and shows why', async () => {
    mockRefusal(collectionToggle, 429, '操作太频繁，请稍后再试');
    const { user } = open();
    await user.click((await item()).getByRole('button', { name: '取消收藏' }));
    expect(await screen.findByText('操作太频繁，请稍后再试')).toBeVisible();
    expect(screen.queryByRole('button', { name: '撤销' })).toBeNull();
  });
});

it('is filtered by the type in the URL', async () => {
  const { user, router } = open();
  await user.click(await screen.findByRole('tab', { name: '直播' }));
  expect(router.state.location.search).toBe('?tab=live');
  await waitFor(() =>
    expect(requestsTo(collectionList).at(-1)).toMatchObject({ body: { tab: 'live' } }),
  );
});

describePageStates('my favourites', {
  address: '/user/collection',
  routes,
  options: signedIn,
  call: collectionList,
  filled: listOf([row()]),
  shows: '收藏于 2026年11月20日',
  empty: { reply: listOf([]), says: '还没有收藏' },
});

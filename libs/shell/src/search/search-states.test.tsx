import {
  searchForget,
  searchHistory,
  searchHot,
  searchRecord,
  searchSuggest,
} from '@cme/contract/content';
import { userInfo } from '@cme/contract/person';
import {
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  samplePage,
  sampleUser,
} from '@cme/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readTab, writeTab } from '../storage/tab-storage.ts';

const routes = [
  { path: '/', element: <h1>首页内容</h1>, handle: { title: '首页' } },
  { path: '/search', element: <h1>结果内容</h1>, handle: { title: '搜索结果' } },
  { path: '/user/learn', element: <h1>我的课程</h1>, handle: { title: '我的课程' } },
];
const findField = () => screen.findByRole<HTMLInputElement>('combobox', { name: '搜索课程' });
const getWords = (name: string) =>
  within(screen.getByRole('group', { name }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

beforeEach(() => {
  sessionStorage.clear();
  mockReply(userInfo, sampleUser());
  mockReply(searchHot, { list: [{ word: '护理' }] });
  mockReply(searchHistory, { list: [{ word: '心电图' }, { word: '急救' }] });
  mockReply(searchSuggest, { list: [{ text: '心肺复苏', kind: 'course' }] });
  mockReply(searchRecord, {});
});
afterEach(() => void vi.restoreAllMocks());

describe("a learner's searches", () => {
  it('belong to the account, not to the tab', async () => {
    writeTab('search_history', ['别人的词']);
    const { user } = renderPage('/', routes, { token: 'T1' });
    await user.click(await findField());
    await screen.findByRole('group', { name: '搜索历史' });
    expect(getWords('搜索历史')).toEqual(['心电图', '急救']);
    await user.type(await findField(), '高血压{Enter}');
    await waitFor(() => expect(requestsTo(searchRecord)).toHaveLength(1));
    expect(requestsTo(searchRecord)[0]).toMatchObject({ body: { keyword: '高血压' }, token: 'T1' });
  });

  it('are forgotten by the server', async () => {
    mockReply(searchForget, () => {
      mockReply(searchHistory, { list: [] });
      return {};
    });
    const { user } = renderPage('/', routes, { token: 'T1' });
    await user.click(await findField());
    await user.click(await screen.findByRole('button', { name: '清除搜索历史' }));
    await waitFor(() => expect(screen.queryByRole('group', { name: '搜索历史' })).toBeNull());
    expect(requestsTo(searchForget)).toHaveLength(1);
    expect(getWords('热门搜索')).toEqual(['护理']);
  });

  it('that could not be forgotten stay, and it is said', async () => {
    mockRefusal(searchForget, 400, '没有清除成功');
    const { user } = renderPage('/', routes, { token: 'T1' });
    await user.click(await findField());
    await user.click(await screen.findByRole('button', { name: '清除搜索历史' }));
    expect(await screen.findByText('没有清除成功')).toBeVisible();
    expect(getWords('搜索历史')).toEqual(['心电图', '急救']);
  });
});

describe("a guest's searches", () => {
  it.each([
    ['三', '三一二四五六七八九十'],
    ['新', '新一二三四五六七八九'],
  ])('are the latest ten of the tab, each once, after %s: %s', async (word, kept) => {
    writeTab('search_history', [...'一二三四五六七八九十']);
    const { user } = renderPage('/', routes);
    await user.type(await findField(), `${word}{Enter}`);
    await screen.findByText('结果内容');
    await waitFor(() => expect(readTab('search_history')).toEqual([...kept]));
  });

  it.each([
    ['not a list', '心电图'],
    ['a list of other things', [1, null, '心电图']],
  ])('survive a stored item that is %s', async (_, stored) => {
    writeTab('search_history', stored);
    const { user } = renderPage('/', routes);
    await user.click(await findField());
    await screen.findByRole('group', { name: '热门搜索' });
    const history = screen.queryByRole('group', { name: '搜索历史' });
    expect(history?.textContent ?? '').toBe(Array.isArray(stored) ? '搜索历史心电图' : '');
  });

  it('are not counted for an empty field', async () => {
    const { user } = renderPage('/', routes);
    await user.click(await findField());
    await user.keyboard('   {Enter}');
    await screen.findByText('结果内容');
    expect(requestsTo(searchRecord)).toEqual([]);
    expect(readTab('search_history')).toBeUndefined();
  });
});

describe('the suggestions', () => {
  it('are chosen by pointer', async () => {
    const { user, router } = renderPage('/', routes);
    await user.type(await findField(), '心');
    await user.click(await screen.findByRole('option', { name: '心肺复苏' }));
    await waitFor(() =>
      expect(new URLSearchParams(router.state.location.search).get('keyword')).toBe('心肺复苏'),
    );
    expect(await findField()).toHaveValue('心肺复苏');
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('disappear when the field is left', async () => {
    const { user } = renderPage('/', routes);
    await user.click(await findField());
    await screen.findByRole('group', { name: '热门搜索' });
    await user.click(screen.getByText('首页内容'));
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(await findField()).toHaveAttribute('aria-expanded', 'false');
  });

  it('wait until an input method has composed the word', async () => {
    renderPage('/', routes);
    const field = await findField();
    act(() => field.focus());
    await screen.findByRole('group', { name: '热门搜索' });
    field.value = 'xin';
    fireEvent(field, new InputEvent('input', { bubbles: true, isComposing: true, data: 'xin' }));
    expect(screen.getByRole('group', { name: '热门搜索' })).toBeVisible();
    fireEvent.input(field, { target: { value: '心' } });
    fireEvent.compositionEnd(field);
    expect(await screen.findByRole('option', { name: '心肺复苏' })).toBeVisible();
  });

  it('that cannot be loaded leave the field as it is', async () => {
    mockRefusal(searchSuggest, 404, '出错了');
    mockRefusal(searchHot, 404, '出错了');
    const { user } = renderPage('/', routes);
    await user.type(await findField(), '心');
    await waitFor(() => expect(requestsTo(searchSuggest)).toHaveLength(1));
    expect(screen.queryByText('出错了')).toBeNull();
    expect(await findField()).toHaveValue('心');
  });
});

it('on another domain a search goes to the portal, by the form itself', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const page = samplePage({
    host: 'user.cme.localhost:8080',
    full_domain_name: 'user.cme.localhost',
  });
  const { user } = renderPage('/user/learn', routes, { page });
  const form = (await findField()).closest('form')!;
  expect(form).toHaveAttribute('action', 'http://cme.localhost:8080/search');
  expect(await findField()).toHaveAttribute('name', 'keyword');
  await user.type(await findField(), '心');
  await user.click(await screen.findByRole('option', { name: '心肺复苏' }));
  await waitFor(() =>
    expect(leave).toHaveBeenCalledWith(
      `http://cme.localhost:8080/search?keyword=${encodeURIComponent('心肺复苏')}`,
    ),
  );
});

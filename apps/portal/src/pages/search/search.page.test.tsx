import { searchHot, searchIndex } from '@cme/contract/content';
import { describePageStates, mockReply, renderPage, requestsTo, sampleCard } from '@cme/testing';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const none = { course: 0, package: 0, class: 0, live: 0, news: 0, help: 0 };
const empty = { list: [], total: 0, page: 1, page_size: 20, counts: none };
const hit = {
  kind: 'course',
  id: 'c1',
  title: '心肺复苏',
  title_marks: [[0, 2] as [number, number]],
  text: '<b>急诊</b>心肺',
  text_marks: [[9, 11] as [number, number]],
  publish_at: '2026-11-01 08:00:00',
  path: '',
  note: '',
  card: sampleCard({ id: 'c1', title: '心肺复苏' }),
};
const news = {
  ...hit,
  kind: 'news',
  id: 'n1',
  title: '培训通知',
  title_marks: [],
  path: '/news/n1/detail',
  note: '省卫生健康委',
  card: undefined,
};
const filled = {
  ...empty,
  list: [hit, news],
  total: 2,
  counts: { ...none, course: 1, news: 1 },
};
const last = () => requestsTo(searchIndex).at(-1)?.body;

beforeEach(() => mockReply(searchHot, { list: [{ word: '手卫生' }] }));

describe('the search results', () => {
  it('show each kind with its count, marked matches and a link', async () => {
    mockReply(searchIndex, filled);
    renderPage('/search?keyword=心肺', routes);
    const course = await screen.findByRole('link', { name: /心肺\s?复苏/ });
    expect(course.getAttribute('href')).toContain('/item/course/c1/detail');
    expect(course.querySelector('mark')?.textContent).toBe('心肺');
    expect(screen.getByRole('link', { name: '培训通知' })).toHaveAttribute(
      'href',
      '/news/n1/detail',
    );
    expect(screen.getByText('共 1 门课程，1 篇资讯')).toBeVisible();
    expect(screen.getByRole('tab', { name: '全部' })).toHaveTextContent('2');
    await expect.poll(() => document.title).toBe('搜索结果-省卫生健康继续教育中心');
  });

  it.each([
    [{}, '共 0 门课程'],
    [{ live: 2 }, '共 2 场直播'],
    [
      { course: 3, package: 1, class: 1, activity: 2, help: 4 },
      '共 3 门课程，1 个套餐，1 个培训班，2 个活动，4 篇帮助',
    ],
  ])('count %o with the measure word of each kind', async (found, told) => {
    mockReply(searchIndex, { ...filled, counts: { ...none, ...found } });
    renderPage('/search?keyword=心肺', routes);
    expect(await screen.findByText(told)).toBeVisible();
  });

  it('show no credits if there are none', async () => {
    const live = {
      ...hit,
      kind: 'live',
      id: 'l1',
      title: '心肺直播',
      card: sampleCard({ id: 'l1', content_type: 'L', credits: 0, is_free: 'Y' }),
    };
    mockReply(searchIndex, { ...filled, list: [live] });
    renderPage('/search?keyword=心肺', routes);
    await screen.findByRole('link', { name: /直播/ });
    expect(screen.getByText(/^免费 · /)).toBeVisible();
  });

  it("show the number of results in the phone's sheet", async () => {
    mockReply(searchIndex, filled);
    renderPage('/search?keyword=心肺&level=B', routes);
    expect(await screen.findByText('查看 2 个结果')).toBeInTheDocument();
  });

  it('are rendered as text, never as HTML', async () => {
    mockReply(searchIndex, filled);
    renderPage('/search?keyword=心肺', routes);
    const [piece] = await screen.findAllByText(/急诊/);
    expect(piece).toHaveTextContent('<b>急诊</b>心肺');
  });

  it('write tab and filters into the URL and reset the page', async () => {
    mockReply(searchIndex, filled);
    const { user, router } = renderPage('/search?keyword=心肺&page=2', routes);
    await user.click(await screen.findByRole('tab', { name: '资讯' }));
    await waitFor(() => expect(last()).toMatchObject({ type: 'news', page: 1 }));
    await user.click(screen.getByRole('button', { name: '筛选' }));
    await user.click(screen.getByRole('button', { name: '最新' }));
    await waitFor(() => expect(last()).toMatchObject({ type: 'news', sort: 'new' }));
    expect(new URLSearchParams(router.state.location.search).get('keyword')).toBe('心肺');
  });

  it('ignore unknown filter values', async () => {
    mockReply(searchIndex, empty);
    renderPage('/search?keyword=a&type=evil&level=Z&page=-1', routes);
    await waitFor(() => expect(last()).toMatchObject({ type: '', level: '', page: 1 }));
  });

  it.each([
    ['?keyword=x&type=live', filled.counts, '查看全部结果'],
    ['?keyword=x&level=A', none, '重置'],
    ['?keyword=x', none, '查看全部课程'],
  ])('none for %s: show an empty state with a link onward', async (address, counts, way) => {
    mockReply(searchIndex, { ...empty, counts });
    renderPage(`/search${address}`, routes);
    expect(await screen.findByText('没有找到相关课程')).toBeVisible();
    expect(screen.getAllByText(way).at(-1)).toBeVisible();
  });

  it('say which words they lack', async () => {
    mockReply(searchIndex, {
      ...filled,
      asked_words: ['糖尿病', '足'],
      dropped_words: ['足'],
    });
    renderPage('/search?keyword=糖尿病足', routes);
    expect(
      await screen.findByText('没有同时包含“糖尿病”“足”的内容，以下结果不含“足”'),
    ).toBeVisible();
  });

  it('are those of the first keyword if the address has several', async () => {
    mockReply(searchIndex, filled);
    renderPage('/search?keyword=心肺&keyword=护理', routes);
    await screen.findByRole('heading', { name: '“心肺”的搜索结果' });
    await waitFor(() => expect(last()).toMatchObject({ keyword: '心肺' }));
  });

  it('of a keyword that is too long are not asked for, and it is said', async () => {
    renderPage(`/search?keyword=${'心'.repeat(120)}`, routes);
    expect(await screen.findByText('关键词太长了')).toBeVisible();
    expect(screen.getByText('最多 100 个字，现在有 120 个，请删去一些再搜索。')).toBeVisible();
    expect(requestsTo(searchIndex)).toHaveLength(0);
  });

  it('without a keyword show the hot words', async () => {
    renderPage('/search', routes);
    const word = await screen.findByRole('link', { name: '手卫生' });
    expect(decodeURIComponent(word.getAttribute('href') ?? '')).toBe('/search?keyword=手卫生');
    expect(requestsTo(searchIndex)).toHaveLength(0);
  });
});

describePageStates('the results of a search', {
  address: '/search?keyword=心肺',
  routes,
  call: searchIndex,
  filled,
  shows: '培训通知',
  empty: { reply: empty, says: /没有/ },
});

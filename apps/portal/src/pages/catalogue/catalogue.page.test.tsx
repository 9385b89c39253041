import { userInfo } from '@cme/contract/person';
import { contentList } from '@cme/contract/content';
import {
  requestsTo,
  describePageStates,
  mockRefusal,
  renderPage,
  mockReply,
  sampleCard,
  sampleUser,
} from '@cme/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const empty = { list: [], total: 0, page: 1, page_size: 24, years: ['2025', '2023'] };
const last = () => requestsTo(contentList).at(-1)?.body;

beforeEach(() => sessionStorage.clear());

describe('the catalogue', () => {
  it('shows the count and the courses', async () => {
    mockReply(contentList, { ...empty, list: [sampleCard({ title: '手卫生' })], total: 1 });
    renderPage('/publicneed', routes);
    expect(await screen.findByRole('heading', { name: '手卫生' })).toBeVisible();
    expect(screen.getByText('共 1 门课程')).toBeVisible();
    await expect.poll(() => document.title).toBe('公需科目-省卫生健康继续教育中心');
    expect(last()).toMatchObject({ subject_kind: 'public', sort: 'best', page: 1, page_size: 24 });
  });

  it('reads its filters from the URL', async () => {
    mockReply(contentList, empty);
    renderPage('/profession?series=04&level=B&price_kind=free&sort=hot&page=2', routes);
    await waitFor(() =>
      expect(last()).toMatchObject({
        subject_kind: 'pro',
        series: '04',
        level: 'B',
        price_kind: 'free',
        sort: 'hot',
        page: 2,
      }),
    );
    expect(await screen.findByRole('button', { name: '护理系列' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  it('ignores unknown filter values', async () => {
    mockReply(contentList, empty);
    renderPage('/profession?level=Z&sort=evil&page=-3&series=04', routes);
    await waitFor(() =>
      expect(last()).toMatchObject({ level: '', sort: 'best', page: 1, series: '04' }),
    );
  });

  it('writes a filter into the URL and resets to the first page', async () => {
    mockReply(contentList, { ...empty, list: [sampleCard()], total: 60 });
    const { user, router } = renderPage('/profession?page=2', routes);
    await user.click(await screen.findByRole('button', { name: '筛选' }));
    await user.click(screen.getByRole('button', { name: '免费' }));
    await waitFor(() => expect(router.state.location.search).toBe('?price_kind=free'));
    await waitFor(() => expect(last()).toMatchObject({ price_kind: 'free', page: 1 }));
  });

  it('toggles the filter 适合我 with one click', async () => {
    mockReply(contentList, { ...empty, list: [sampleCard()], total: 1 });
    mockReply(userInfo, sampleUser({ series_code: '04', level: 'B', post_type: 'E' }));
    const { user, router } = renderPage('/profession?sort=hot', routes, { token: 'token' });
    const chip = await screen.findByRole('button', { name: '适合我', pressed: false });
    await user.click(chip);
    await waitFor(() =>
      expect(router.state.location.search).toBe('?sort=hot&series=04&level=B&post_type=E'),
    );
    await user.click(await screen.findByRole('button', { name: '适合我', pressed: true }));
    await waitFor(() => expect(router.state.location.search).toBe('?sort=hot'));
  });

  const nurse = sampleUser({ series_code: '04', level: 'B', post_type: 'E' });

  it('applies 适合我 by default, and the learner can turn it off for the visit', async () => {
    mockReply(contentList, { ...empty, list: [sampleCard()], total: 1 });
    mockReply(userInfo, nurse);
    const first = renderPage('/profession', routes, { token: 'token' });
    await waitFor(() =>
      expect(first.router.state.location.search).toBe('?series=04&level=B&post_type=E'),
    );
    expect(await screen.findByText(/已按您的专业系列/)).toBeVisible();
    await first.user.click(await screen.findByRole('button', { name: '适合我', pressed: true }));
    await waitFor(() => expect(first.router.state.location.search).toBe(''));
    first.unmount();
    const again = renderPage('/profession', routes, { token: 'token' });
    await screen.findByRole('button', { name: '适合我', pressed: false });
    await screen.findByText('共 1 门课程');
    expect(again.router.state.location.search).toBe('');
  });

  it('does not cancel a navigation when the default filter arrives', async () => {
    const person = Promise.withResolvers<typeof nurse>();
    const page = Promise.withResolvers<{ Component: () => string }>();
    mockReply(contentList, { ...empty, list: [sampleCard()], total: 1 });
    mockReply(userInfo, () => person.promise);
    const slow = { path: '/slow', lazy: () => page.promise };
    const { router } = renderPage('/profession', [...routes, slow], { token: 'token' });
    await screen.findByText('共 1 门课程');
    await act(async () => void router.navigate('/slow'));
    await waitFor(() => expect(router.state.navigation.state).toBe('loading'));
    await act(async () => person.resolve(nurse));
    await screen.findByText(/已按您的专业系列|适合我/);
    page.resolve({ Component: () => '另一个页面' });
    expect(await screen.findByText('另一个页面')).toBeVisible();
  });

  it.each([
    ['/profession?sort=hot', '?sort=hot', nurse],
    ['/publicneed', '', nurse],
    ['/profession', '', sampleUser({ series_code: '', level: '' })],
  ])('keeps the filters of %s', async (address, search, person) => {
    mockReply(contentList, { ...empty, list: [sampleCard()], total: 1 });
    mockReply(userInfo, person);
    const { router } = renderPage(address, routes, { token: 'token' });
    await screen.findByText('共 1 门课程');
    await waitFor(() => expect(requestsTo(userInfo).length).toBeGreaterThan(0));
    await screen.findByRole('button', { name: '适合我', pressed: false });
    expect(router.state.location.search).toBe(search);
  });

  it('shows the number of results in the sheet', async () => {
    mockReply(contentList, { ...empty, list: [sampleCard()], total: 37 });
    renderPage('/profession?level=B', routes);
    expect(await screen.findByText('查看 37 个结果')).toBeInTheDocument();
  });

  it('offers the years from the server and the one in the URL', async () => {
    mockReply(contentList, empty);
    renderPage('/profession?year=2021', routes);
    await screen.findByRole('button', { name: '2025年' });
    const row = screen.getByRole('group', { name: '年度' });
    expect(
      within(row)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['全部', '2025年', '2023年', '2021年']);
  });

  it.each([
    ['/search?recommended=Y', '推荐课程', { recommended: 'Y', sort: 'best', subject_kind: '' }],
    ['/search?price_kind=free&sort=hot', '免费课程', { price_kind: 'free', sort: 'hot' }],
    ['/search?sort=hot', '热门课程', { sort: 'hot', subject_kind: '' }],
    ['/search?price_kind=paid&sort=hot', '精品课程', { price_kind: 'paid', subject_kind: '' }],
    ['/search?sort=new', '最新课程', { sort: 'new', subject_kind: '' }],
    ['/search?sort=new&level=B', '全部课程', { sort: 'new', level: 'B' }],
    ['/search?subject_kind=public&level=B', '全部课程', { subject_kind: 'public', level: 'B' }],
  ])('at %s is titled %s and lists both kinds of subjects', async (address, name, asked) => {
    mockReply(contentList, { ...empty, list: [sampleCard()], total: 1 });
    renderPage(address, routes);
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
    await waitFor(() => expect(last()).toMatchObject(asked));
  });

  it('asks for the profession before it applies 适合我', async () => {
    mockReply(contentList, empty);
    const { user } = renderPage('/profession', routes);
    await user.click(await screen.findByRole('button', { name: '适合我' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(last()).toMatchObject({ series: '', level: '' });
  });

  it('collapses its filters unless the URL has some', async () => {
    mockReply(contentList, empty);
    const first = renderPage('/profession', routes);
    const opener = await screen.findByRole('button', { name: '筛选' });
    expect(opener).toHaveAttribute('aria-expanded', 'false');
    await first.user.click(opener);
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    first.unmount();
    renderPage('/profession?level=B', routes);
    expect(await screen.findByRole('button', { name: /筛选/ })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
  });

  it('says so if a link leads to a page beyond the last, and links to the first', async () => {
    mockReply(contentList, { ...empty, total: 6, page: 9 });
    const { user, router } = renderPage('/profession?level=B&page=9', routes);
    expect(await screen.findByText('这一页没有内容')).toBeVisible();
    await user.click(screen.getByRole('link', { name: '回到第一页' }));
    await waitFor(() => expect(router.state.location.search).toBe('?level=B'));
  });

  it('shows an empty state with a reset button', async () => {
    mockReply(contentList, empty);
    const { user, router } = renderPage('/profession?level=A&sort=hot', routes);
    expect(await screen.findByText('没有找到相关课程')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: '重置' }).at(-1)!);
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('expands and collapses the disciplines level by level', async () => {
    mockReply(contentList, empty);
    const { user } = renderPage('/profession?discipline=0301', routes);
    await waitFor(() => expect(last()).toMatchObject({ discipline: '0301' }));
    const broad = await screen.findByRole('group', { name: '学科' });
    expect(within(broad).getByRole('button', { name: '临床内科学' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    const narrow = screen.getByRole('group', { name: '心血管病学下的学科' });
    await user.click(within(narrow).getByRole('button', { name: '高血压' }));
    await waitFor(() => expect(last()).toMatchObject({ discipline: '030101' }));
    const middle = screen.getByRole('group', { name: '临床内科学下的学科' });
    await user.click(within(middle).getByRole('button', { name: '全部' }));
    await waitFor(() => expect(last()).toMatchObject({ discipline: '03' }));
  });

  it.each([
    ['项目级别', '国家级', { project_level: '国家' }],
    ['授课方式', '面授', { teach_way: 'face' }],
    ['学分', '1至3学分', { credits: '1-3' }],
    ['年度', '2025年', { year: '2025' }],
    ['排序', '最热', { sort: 'hot' }],
  ])('%s %s is requested', async (group, choice, asked) => {
    mockReply(contentList, empty);
    const { user } = renderPage('/profession?level=B', routes);
    const row = await screen.findByRole('group', { name: group });
    await user.click(await within(row).findByRole('button', { name: choice }));
    await waitFor(() => expect(last()).toMatchObject({ level: 'B', ...asked }));
  });

  it('asks users with an empty profile for series and level first', async () => {
    mockReply(contentList, empty);
    mockReply(userInfo, sampleUser({ series_code: '', level: '' }));
    const { user } = renderPage('/profession', routes, { token: 'token' });
    await screen.findByRole('heading', { name: '先选专业系列和级别' });
    const form = screen.getByRole('button', { name: '看适合我的课程' }).closest('form')!;
    await user.selectOptions(within(form).getByRole('combobox', { name: '专业系列' }), '04');
    await user.selectOptions(within(form).getByRole('combobox', { name: '专业级别' }), 'B');
    await user.click(screen.getByRole('button', { name: '看适合我的课程' }));
    await waitFor(() => expect(last()).toMatchObject({ series: '04', level: 'B' }));
    expect(screen.queryByRole('heading', { name: '先选专业系列和级别' })).toBeNull();
  });

  it('scrolls infinitely on phones, and back restores as many pages', async () => {
    const page = (at: number) => ({
      list: Array.from({ length: 24 }, (_, n) =>
        sampleCard({ id: `c${at}-${n}`, title: `课程${at}-${n}` }),
      ),
      total: 48,
      page: at,
      page_size: 24,
    });
    mockReply(contentList, ({ body }) => page(Number(body.page ?? 1)));
    const { user, router } = renderPage('/profession', routes);
    await user.click(await screen.findByText('加载更多'));
    expect(await screen.findByRole('heading', { name: '课程2-23' })).toBeInTheDocument();
    expect(screen.getByText('没有更多了')).toBeInTheDocument();
    await act(() => router.navigate('/publicneed'));
    await act(() => router.navigate(-1));
    expect(await screen.findByRole('heading', { name: '课程2-23' })).toBeInTheDocument();
  });

  it('offers a retry if the list cannot be loaded', async () => {
    mockRefusal(contentList, 503, '服务暂时不可用');
    const { user } = renderPage('/publicneed', routes);
    const retry = await screen.findByRole('button', { name: '重试' });
    mockReply(contentList, { ...empty, list: [sampleCard({ title: '回来了' })], total: 1 });
    await user.click(retry);
    expect(await screen.findByRole('heading', { name: '回来了' })).toBeVisible();
  });
});

describePageStates('the catalogue', {
  address: '/publicneed',
  routes,
  call: contentList,
  filled: { ...empty, list: [sampleCard({ title: '手卫生' })], total: 1 },
  shows: '手卫生',
  empty: { reply: empty, says: /没有/ },
});

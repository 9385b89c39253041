import { newsDetail, newsDownload, type NewsItem, newsList, newsView } from '@cme/contract/content';
import { describePageStates, mockRefusal, mockReply, renderPage, requestsTo } from '@cme/testing';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../routes.ts';
import { formatSize } from './size-words.ts';

const row = {
  id: 'n1',
  type: 'B',
  title: '关于开展公需科目学习的通知',
  source: '培训中心',
  summary: '本年度公需科目',
  publish_at: '2026-11-17 09:30:00',
  top: 'Y' as const,
};
const item: NewsItem = {
  ...row,
  html: '<p>请登录<script>alert(1)</script>学习</p>',
  view_count: 12_345,
  attachments: [
    { id: 'f1', name: '通知.pdf', size: 412_672, kind: 'pdf', can_download: 'Y', url: '' },
    { id: 'f2', name: '样表.xlsx', size: 900, kind: 'xlsx', can_download: 'N', url: '' },
  ],
  previous: { id: 'n2', title: '新的一条' },
};
const page = { list: [row], total: 40, page: 1, page_size: 12 };

describePageStates('the list of news', {
  address: '/news',
  routes,
  call: newsList,
  filled: page,
  shows: row.title,
  empty: { reply: { ...page, list: [], total: 0 }, says: '暂无内容' },
});

describe('the list of news', () => {
  beforeEach(() => mockReply(newsList, page));
  const last = () => requestsTo(newsList).at(-1)?.body;

  it('keeps type and page in the URL, and a change of type resets the page', async () => {
    const { user, router } = renderPage('/news?type=B&page=2', routes);
    expect(await screen.findByRole('tab', { name: '通知公告', selected: true })).toBeVisible();
    await waitFor(() => expect(last()).toMatchObject({ type: 'B', page: 2 }));
    await user.click(screen.getByRole('tab', { name: '政策法规' }));
    await waitFor(() => expect(router.state.location.search).toBe('?type=N'));
    await waitFor(() => expect(last()).toMatchObject({ type: 'N', page: 1 }));
    await user.click(await screen.findByRole('link', { name: '第 3 页' }));
    await waitFor(() => expect(router.state.location.search).toBe('?type=N&page=3'));
    await router.navigate(-1);
    await waitFor(() => expect(router.state.location.search).toBe('?type=N'));
    await user.click(screen.getByRole('tab', { name: '全部' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it.each([
    ['/news', '政策法规'],
    ['/news?type=N', '政策法规'],
    ['/news?type=B', '通知公告'],
  ])('%s is titled %s', async (address, name) => {
    renderPage(address, routes);
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
    await expect.poll(() => document.title).toMatch(new RegExp(`^${name}-`));
  });

  it('marks pinned items and shows date and source', async () => {
    renderPage('/news', routes);
    expect(await screen.findByText('置顶')).toBeVisible();
    expect(screen.getByText('培训中心')).toBeVisible();
    expect(screen.getByRole('link', { name: row.title })).toHaveAttribute(
      'href',
      '/news/n1/detail',
    );
  });

  it.each(['?type=X', '?page=-1', '?page=abc'])('ignores the type %s', async (search) => {
    renderPage(`/news${search}`, routes);
    await screen.findByRole('tab', { name: '全部', selected: true });
    await waitFor(() => expect(last()).toMatchObject({ type: '', page: 1 }));
  });
});

describe('a news item', () => {
  beforeEach(() => {
    mockReply(newsDetail, item);
    mockReply(newsView, {});
  });

  it('shows title, source, date, text and files, with links onward', async () => {
    renderPage('/news/n1/detail', routes);
    expect(await screen.findByRole('heading', { name: row.title, level: 1 })).toBeVisible();
    expect(screen.getByText('来源：培训中心')).toBeVisible();
    expect(screen.getByText('12,345 次阅读')).toBeVisible();
    expect(await screen.findByText('请登录学习')).toBeVisible();
    expect(document.querySelector('main script')).toBeNull();
    expect(screen.getByRole('button', { name: '下载 通知.pdf' })).toBeEnabled();
    expect(screen.getByText('PDF · 403 KB')).toBeVisible();
    expect(screen.queryByRole('button', { name: /样表/ })).toBeNull();
    expect(screen.getByRole('link', { name: '新的一条' })).toHaveAttribute(
      'href',
      '/news/n2/detail',
    );
    expect(screen.getByText('没有了')).toBeVisible();
    await expect.poll(() => document.title).toContain(row.title);
  });

  it('shows why a file is unavailable', async () => {
    mockRefusal(newsDownload, 404, '没有找到该文件');
    const { user } = renderPage('/news/n1/detail', routes);
    await user.click(await screen.findByRole('button', { name: '下载 通知.pdf' }));
    expect(await screen.findByText('没有找到该文件')).toBeVisible();
    expect(requestsTo(newsDownload)[0]?.body).toMatchObject({ id: 'n1', attachment_id: 'f1' });
  });

  it('inside WeChat explains how to open the page in a browser instead of downloading', async () => {
    const agent = vi
      .spyOn(navigator, 'userAgent', 'get')
      .mockReturnValue('Mobile MicroMessenger/8.0.50');
    const left = vi.spyOn(location, 'assign').mockImplementation(() => {});
    mockReply(newsDownload, {
      url: '/qm/news/x.pdf',
      file_name: 'x.pdf',
      expire_at: '2026-11-17 09:40:00',
    });
    const { user, router } = renderPage('/news/n1/detail', routes);
    await user.click(await screen.findByRole('button', { name: '下载 通知.pdf' }));
    await waitFor(() =>
      expect(router.state.location.state).toMatchObject({ slidePage: 'browser' }),
    );
    expect(left).not.toHaveBeenCalled();
    agent.mockRestore();
    left.mockRestore();
  });

  it('counts one view, and ignores errors of counting', async () => {
    mockRefusal(newsView, 404, '出错了');
    renderPage('/news/n1/detail', routes);
    await screen.findByRole('heading', { name: row.title });
    await waitFor(() => expect(requestsTo(newsView)).toHaveLength(1));
    expect(screen.queryByText('出错了')).toBeNull();
  });

  it('has files only if there are any, and says if some cannot be had yet', async () => {
    const first = renderPage('/news/n1/detail', routes);
    expect(await screen.findByText(/^附件正在整理，暂不能下载/)).toBeVisible();
    first.unmount();
    mockReply(newsDetail, { ...item, attachments: [] });
    renderPage('/news/n1/detail', routes);
    await screen.findByRole('heading', { name: row.title });
    expect(screen.queryByRole('region', { name: '附件' })).toBeNull();
  });

  it('opens a file at its own address', async () => {
    const left = vi.spyOn(location, 'assign').mockImplementation(() => {});
    mockReply(newsDownload, {
      url: '/qm/news/x.pdf',
      file_name: 'x.pdf',
      expire_at: '2026-11-17 09:40:00',
    });
    const { user } = renderPage('/news/n1/detail', routes);
    await user.click(await screen.findByRole('button', { name: '下载 通知.pdf' }));
    await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('/qm/news/x.pdf'));
    left.mockRestore();
  });

  it('is not counted before it is visible', async () => {
    Object.assign(document, { prerendering: true });
    renderPage('/news/n1/detail', routes);
    await screen.findByRole('heading', { name: row.title });
    expect(requestsTo(newsView)).toEqual([]);
    Object.assign(document, { prerendering: false });
    document.dispatchEvent(new Event('prerenderingchange'));
    await waitFor(() => expect(requestsTo(newsView)).toHaveLength(1));
  });

  it('without a source has none, and can be printed', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    mockReply(newsDetail, { ...item, source: '', type: 'N' });
    const { user } = renderPage('/news/n1/detail', routes);
    await user.click(await screen.findByRole('button', { name: '打印' }));
    expect(print).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
    expect(screen.queryByText(/^来源/)).toBeNull();
    expect(screen.getByRole('link', { name: '返回列表' })).toHaveAttribute('href', '/news?type=N');
  });

  it('that cannot be loaded can be asked for again', async () => {
    mockRefusal(newsDetail, 503, '服务暂时不可用');
    const { user } = renderPage('/news/n1/detail', routes);
    await screen.findByText('服务暂时不可用');
    mockReply(newsDetail, item);
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByRole('heading', { name: row.title })).toBeVisible();
  });

  it('that does not exist renders the not-found page', async () => {
    mockRefusal(newsDetail, 404, '内容不存在或已撤下');
    renderPage('/news/gone/detail', routes);
    expect(await screen.findByRole('heading', { name: '页面不存在' })).toBeVisible();
  });
});

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1_363_149, '1.3 MB'],
])('%i bytes are formatted as %s', (bytes, words) => expect(formatSize(bytes)).toBe(words));

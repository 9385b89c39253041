import type { ReplyOf } from '@cme/contract/base';
import { userInfo } from '@cme/contract/person';
import { type Resource, resourceDownload, resourceList } from '@cme/contract/study';
import {
  mockPending,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  sampleUser,
} from '@cme/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Resources } from './resources.tsx';

const routes = [{ path: '/c1', element: <Resources courseId="c1" />, handle: { title: '课程' } }];
const file = (change: Partial<Resource> = {}): Resource => ({
  resource_id: 'r1',
  title: '心电图速查表',
  kind: 'pdf',
  size: 2_621_440,
  created_at: '2026-11-01 08:00:00',
  ...change,
});
const files = (can_download: 'Y' | 'N', ...list: Resource[]): ReplyOf<typeof resourceList> => ({
  list: list.length > 0 ? list : [file()],
  can_download,
});
const leave = vi.fn<(url: string | URL) => void>();

beforeEach(() => {
  leave.mockReset();
  vi.spyOn(location, 'assign').mockImplementation(leave);
  mockReply(userInfo, sampleUser());
  mockReply(resourceList, files('Y'));
});
afterEach(() => void vi.restoreAllMocks());

describe('the files of a course', () => {
  it.each([
    ['pdf', 2_621_440, 'PDF 文档 · 2.5 MB'],
    ['ppt', 1_048_576, '演示文稿 · 1.0 MB'],
    ['xls', 2048, '表格 · 2 KB'],
    ['zip', 10, '压缩包 · 1 KB'],
    ['of_tomorrow', 4096, '文件 · 4 KB'],
  ])('of kind %s with %i bytes are described as %s', async (kind, size, words) => {
    mockReply(resourceList, files('Y', file({ kind, size })));
    renderPage('/c1', routes, { token: 'T1' });
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('are listed for everybody, with a word on how to get them', async () => {
    mockReply(resourceList, files('N'));
    renderPage('/c1', routes);
    expect(await screen.findByText('心电图速查表')).toBeVisible();
    expect(screen.getByText('加入课程后可以下载资料。')).toBeVisible();
    expect(screen.queryByRole('button', { name: /下载/ })).toBeNull();
  });

  it('are opened by an address that is asked for on the click, since it ends after minutes', async () => {
    mockReply(resourceDownload, { url: '/qm/files/x?pass=1', name: '心电图.pdf', expire_at: '' });
    const { user } = renderPage('/c1', routes, { token: 'T1' });
    const button = await screen.findByRole('button', { name: '下载 心电图速查表' });
    expect(requestsTo(resourceDownload)).toEqual([]);
    await user.click(button);
    await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('/qm/files/x?pass=1'));
    expect(requestsTo(resourceDownload)[0]?.body).toEqual({
      content_type: 'C',
      id: 'c1',
      resource_id: 'r1',
    });
  });

  it('cannot be asked for twice while one is on its way', async () => {
    mockPending(resourceDownload);
    const { user } = renderPage('/c1', routes, { token: 'T1' });
    const button = await screen.findByRole('button', { name: '下载 心电图速查表' });
    await user.dblClick(button);
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(requestsTo(resourceDownload)).toHaveLength(1);
  });

  it('say why one cannot be opened', async () => {
    mockRefusal(resourceDownload, 404, '没有找到该文件', 'not_found');
    const { user } = renderPage('/c1', routes, { token: 'T1' });
    await user.click(await screen.findByRole('button', { name: '下载 心电图速查表' }));
    expect(await screen.findByText('没有找到该文件')).toBeVisible();
    expect(leave).not.toHaveBeenCalled();
  });

  it('inside WeChat, which blocks downloads, lead to a browser', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mobile MicroMessenger/8.0.50');
    mockReply(resourceDownload, { url: '/qm/files/x', name: 'x.pdf', expire_at: '' });
    const { user } = renderPage('/c1', routes, { token: 'T1' });
    await user.click(await screen.findByRole('button', { name: '下载 心电图速查表' }));
    const dialog = await screen.findByRole('dialog', { name: '在浏览器打开' });
    expect(dialog).toHaveTextContent('请点击右上角···在浏览器打开下载');
    expect(leave).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: '我知道了' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('that do not exist say so', async () => {
    mockReply(resourceList, { list: [], can_download: 'N' });
    renderPage('/c1', routes);
    expect(await screen.findByText('这门课程没有资料')).toBeVisible();
  });

  it('that cannot be loaded can be asked for again', async () => {
    mockRefusal(resourceList, 503, '服务暂时不可用');
    const { user } = renderPage('/c1', routes);
    await screen.findByText('服务暂时不可用');
    mockReply(resourceList, files('N'));
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText('心电图速查表')).toBeVisible();
  });

  it('are asked for anew for a learner: what they may open depends on them', async () => {
    mockReply(resourceList, ({ token }) => files(token ? 'Y' : 'N'));
    renderPage('/c1', routes, { token: 'T1' });
    expect(await screen.findByRole('button', { name: '下载 心电图速查表' })).toBeVisible();
    expect(requestsTo(resourceList).map(({ token }) => token)).toEqual(['T1']);
  });
});

import { weixinGetSign } from '@cme/contract/site';
import { mockRefusal, renderPage, requestsTo } from '@cme/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const routes = [
  {
    path: '/',
    element: (
      <>
        <h1>首页内容</h1>
        <a href="#file" download="手册.pdf">
          <span>下载手册</span>
        </a>
        <a href="#part">往下</a>
      </>
    ),
    handle: { title: '首页' },
  },
  { path: '/news', element: <h1>资讯内容</h1>, handle: { title: '政策法规' } },
];
const openIn = async (agent: string) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
  const page = renderPage('/', routes);
  await screen.findByText('首页内容');
  return page;
};
const wechat = 'Mozilla/5.0 (iPhone) Mobile MicroMessenger/8.0.50';
const browser = 'Mozilla/5.0 (iPhone) Version/18.0 Mobile Safari/604.1';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  mockRefusal(weixinGetSign, 404, '没有配置');
});
afterEach(() => void vi.restoreAllMocks());

describe('a download link inside a chat app', () => {
  it('does not download, which the app would block, but says how to open a browser', async () => {
    await openIn(wechat);
    expect(fireEvent.click(screen.getByText('下载手册'))).toBe(false);
    const page = await screen.findByRole('dialog', { name: '在浏览器打开' });
    expect(page).toHaveTextContent('点击屏幕右上角的 ··· 按钮');
    expect(page).toHaveTextContent('选择“在浏览器打开”，登录后再次点击下载');
  });

  it('leaves other links alone', async () => {
    const { router } = await openIn(wechat);
    fireEvent.click(screen.getByRole('link', { name: '往下' }));
    expect(router.state.location.state).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the explanation is closed by the back button', async () => {
    const { router } = await openIn(wechat);
    fireEvent.click(screen.getByText('下载手册'));
    await screen.findByRole('dialog', { name: '在浏览器打开' });
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('首页内容')).toBeVisible();
  });
});

it('in a browser a download link downloads', async () => {
  await openIn(browser);
  fireEvent.click(screen.getByText('下载手册'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('the share menu', () => {
  it('is signed once the page is complete, once more for the next page, and never tells of a failure', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { router } = await openIn(wechat);
    await act(() => vi.advanceTimersByTimeAsync(500));
    await waitFor(() => expect(requestsTo(weixinGetSign).length).toBeGreaterThan(0));
    const { length } = requestsTo(weixinGetSign);
    expect(requestsTo(weixinGetSign)[0]?.body).toMatchObject({ in_app: 'wechat' });
    await act(() => router.navigate('/news'));
    await act(() => vi.advanceTimersByTimeAsync(500));
    await waitFor(() => expect(requestsTo(weixinGetSign).length).toBeGreaterThan(length));
    expect(screen.queryByText('没有配置')).toBeNull();
    vi.useRealTimers();
  });

  it('asks for nothing outside chat apps', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await openIn(browser);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(requestsTo(weixinGetSign)).toEqual([]);
    vi.useRealTimers();
  });
});

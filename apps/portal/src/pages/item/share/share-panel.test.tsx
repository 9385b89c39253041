import { renderPage } from '@cme/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ShareButton } from '../share-button.tsx';

const address = () => `${location.origin}/item/course/c1/detail`;

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

async function open() {
  const { user } = renderPage('/item/course/c1/detail?tab=outline', [
    { path: '/item/course/c1/detail', element: <ShareButton title="手卫生" /> },
  ]);
  await user.click(await screen.findByRole('button', { name: '分享' }));
  await screen.findByRole('dialog', { name: '分享' });
  return user;
}

it('shows the URL without its query, as text and as QR code', async () => {
  await open();
  expect(screen.getByLabelText('页面地址')).toHaveValue(address());
  expect(await screen.findByRole('img', { name: '用手机扫码打开' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '用其他应用分享' })).toBeNull();
});

it('copies the URL and says so', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: '复制链接' }));
  expect(await navigator.clipboard.readText()).toBe(address());
  expect(await screen.findByText('链接已复制')).toBeInTheDocument();
});

it('selects the URL if copying is not permitted', async () => {
  const user = await open();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  await user.click(screen.getByRole('button', { name: '复制链接' }));
  expect(await screen.findByText('未能复制，请手动选择地址复制')).toBeInTheDocument();
  const field = screen.getByLabelText<HTMLInputElement>('页面地址');
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, address().length]);
});

it('passes title and URL to the Web Share API', async () => {
  const share = vi.fn<Navigator['share']>().mockRejectedValue(new Error('closed'));
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  const user = await open();
  await user.click(screen.getByRole('button', { name: '用其他应用分享' }));
  await waitFor(() => expect(share).toHaveBeenCalledWith({ title: '手卫生', url: address() }));
});

it('closes by its button', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: '关闭' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

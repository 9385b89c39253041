import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '@cme/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeNote, currentNotes, notify, toast } from './toast.ts';

const routes = [
  { path: '/', element: <h1>首页内容</h1> },
  { path: '/cart', element: <h1>购物车内容</h1> },
];

/** A page whose toasts are shown by its frame. */
async function openPage() {
  renderPage('/', routes);
  await screen.findByText('首页内容');
}
const getLine = (text: string) => screen.getByText(text).closest<HTMLElement>('.note')!;
const advanceTime = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  act(() => {
    for (const { key } of currentNotes()) closeNote(key);
  });
});

describe('a toast', () => {
  it('waits while it is pointed at', async () => {
    await openPage();
    act(() => void toast.info('已复制'));
    await screen.findByText('已复制');
    fireEvent.pointerEnter(getLine('已复制'));
    await advanceTime(10_000);
    expect(screen.getByText('已复制')).toBeVisible();
    fireEvent.pointerLeave(getLine('已复制'));
    await advanceTime(3100);
    expect(screen.queryByText('已复制')).toBeNull();
  });

  it('waits while its link has the focus', async () => {
    await openPage();
    act(() => void toast.success('已加入购物车', { link: { title: '去购物车', href: '/cart' } }));
    const link = await screen.findByRole('link', { name: '去购物车' });
    act(() => link.focus());
    await advanceTime(10_000);
    expect(link).toBeVisible();
    act(() => link.blur());
    await advanceTime(3100);
    expect(screen.queryByText('已加入购物车')).toBeNull();
  });

  it('is gone once its link was followed', async () => {
    await openPage();
    act(() => void toast.success('已加入购物车', { link: { title: '去购物车', href: '/cart' } }));
    fireEvent.click(await screen.findByRole('link', { name: '去购物车' }));
    expect(await screen.findByText('购物车内容')).toBeVisible();
    expect(screen.queryByText('已加入购物车')).toBeNull();
  });

  it.each([
    ['another link', { link: { title: '查看', href: '/news' } }],
    ['no link', {}],
  ])('with the same text but %s is another one', async (_, options) => {
    await openPage();
    act(() => {
      toast.info('有新消息', { link: { title: '查看', href: '/cart' } });
      toast.info('有新消息', options);
    });
    expect(await screen.findAllByText('有新消息')).toHaveLength(2);
  });
});

it('a notification has no role of its own, except an error, and can be closed by keyboard', async () => {
  await openPage();
  act(() => {
    notify({ key: 'a', title: '审核通过', message: '申报已通过', duration: 0 });
    notify({ key: 'b', type: 'error', message: '证书未发放', duration: 0 });
  });
  await screen.findByText('申报已通过');
  expect(getLine('申报已通过')).not.toHaveAttribute('role');
  expect(screen.getByRole('alert')).toHaveTextContent('证书未发放');
  const [close] = screen.getAllByRole('button', { name: '关闭' });
  act(() => close!.click());
  expect(screen.queryByText('申报已通过')).toBeNull();
  expect(screen.getByText('证书未发放')).toBeVisible();
});

it('two releases of this library on one page share their toasts', async () => {
  await openPage();
  vi.resetModules();
  const other = await import('./toast.ts');
  act(() => void other.toast.info('来自另一个版本'));
  expect(await screen.findByText('来自另一个版本')).toBeVisible();
  expect(currentNotes().map(({ message }) => message)).toContain('来自另一个版本');
});

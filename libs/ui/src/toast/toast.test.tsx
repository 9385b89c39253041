import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToastHost } from './toast-host.tsx';
import { closeNote, currentNotes, notify, toast, toastTypes } from './toast.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  act(() => {
    for (const { key } of currentNotes()) closeNote(key);
  });
});
const advanceTime = (time: number) => act(() => void vi.advanceTimersByTime(time));

describe('toasts', () => {
  it.each(toastTypes)('of type %s stay for 3 seconds, 8 px from the top', (type) => {
    render(<ToastHost />);
    act(() => void toast[type](`${type} 的提示`));
    const line = screen.getByText(`${type} 的提示`);
    expect(line.closest<HTMLElement>('.toasts')?.style.top).toBe('8px');
    advanceTime(2999);
    expect(screen.queryByText(`${type} 的提示`)).not.toBeNull();
    advanceTime(1);
    expect(screen.queryByText(`${type} 的提示`)).toBeNull();
  });

  it('with the same text are shown once and restart their timer', () => {
    render(<ToastHost />);
    act(() => void toast.error('网络异常，请稍后再试'));
    act(() => void vi.advanceTimersByTime(2000));
    act(() => void toast.error('网络异常，请稍后再试'));
    expect(screen.getAllByText('网络异常，请稍后再试')).toHaveLength(1);
    act(() => void vi.advanceTimersByTime(2000));
    expect(screen.getByText('网络异常，请稍后再试')).toBeVisible();
    act(() => void vi.advanceTimersByTime(1000));
    expect(screen.queryByText('网络异常，请稍后再试')).toBeNull();
    act(() => {
      toast.error('网络异常，请稍后再试');
      toast.warning('网络异常，请稍后再试');
    });
    expect(screen.getAllByText('网络异常，请稍后再试')).toHaveLength(2);
  });

  it('have five types', () =>
    expect(toastTypes).toEqual(['info', 'success', 'error', 'warning', 'loading']));

  it('with duration 0 stay until they are dismissed', () => {
    render(<ToastHost />);
    let closeToast = () => {};
    act(() => void (closeToast = toast.loading('正在提交', { duration: 0 })));
    advanceTime(60_000);
    expect(screen.queryByText('正在提交')).not.toBeNull();
    act(closeToast);
    expect(screen.queryByText('正在提交')).toBeNull();
  });

  it('with the key of a visible one replace it', () => {
    render(<ToastHost />);
    act(() => void toast.warning('请先登陆', { key: 'guard' }));
    advanceTime(2000);
    act(() => void toast.warning('该站点不对外开放', { key: 'guard' }));
    expect(screen.queryByText('请先登陆')).toBeNull();
    advanceTime(2000);
    expect(screen.queryByText('该站点不对外开放')).not.toBeNull();
  });

  it('render server messages as plain text', () => {
    const hostile = '<img src=x onerror="alert(1)"><script>alert(1)</script>';
    const { container } = render(<ToastHost />);
    act(() => void toast.error(hostile));
    act(() => void notify({ title: hostile, message: hostile }));
    expect(screen.getAllByText(hostile)).toHaveLength(3);
    expect(container.querySelector('img, script')).toBeNull();
  });

  it('announce errors assertively to screen readers', () => {
    render(<ToastHost />);
    act(() => void toast.error('服务暂时不可用'));
    expect(screen.getByRole('alert').textContent).toBe('服务暂时不可用');
  });
});

it('notifications stay for 4.5 seconds and can be closed', () => {
  render(<ToastHost />);
  act(() => void notify({ title: '审核通过', message: '申报已通过' }));
  advanceTime(4499);
  expect(screen.queryByText('审核通过')).not.toBeNull();
  advanceTime(1);
  expect(screen.queryByText('审核通过')).toBeNull();
  act(() => void notify({ message: '证书已发放' }));
  act(() => screen.getByRole('button', { name: '关闭' }).click());
  expect(screen.queryByText('证书已发放')).toBeNull();
});

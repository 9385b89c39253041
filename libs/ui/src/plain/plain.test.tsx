import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { FormEvent } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { Progress } from './progress.tsx';
import { Skeleton } from './skeleton.tsx';

describe('Button', () => {
  it('works by pointer and keyboard and submits no form by default', async () => {
    const press = vi.fn<() => void>();
    const send = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault());
    render(
      <form onSubmit={send}>
        <Button onClick={press}>收藏</Button>
        <Button type="submit">提交</Button>
      </form>,
    );
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: '收藏' }));
    await user.keyboard('{Enter} ');
    expect(press).toHaveBeenCalledTimes(3);
    expect(send).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: '提交' }));
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('that is disabled cannot be pressed, and keeps its name', async () => {
    const press = vi.fn<() => void>();
    render(
      <Button disabled onClick={press}>
        保存
      </Button>,
    );
    const button = screen.getByRole('button', { name: '保存' });
    expect(button).toBeDisabled();
    const user = userEvent.setup();
    await user.click(button);
    await user.tab();
    await user.keyboard('{Enter} ');
    expect(press).not.toHaveBeenCalled();
  });

  it('that is loading is announced as such, keeps name and focus, and neither acts nor submits', async () => {
    const press = vi.fn<() => void>();
    const send = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault());
    const form = (isLoading: boolean) => (
      <form onSubmit={send}>
        <input aria-label="手机号" />
        <Button type="submit" loading={isLoading} onClick={press}>
          保存
        </Button>
      </form>
    );
    const { rerender } = render(form(false));
    const user = userEvent.setup();
    const button = screen.getByRole('button', { name: '保存' });
    await user.click(button);
    expect(send).toHaveBeenCalledTimes(1);
    rerender(form(true));
    expect(button).toHaveFocus();
    expect(button).toBeEnabled();
    expect(button).toHaveAccessibleName('保存');
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{Enter} ');
    await user.click(button);
    await user.type(screen.getByLabelText('手机号'), '1{Enter}');
    expect(press).toHaveBeenCalledTimes(1);
    expect(send).toHaveBeenCalledTimes(1);
    rerender(form(false));
    await user.click(button);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('with a link component is a link named by its text alone', () => {
    render(
      <Button component="a" href="/help" leftSection={<svg aria-hidden="true" />}>
        帮助
      </Button>,
    );
    const link = screen.getByRole('link', { name: '帮助' });
    expect(link).toHaveAttribute('href', '/help');
    expect(link).not.toHaveAttribute('type');
    expect(screen.queryByRole('button')).toBeNull();
  });
});

it('Progress has a name, a value and a width', () => {
  render(<Progress value={40} aria-label="学习进度" />);
  const bar = screen.getByRole('progressbar', { name: '学习进度' });
  expect(bar).toHaveAttribute('aria-valuenow', '40');
  expect(bar).toHaveAttribute('aria-valuetext', '40%');
  expect(bar).toHaveStyle({ width: '40%' });
});

it('Badge renders its text, and Skeleton is hidden from screen readers', () => {
  const { container } = render(
    <>
      <Badge variant="light">必修</Badge>
      <Skeleton height={16} />
    </>,
  );
  expect(screen.getByText('必修')).toBeVisible();
  expect(container).toHaveTextContent(/^必修$/);
});

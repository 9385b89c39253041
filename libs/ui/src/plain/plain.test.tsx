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

  it.each([
    ['disabled', { disabled: true }, 'false'],
    ['loading', { loading: true }, 'true'],
  ])(
    'that is %s cannot be pressed, is announced as such and keeps its name',
    async (_what, state, busy) => {
      const press = vi.fn<() => void>();
      render(
        <Button {...state} onClick={press}>
          保存
        </Button>,
      );
      const button = screen.getByRole('button', { name: '保存' });
      expect(button).toBeDisabled();
      expect(button.getAttribute('aria-busy') ?? 'false').toBe(busy);
      const user = userEvent.setup();
      await user.click(button);
      await user.tab();
      await user.keyboard('{Enter} ');
      expect(press).not.toHaveBeenCalled();
    },
  );

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

import { createMemoryRouter, RouterProvider } from '@cme/ui/router';
import { render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { Breadcrumb } from './breadcrumb.tsx';
import { Group, Text } from './layout.tsx';
import { toSpace } from './space.ts';
import { Steps } from './steps.tsx';

const show = (element: ReactNode) =>
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);

describe('Breadcrumb', () => {
  it('links to every page above, and marks the current one, which is no link', () => {
    show(
      <Breadcrumb
        trail={[
          { title: '首页', href: '/' },
          { title: '学术活动' },
          { title: '慢病论坛', href: '/item/activity/a1/detail' },
        ]}
      />,
    );
    const trail = within(screen.getByRole('navigation', { name: '当前位置' }));
    expect(trail.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['首页']);
    expect(trail.getByText('慢病论坛')).toHaveAttribute('aria-current', 'page');
    expect(trail.getByText('学术活动')).not.toHaveAttribute('aria-current');
  });
});

describe('Steps', () => {
  it.each([
    [0, ['1', '2', '3'], '选择课程'],
    [1, ['✓', '2', '3'], '确认订单'],
    [2, ['✓', '✓', '3'], '订单支付'],
  ])('at step %i shows %j and marks %s', (current, marks, name) => {
    show(<Steps steps={['选择课程', '确认订单', '订单支付']} current={current} label="购买步骤" />);
    const items = within(screen.getByRole('list', { name: '购买步骤' })).getAllByRole('listitem');
    expect(items.map((item) => item.querySelector('[aria-hidden]')?.textContent)).toEqual(marks);
    const now = items.filter((item) => item.getAttribute('aria-current') === 'step');
    expect(now).toHaveLength(1);
    expect(now[0]).toHaveTextContent(name);
  });

  it('that are all done mark none', () => {
    show(<Steps steps={['填写', '提交']} current={2} label="步骤" />);
    for (const item of screen.getAllByRole('listitem')) {
      expect(item).not.toHaveAttribute('aria-current');
      expect(item).toHaveTextContent('✓');
    }
  });
});

it.each([
  [undefined, undefined],
  [0, '0rem'],
  [24, '1.5rem'],
  ['md', 'var(--mantine-spacing-md)'],
  ['50%', '50%'],
])('the space %j is the length %j', (space, length) => expect(toSpace(space)).toBe(length));

it.each([
  [undefined, ''],
  ['dimmed', 'var(--ink-faint)'],
  ['red', 'var(--red)'],
] as const)('a text in %s has the colour %j of the theme', (colour, css) => {
  show(<Text {...(colour && { c: colour })}>说明</Text>);
  expect(screen.getByText('说明').style.color).toBe(css);
});

it('a row wraps unless it is told not to', () => {
  show(
    <>
      <Group>换行</Group>
      <Group wrap="nowrap" style={{ gap: '1px' }}>
        不换行
      </Group>
    </>,
  );
  expect(screen.getByText('换行')).toHaveStyle({ flexWrap: 'wrap' });
  expect(screen.getByText('不换行')).toHaveStyle({ flexWrap: 'nowrap', gap: '1px' });
});

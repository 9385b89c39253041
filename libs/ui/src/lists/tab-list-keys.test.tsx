import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { TabList } from './tab-list.tsx';

const titles = { all: '全部', study: '学习', order: '订单' };
type Name = keyof typeof titles;

function Messages({ onChange }: { onChange?: (name: Name) => void }) {
  const [tab, setTab] = useState<Name>('study');
  return (
    <>
      <button type="button">之前</button>
      <TabList
        label="消息"
        titles={titles}
        value={tab}
        counts={{ study: 2, order: undefined }}
        onChange={(name) => {
          setTab(name);
          onChange?.(name);
        }}
      >
        <p>{`${titles[tab]}的消息`}</p>
        <button type="button">标为已读</button>
      </TabList>
    </>
  );
}
const getTab = (name: string) => screen.getByRole('tab', { name });

it('Tab enters the list at the selected tab and goes on to its panel', async () => {
  const user = userEvent.setup();
  render(<Messages />);
  screen.getByRole('button', { name: '之前' }).focus();
  await user.tab();
  expect(getTab('学习')).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('button', { name: '标为已读' })).toHaveFocus();
});

it('arrow keys select the neighbour, around both ends', async () => {
  const user = userEvent.setup();
  render(<Messages />);
  await user.click(getTab('学习'));
  await user.keyboard('{ArrowRight}');
  expect(getTab('订单')).toHaveFocus();
  expect(getTab('订单')).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{ArrowRight}');
  expect(getTab('全部')).toHaveFocus();
  await user.keyboard('{ArrowLeft}');
  expect(getTab('订单')).toHaveFocus();
  expect(screen.getByText('订单的消息')).toBeVisible();
});

it('other keys select nothing', async () => {
  const user = userEvent.setup();
  const change = vi.fn<() => void>();
  render(<Messages onChange={change} />);
  getTab('学习').focus();
  await user.keyboard('x{ArrowUp}{ArrowDown}{Escape}');
  expect(change).not.toHaveBeenCalled();
  expect(getTab('学习')).toHaveFocus();
});

it('the panel is named by the selected tab', async () => {
  render(<Messages />);
  expect(screen.getByRole('tabpanel', { name: '学习' })).toBeVisible();
  await userEvent.setup().click(getTab('全部'));
  expect(screen.getByRole('tabpanel', { name: '全部' })).toHaveTextContent('全部的消息');
});

it('counts are shown, but not read with the name of the tab', () => {
  render(<Messages />);
  expect(getTab('学习')).toHaveTextContent('学习2');
  expect(getTab('学习')).toHaveAccessibleName('学习');
  expect(getTab('订单')).toHaveTextContent(/^订单$/);
});

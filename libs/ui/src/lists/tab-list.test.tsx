import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { TabList } from './tab-list.tsx';

const titles = { all: '全部', study: '学习', order: '订单' };

it('tabs that are wider than the screen show the selected one, also when it changes', () => {
  // Three tabs of 200 px in a list of 300 px.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    const list = this.closest('[role="tablist"]');
    const place = [...(list?.children ?? [])].indexOf(this);
    return place < 0
      ? new DOMRect(0, 0, 300, 48)
      : new DOMRect(place * 200 - (list?.scrollLeft ?? 0), 0, 200, 48);
  });
  const tabs = (value: keyof typeof titles) => (
    <TabList label="消息" titles={titles} value={value} onChange={vi.fn<() => void>()}>
      没有消息
    </TabList>
  );
  const { rerender } = render(tabs('order'));
  const list = screen.getByRole('tablist');
  expect(list.scrollLeft).toBe(350);
  rerender(tabs('study'));
  expect(list.scrollLeft).toBe(150);
});

import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TabList } from './tab-list.tsx';

const titles = { all: '全部', study: '学习', order: '订单' };

afterEach(() => void vi.restoreAllMocks());

/** Three tabs in a list of 300 px. */
function mockWidths(widthOf: (tab: Element) => number) {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    const list = this.closest('[role="tablist"]');
    const place = [...(list?.children ?? [])].indexOf(this);
    if (!list || place < 0) return new DOMRect(0, 0, 300, 48);
    const width = widthOf(this);
    return new DOMRect(place * width - list.scrollLeft, 0, width, 48);
  });
}

it('tabs that are wider than the screen show the selected one, also when it changes', () => {
  mockWidths(() => 200);
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

it('the selected tab stays visible when counts arrive and widen the tabs', () => {
  mockWidths((tab) => (tab.querySelector('.tab-count') ? 200 : 150));
  const tabs = (counts?: { all: number; study: number; order: number }) => (
    <TabList
      label="消息"
      titles={titles}
      value="order"
      counts={counts}
      onChange={vi.fn<() => void>()}
    >
      没有消息
    </TabList>
  );
  const { rerender } = render(tabs());
  const list = screen.getByRole('tablist');
  expect(list.scrollLeft).toBe(225);
  rerender(tabs({ all: 3, study: 2, order: 1 }));
  expect(list.scrollLeft).toBe(350);
  // A render without a change leaves the position to the user.
  list.scrollLeft = 40;
  rerender(tabs({ all: 3, study: 2, order: 1 }));
  expect(list.scrollLeft).toBe(40);
});

it('the panel is busy while it shows the content of another tab', () => {
  render(
    <TabList isBusy label="消息" titles={titles} value="order" onChange={vi.fn<() => void>()}>
      没有消息
    </TabList>,
  );
  expect(screen.getByRole('tabpanel')).toHaveAttribute('aria-busy', 'true');
});

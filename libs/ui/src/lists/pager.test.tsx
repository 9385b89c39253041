import { createMemoryRouter, RouterProvider } from '@cme/ui/router';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Pager } from './pager.tsx';

function show(props: Partial<Parameters<typeof Pager>[0]>, address = '/news') {
  const pager = <Pager total={86} pageSize={10} page={1} {...props} />;
  const router = createMemoryRouter([{ path: '*', element: pager }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return router;
}
const getPages = () => within(screen.getByRole('navigation', { name: '分页' }));
const getHref = (name: string) => getPages().getByRole('link', { name }).getAttribute('href');

describe('the pager', () => {
  it('of the first page leads forward only', () => {
    show({ page: 1 });
    expect(getPages().queryByRole('link', { name: '上一页' })).toBeNull();
    expect(getPages().getByRole('link', { name: '下一页' })).toHaveAttribute('rel', 'next');
  });

  it('of the last page leads back only', () => {
    show({ page: 9 });
    expect(getPages().queryByRole('link', { name: '下一页' })).toBeNull();
    expect(getPages().getByRole('link', { name: '上一页' })).toHaveAttribute('rel', 'prev');
  });

  it('counts a last page that is not full', () => {
    show({ total: 81, page: 8 });
    expect(getHref('第 9 页')).toBe('/news?page=9');
  });

  it('reads numbers as pages, and hides gaps and the short form from screen readers', () => {
    show({ page: 5 });
    const links = getPages().getAllByRole('link');
    expect(links.map((link) => link.getAttribute('aria-label') ?? link.textContent)).toEqual([
      '上一页',
      '第 1 页',
      '第 4 页',
      '第 5 页',
      '第 6 页',
      '第 9 页',
      '下一页',
    ]);
    for (const gap of getPages().getAllByText('…'))
      expect(gap).toHaveAttribute('aria-hidden', 'true');
    expect(getPages().getByText('5 / 9')).toHaveAttribute('aria-hidden', 'true');
  });

  it.each([
    ['/news?type=B&page=3', '/news?type=B', '/news?type=B&page=4'],
    ['/news?page=3', '/news', '/news?page=4'],
    [
      '/news?page=3&page=9&keyword=%E6%80%A5%E6%95%91',
      '/news?keyword=%E6%80%A5%E6%95%91',
      '/news?page=4&keyword=%E6%80%A5%E6%95%91',
    ],
  ])('at %s leads to %s and %s', (address, first, next) => {
    show({ page: 3 }, address);
    expect(getHref('第 1 页')).toBe(first);
    expect(getHref('下一页')).toBe(next);
  });

  it.each([
    [0, 1],
    [0, 7],
    [10, 1],
  ])('of %i rows at page %i is not needed', (total, page) => {
    show({ total, page });
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByText('这一页没有内容')).toBeNull();
  });

  it('says that a page beyond the last is empty, and leads to the first with the same filters', () => {
    show({ total: 6, page: 9 }, '/news?type=B&page=9');
    expect(screen.getByText('这一页没有内容')).toBeVisible();
    expect(screen.getByRole('link', { name: '回到第一页' })).toHaveAttribute(
      'href',
      '/news?type=B',
    );
  });
});

describe('a page that turns its pages itself', () => {
  it('is told the number, and the address is left to it', () => {
    const turn = vi.fn<(page: number) => void>();
    const router = show({ page: 4, onChange: turn }, '/news?page=4');
    for (const name of ['下一页', '上一页', '第 9 页'])
      fireEvent.click(getPages().getByRole('link', { name }));
    expect(turn.mock.calls).toEqual([[5], [3], [9]]);
    expect(router.state.location.search).toBe('?page=4');
  });

  it.each(['ctrlKey', 'metaKey', 'shiftKey'])('leaves clicks with %s to the browser', (key) => {
    const turn = vi.fn<(page: number) => void>();
    show({ page: 4, onChange: turn });
    fireEvent.click(getPages().getByRole('link', { name: '下一页' }), { [key]: true });
    expect(turn).not.toHaveBeenCalled();
  });
});

import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FilterPanel } from './filter-panel.tsx';
import { FilterRow } from './filter-row.tsx';

const levels = [
  { code: 'A', name: '初级' },
  { code: 'B', name: '中级' },
];
const areas = Array.from({ length: 13 }, (_, index) => ({
  code: String(index),
  name: `第${index + 1}个城市`,
}));

function openOnPhone() {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (query) => ({ matches: query.includes('max-width') }) as MediaQueryList,
  );
  // Nothing is laid out here: every control counts as visible.
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    value: document.body,
  });
}
const getOpener = () => screen.getByRole('button', { name: /^筛选/ });

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(HTMLElement.prototype, 'offsetParent');
});

describe('the filters on a phone', () => {
  function Panel({ results }: { results?: number }) {
    const [level, setLevel] = useState('');
    return (
      <>
        <FilterPanel count={level ? 1 : 0} results={results} onReset={() => setLevel('')}>
          <FilterRow label="专业级别" options={levels} value={level} onChange={setLevel} />
        </FilterPanel>
        <button type="button">下一个控件</button>
      </>
    );
  }
  async function openSheet(results?: number) {
    openOnPhone();
    const user = userEvent.setup();
    render(results === undefined ? <Panel /> : <Panel results={results} />);
    await user.click(getOpener());
    return { user, sheet: within(screen.getByRole('dialog', { name: '筛选' })) };
  }

  it('cover the page as a modal dialog that takes the focus', async () => {
    await openSheet();
    const sheet = screen.getByRole('dialog', { name: '筛选' });
    expect(sheet).toHaveAttribute('aria-modal', 'true');
    expect(sheet).toHaveFocus();
  });

  it('keep the focus inside, in both directions', async () => {
    const { user, sheet } = await openSheet();
    await user.keyboard('{Shift>}{Tab}{/Shift}');
    const done = sheet.getByRole('button', { name: '确定' });
    expect(done).toHaveFocus();
    await user.tab();
    expect(sheet.getByRole('button', { name: '全部' })).toHaveFocus();
    await user.tab();
    expect(sheet.getByRole('button', { name: '初级' })).toHaveFocus();
    await user.keyboard('{Shift>}{Tab}{Tab}{/Shift}');
    expect(done).toHaveFocus();
  });

  it.each(['确定', '关闭'])('close by %s, which returns the focus to the button', async (name) => {
    const { user } = await openSheet();
    await user.click(screen.getByRole('button', { name }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(getOpener()).toHaveFocus();
    expect(getOpener()).toHaveAttribute('aria-expanded', 'false');
  });

  it('stay open while filters are chosen, and count them on the button', async () => {
    const { user, sheet } = await openSheet();
    expect(sheet.getByRole('button', { name: '重置' })).toBeDisabled();
    await user.click(sheet.getByRole('button', { name: '中级' }));
    expect(screen.getByRole('dialog', { name: '筛选' })).toBeVisible();
    expect(getOpener()).toHaveTextContent('筛选1');
    await user.click(sheet.getByRole('button', { name: '重置' }));
    expect(getOpener()).toHaveTextContent(/^筛选$/);
  });

  it.each([
    [0, '查看 0 个结果'],
    [37, '查看 37 个结果'],
    [undefined, '确定'],
  ])('with %s results are left by “%s”', async (results, name) => {
    const { sheet } = await openSheet(results);
    expect(sheet.getByRole('button', { name })).toBeVisible();
  });
});

it('filters that arrive with the page are open where there is room, and can be folded away', async () => {
  render(
    <FilterPanel
      count={2}
      onReset={vi.fn<() => void>()}
      lead={<button type="button">适合我</button>}
    >
      <FilterRow label="专业级别" options={levels} value="A" onChange={vi.fn<() => void>()} />
    </FilterPanel>,
  );
  expect(screen.getByRole('button', { name: '适合我' })).toBeVisible();
  expect(getOpener()).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('group', { name: '筛选' })).not.toHaveAttribute('aria-modal');
  await userEvent.setup().click(getOpener());
  expect(getOpener()).toHaveAttribute('aria-expanded', 'false');
});

describe('a row of options', () => {
  it('that is long is folded, and names what its button unfolds', async () => {
    const user = userEvent.setup();
    render(<FilterRow label="地区" options={areas} value="" onChange={vi.fn<() => void>()} />);
    const row = screen.getByRole('group', { name: '地区' });
    expect(row).toHaveAttribute('data-closed', 'true');
    await user.click(within(row).getByRole('button', { name: '地区 展开', expanded: false }));
    expect(row).toHaveAttribute('data-closed', 'false');
    await user.click(within(row).getByRole('button', { name: '地区 收起', expanded: true }));
    expect(row).toHaveAttribute('data-closed', 'true');
  });

  it('that fits has nothing to unfold', () => {
    render(
      <FilterRow
        label="地区"
        options={areas.slice(0, 12)}
        value=""
        onChange={vi.fn<() => void>()}
      />,
    );
    expect(screen.queryByRole('button', { name: /展开/ })).toBeNull();
  });

  it('offers 全部 unless one option always holds', async () => {
    const choose = vi.fn<(code: string) => void>();
    const { rerender } = render(
      <FilterRow label="排序" options={levels} value="B" onChange={choose} />,
    );
    await userEvent.setup().click(screen.getByRole('button', { name: '全部', pressed: false }));
    expect(choose).toHaveBeenCalledExactlyOnceWith('');
    rerender(
      <FilterRow label="排序" options={levels} value="B" onChange={choose} hasAll={false} />,
    );
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '初级',
      '中级',
    ]);
  });

  it('marks none of its options for a value that it does not know', () => {
    render(
      <FilterRow label="专业级别" options={levels} value="Z" onChange={vi.fn<() => void>()} />,
    );
    expect(screen.queryByRole('button', { pressed: true })).toBeNull();
  });
});

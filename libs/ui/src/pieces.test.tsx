import { CallError } from '@cme/commons/api-client';
import { Button } from '@cme/ui';
import { AreaSelect, confirmWidth, Modal, modalWidth } from '@cme/ui/forms';
import { renderPage } from '@cme/testing';
import { screen, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { CreditRing } from './rings/credit-ring.tsx';
import { EmptyState } from './states/empty-state.tsx';
import { ErrorState } from './states/error-state.tsx';
import { FilterPanel } from './lists/filter-panel.tsx';
import { FilterRow } from './lists/filter-row.tsx';
import { Pager } from './lists/pager.tsx';
import { YearRings } from './rings/year-rings.tsx';

const renderElement = (element: ReactNode, address = '/') =>
  renderPage(address, [{ path: '/', element, handle: { frame: 'room' } }]);

describe('CreditRing', () => {
  it.each([
    [{ got: 12, need: 25, pending: 3 }, '学分：已获 12，应修 25，还差 13，审核中 3'],
    [{ got: 25, need: 25 }, '学分：已获 25，应修 25，已达标'],
    [{ got: 2.55, need: 10 }, '学分：已获 2.55，应修 10，还差 7.45'],
  ])('with %j says %s', async (part, words) => {
    renderElement(<CreditRing kind="credits" {...part} />);
    expect(await screen.findByRole('img', { name: words })).toBeDefined();
  });

  it('renders nothing if the year requires no credits', async () => {
    renderElement(
      <>
        <CreditRing kind="credits" got={3} need={0} />
        <p>本年没有学分要求</p>
      </>,
    );
    expect(await screen.findByText('本年没有学分要求')).toBeDefined();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('renders several rings as one labelled image', async () => {
    renderElement(
      <YearRings
        year={2026}
        rings={[
          { kind: 'credits', got: 12, need: 25 },
          { kind: 'hours', got: 90, need: 90 },
        ]}
      />,
    );
    expect(
      await screen.findByRole('img', {
        name: '2026年 学分：已获 12，应修 25，还差 13；学时：已获 90，应修 90，已达标',
      }),
    ).toBeDefined();
  });
});

describe('states', () => {
  it('the empty state has one sentence and one action', async () => {
    renderElement(<EmptyState text="没有找到相关课程" action={<Button>重置</Button>} />);
    expect(await screen.findByText('没有找到相关课程')).toBeDefined();
    expect(screen.getByRole('button', { name: '重置' })).toBeDefined();
  });

  it.each([
    [new CallError(500, '服务暂时不可用'), '代码 500', '服务暂时不可用'],
    [new CallError(0, '网络已断开'), '代码 network', '网络已断开'],
    [new CallError(460, '不在范围内', 'not_in_scope'), '代码 460 not_in_scope', '不在范围内'],
    [new TypeError('x is undefined'), '代码 TypeError', undefined],
  ])('an error of %s shows its code and 重试', async (error, code, said) => {
    const retry = vi.fn<() => void>();
    const { user } = renderElement(<ErrorState error={error} onRetry={retry} />);
    expect(await screen.findByText('加载失败')).toBeDefined();
    expect(screen.getByText(code)).toBeDefined();
    if (said) expect(screen.getByText(said)).toBeDefined();
    else expect(screen.queryByText('x is undefined')).toBeNull();
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(retry).toHaveBeenCalledOnce();
  });
});

describe('Pager', () => {
  it('has Chinese labels and links that keep the rest of the query', async () => {
    renderElement(<Pager total={86} pageSize={10} page={4} />, '/?level=A&page=4');
    const pages = await screen.findByRole('navigation', { name: '分页' });
    expect(within(pages).getByRole('link', { name: '上一页' }).getAttribute('href')).toBe(
      '/?level=A&page=3',
    );
    expect(within(pages).getByRole('link', { name: '下一页' }).getAttribute('href')).toBe(
      '/?level=A&page=5',
    );
    expect(within(pages).getByRole('link', { name: '第 1 页' }).getAttribute('href')).toBe(
      '/?level=A',
    );
    expect(within(pages).getByRole('link', { name: '第 4 页' }).getAttribute('aria-current')).toBe(
      'page',
    );
  });

  it('renders nothing for a single page', async () => {
    renderElement(
      <>
        <p>全部</p>
        <Pager total={10} pageSize={10} page={1} />
      </>,
    );
    expect(await screen.findByText('全部')).toBeDefined();
    expect(screen.queryByRole('navigation', { name: '分页' })).toBeNull();
  });
});

describe('filters', () => {
  const options = [
    { code: 'A', name: '初级' },
    { code: 'B', name: '中级' },
  ];
  const Filters = () => {
    const [value, setValue] = useState('');
    return (
      <FilterPanel count={value ? 1 : 0} onReset={() => setValue('')}>
        <FilterRow label="专业级别" options={options} value={value} onChange={setValue} />
      </FilterPanel>
    );
  };

  it('mark the selected option and can be reset', async () => {
    const { user } = renderElement(<Filters />);
    const opener = await screen.findByRole('button', { name: '筛选' });
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    await user.click(opener);
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    expect(screen.queryByRole('dialog')).toBeNull();
    const row = await screen.findByRole('group', { name: '专业级别' });
    const getPressed = () =>
      within(row)
        .getAllByRole('button', { pressed: true })
        .map((chip) => chip.textContent);
    expect(getPressed()).toEqual(['全部']);
    await user.click(within(row).getByRole('button', { name: '中级' }));
    expect(getPressed()).toEqual(['中级']);
    await user.click(screen.getByRole('button', { name: '重置' }));
    expect(getPressed()).toEqual(['全部']);
  });

  it('are a dialog on phones that Escape closes', async () => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation(
      (query) => ({ matches: query.includes('max-width') }) as MediaQueryList,
    );
    const { user } = renderElement(<Filters />);
    const opener = await screen.findByRole('button', { name: '筛选' });
    await user.click(opener);
    expect(screen.getByRole('dialog', { name: '筛选' })).toBeDefined();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });
});

describe('dialogs', () => {
  it.each([
    ['a normal dialog', {}, modalWidth, 520],
    ['a confirmation dialog', { size: confirmWidth }, confirmWidth, 416],
  ])('%s is as wide as specified', async (_name, props, width, should) => {
    renderElement(
      <Modal opened onClose={() => {}} title="提示" {...props}>
        内容
      </Modal>,
    );
    const dialog = await screen.findByRole('dialog', { name: '提示' });
    expect(width).toBe(should);
    expect(
      dialog.closest<HTMLElement>('.mantine-Modal-root')?.style.getPropertyValue('--modal-size'),
    ).toBe(`calc(${should / 16}rem * var(--mantine-scale))`);
    expect(within(dialog).getByRole('button', { name: '关闭' })).toBeDefined();
  });
});

it('an area is chosen from the province down, and choosing another province resets the levels below', async () => {
  const tree = [
    {
      label: '江苏省',
      value: '320000',
      children: [
        { label: '南京市', value: '320100', children: [{ label: '鼓楼区', value: '320106' }] },
      ],
    },
    { label: '浙江省', value: '330000', children: [{ label: '杭州市', value: '330100' }] },
  ];
  const chosen: string[][] = [];
  const Place = () => {
    const [value, setValue] = useState<string[]>([]);
    return (
      <AreaSelect
        label="所在地区"
        tree={tree}
        value={value}
        onChange={(codes) => {
          chosen.push(codes);
          setValue(codes);
        }}
        error={value.length === 0 ? '请选择所在地区' : undefined}
      />
    );
  };
  const { user } = renderElement(<Place />);
  const group = await screen.findByRole('group', { name: '所在地区' });
  const getList = (name: string) => within(group).getByRole('combobox', { name });
  expect(screen.getByText('请选择所在地区')).toBeDefined();
  await user.selectOptions(getList('省份'), '江苏省');
  await user.selectOptions(getList('城市'), '南京市');
  await user.selectOptions(getList('区县'), '鼓楼区');
  await user.selectOptions(getList('省份'), '浙江省');
  expect(chosen).toEqual([
    ['320000'],
    ['320000', '320100'],
    ['320000', '320100', '320106'],
    ['330000'],
  ]);
  expect(within(group).queryByRole('combobox', { name: '区县' })).toBeNull();
});

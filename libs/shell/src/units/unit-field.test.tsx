import { areaSelection } from '@cme/contract/site';
import { type UnitChoice, unitSearch, unitTree } from '@cme/contract/person';
import { mockPending, mockRefusal, mockReply, renderPage, requestsTo } from '@cme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { UnitField } from './unit-field.tsx';
import type { UnitValue } from './use-unit-search.ts';

const areas = [
  { id: '330000', name: '浙江省', parent: '' },
  { id: '330100', name: '杭州市', parent: '330000' },
  { id: '330106', name: '西湖区', parent: '330100' },
  { id: '330200', name: '宁波市', parent: '330000' },
  { id: '710000', name: '台湾省', parent: '' },
];
const unit = (unitId: string, name: string, change: Partial<UnitChoice> = {}): UnitChoice => ({
  unit_id: unitId,
  name,
  level: '3',
  level_name: '三级',
  area_id: '330106',
  area_name: '西湖区',
  parent_id: '',
  parent_name: '',
  ...change,
});
const branch = unit('U2', '省立医院之江院区', { parent_id: 'U1', parent_name: '省立医院' });

function Form({ areaId }: { areaId: string }) {
  const [value, setValue] = useState<UnitValue>({ unit_name: '', unit_id: '' });
  return (
    <>
      <UnitField areaId={areaId} value={value} onChange={setValue} />
      <output>{`${value.unit_name}|${value.unit_id}`}</output>
    </>
  );
}
const openForm = (areaId: string) =>
  renderPage('/x', [{ path: '/x', element: <Form areaId={areaId} />, handle: { title: '单位' } }]);
const findField = () => screen.findByRole('combobox', { name: '工作单位' });

beforeEach(() => {
  mockReply(areaSelection, areas);
  mockReply(unitSearch, { list: [unit('U1', '省立医院'), branch], more: 'N' });
  mockReply(unitTree, { list: [unit('U1', '省立医院'), branch], more: 'N' });
});

describe('the place of work', () => {
  it('asks for the area first, without which nothing is searched', async () => {
    const { user } = openForm('');
    expect(await findField()).toHaveAccessibleDescription('先选择所在地区，可从该地区的单位中选择');
    await user.type(await findField(), '省立');
    expect(requestsTo(unitSearch)).toEqual([]);
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('offers the units of the area with their level and parent, and says how many', async () => {
    const { user } = openForm('330106');
    await user.click(await findField());
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      '省立医院三级',
      '省立医院之江院区三级 · 省立医院',
    ]);
    expect(screen.getByText('找到 2 个单位，用上下箭头选择')).toBeDefined();
  });

  it('says that there are more than it lists', async () => {
    mockReply(unitSearch, { list: [unit('U1', '省立医院')], more: 'Y' });
    const { user } = openForm('330106');
    await user.click(await findField());
    expect(await screen.findByText('还有更多单位，请继续输入名称')).toBeDefined();
  });

  it('goes around its list with the arrow keys, and back from the first to the last', async () => {
    const { user } = openForm('330106');
    await user.click(await findField());
    await screen.findAllByRole('option');
    await user.keyboard('{ArrowUp}');
    const last = screen.getByRole('option', { name: /之江院区/ });
    expect(last).toHaveAttribute('aria-selected', 'true');
    expect(await findField()).toHaveAttribute('aria-activedescendant', last.id);
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('省立医院三级');
  });

  it('closes its list when it loses the focus, and keeps what was typed', async () => {
    const { user } = openForm('330106');
    await user.type(await findField(), '门诊部');
    await screen.findAllByRole('option');
    await user.tab();
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    expect(screen.getByText('门诊部|')).toBeDefined();
  });

  it('takes a free text if the units cannot be searched', async () => {
    mockRefusal(unitSearch, 503, '服务暂时不可用');
    const { user } = openForm('330106');
    await user.type(await findField(), '县医院');
    await waitFor(() => expect(requestsTo(unitSearch).length).toBeGreaterThan(0));
    expect(await findField()).toHaveAccessibleDescription(
      '输入名称后从列表中选择；没有的单位可直接填写全称',
    );
    expect(screen.getByText('县医院|')).toBeDefined();
  });
});

describe('the directory of units', () => {
  async function openDirectory(areaId = '') {
    const page = openForm(areaId);
    await page.user.click(await screen.findByRole('button', { name: '按地区选择单位' }));
    const dialog = within(await screen.findByRole('dialog', { name: '按地区选择单位' }));
    return { ...page, dialog };
  }
  const readPath = () =>
    [...screen.getByRole('navigation', { name: '已选地区' }).children].map(
      ({ textContent }) => textContent,
    );

  it('goes down from the provinces, and shows units once there are few enough', async () => {
    const { user, dialog } = await openDirectory();
    const below = within(await dialog.findByRole('list', { name: '下级地区' }));
    expect(below.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '浙江省',
      '台湾省',
    ]);
    await user.click(below.getByRole('button', { name: '浙江省' }));
    expect(dialog.getByText('请选择地区')).toBeVisible();
    expect(requestsTo(unitTree)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: '杭州市' }));
    expect(await dialog.findByText('共 2 个单位')).toBeVisible();
    expect(requestsTo(unitTree)[0]?.body).toEqual({ area_id: '330100' });
    expect(readPath()).toEqual(['全部地区', '浙江省', '杭州市']);
  });

  it('moves the focus to the new area, since the pressed button is gone', async () => {
    const { user, dialog } = await openDirectory();
    await user.click(await dialog.findByRole('button', { name: '浙江省' }));
    const current = dialog.getByText('浙江省');
    await waitFor(() => expect(current).toHaveFocus());
    expect(current).toHaveAttribute('aria-current', 'true');
  });

  it('starts at the area that was chosen before, and goes up again', async () => {
    const { user, dialog } = await openDirectory('330106');
    expect(await dialog.findByText('共 2 个单位')).toBeVisible();
    expect(readPath()).toEqual(['全部地区', '浙江省', '杭州市', '西湖区']);
    expect(dialog.queryByRole('list', { name: '下级地区' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: '浙江省' }));
    expect(readPath()).toEqual(['全部地区', '浙江省']);
    await user.click(dialog.getByRole('button', { name: '全部地区' }));
    expect(readPath()).toEqual(['全部地区']);
  });

  it('starts at the country for an area that it does not know', async () => {
    const { dialog } = await openDirectory('999999');
    expect(await dialog.findByRole('button', { name: '台湾省' })).toBeVisible();
    expect(readPath()).toEqual(['全部地区']);
  });

  it('lists the units below the one that they belong to', async () => {
    const { dialog } = await openDirectory('330106');
    const below = within(await dialog.findByRole('list', { name: '省立医院' }));
    expect(below.getByRole('button', { name: /之江院区/ })).toBeVisible();
  });

  it('fills in the chosen unit with its id and closes', async () => {
    const { user, dialog } = await openDirectory('330106');
    await user.click(await dialog.findByRole('button', { name: /之江院区/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('省立医院之江院区|U2')).toBeDefined();
    expect(await findField()).toHaveAccessibleDescription('已从单位列表中选择');
  });

  it('closes by its button and by Escape without a choice', async () => {
    const { user } = await openDirectory('330106');
    await user.click(screen.getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: '按地区选择单位' }));
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('|')).toBeDefined();
  });

  it.each([
    [
      { list: [], more: 'N' as const },
      '330106',
      '该地区还没有登记的单位，可返回上级地区，或直接填写单位全称',
    ],
    [
      { list: [unit('U1', '省立医院')], more: 'Y' as const },
      '330100',
      '该地区单位较多，仅列出一部分，请选择下级地区',
    ],
    [{ list: [unit('U1', '省立医院')], more: 'Y' as const }, '330106', '共 1 个单位'],
  ])('with %o in %s says: %s', async (tree, area, words) => {
    mockReply(unitTree, tree);
    const { dialog } = await openDirectory(area);
    expect(await dialog.findByText(words)).toBeVisible();
  });

  it('shows placeholders until areas and units arrive', async () => {
    mockPending(areaSelection);
    const { dialog } = await openDirectory();
    expect(dialog.getByRole('status', { name: '加载中' })).toBeVisible();
  });

  it('can ask again for areas, and for units, that could not be loaded', async () => {
    mockRefusal(areaSelection, 400, '地区暂时无法加载');
    mockRefusal(unitTree, 400, '单位暂时无法加载');
    const { user, dialog } = await openDirectory('330106');
    await dialog.findByText('地区暂时无法加载');
    mockReply(areaSelection, areas);
    await user.click(dialog.getByRole('button', { name: '重试' }));
    await dialog.findByText('单位暂时无法加载');
    mockReply(unitTree, { list: [unit('U1', '省立医院')], more: 'N' });
    await user.click(dialog.getByRole('button', { name: '重试' }));
    expect(await dialog.findByText('共 1 个单位')).toBeVisible();
  });
});

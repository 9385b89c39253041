import { areaSelection } from '@cme/contract/site';
import { unitSearch, userInfo, userUpdate } from '@cme/contract/person';
import { mockRefusal, mockReply, renderPage, requestsTo, sampleUser } from '@cme/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeProfilePrompt } from './profile-prompt.ts';

const routes = [{ path: '/', element: <h1>首页内容</h1>, handle: { access: 'open' } }];
const lacking = (...missing: string[]) =>
  mockReply(
    userInfo,
    sampleUser({ is_complete: 'N', profile_prompt: 'Y', missing, area_id: '330106' }),
  );
async function openDialog() {
  const page = renderPage('/', routes, { token: 'T1' });
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: '完善个人资料' })) };
}

beforeEach(() => {
  mockReply(areaSelection, [
    { id: '330000', name: '浙江省', parent: '' },
    { id: '330100', name: '杭州市', parent: '330000' },
  ]);
  mockReply(unitSearch, {
    list: [
      {
        unit_id: 'U1',
        name: '省立医院',
        level: '3',
        level_name: '三级',
        area_id: '330106',
        area_name: '西湖区',
        parent_id: '',
        parent_name: '',
      },
    ],
    more: 'N',
  });
  mockReply(userUpdate, sampleUser());
});
afterEach(() => act(closeProfilePrompt));

describe('the missing fields of a profile', () => {
  it('come in the order of the form, whatever the order of the answer, without unknown ones', async () => {
    lacking('post_type', 'of_tomorrow', 'unit_name', 'series_code');
    const { dialog } = await openDialog();
    expect(
      dialog
        .getAllByRole('combobox')
        .map(
          (field) =>
            field.getAttribute('aria-label') ??
            (field as HTMLInputElement).labels?.[0]?.textContent,
        ),
    ).toEqual(['工作单位', '专业系列', '岗位类型']);
  });

  it('search the place of work in the known area, and send its id', async () => {
    lacking('unit_name');
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByRole('combobox', { name: '工作单位' }), '省立');
    await user.click(await dialog.findByRole('option', { name: /省立医院/ }));
    await user.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(requestsTo(userUpdate)[0]?.body).toEqual({ unit_name: '省立医院', unit_id: 'U1' }),
    );
    expect(requestsTo(unitSearch).at(-1)?.body).toMatchObject({ area_id: '330106' });
  });

  it('search it in the area that was just chosen', async () => {
    lacking('area_id', 'unit_name');
    const { user, dialog } = await openDialog();
    const area = within(await dialog.findByRole('group', { name: '所在地区' }));
    await user.selectOptions(area.getByRole('combobox', { name: '省份' }), '浙江省');
    await user.selectOptions(area.getByRole('combobox', { name: '城市' }), '杭州市');
    await user.type(dialog.getByRole('combobox', { name: '工作单位' }), '省');
    await waitFor(() =>
      expect(requestsTo(unitSearch).at(-1)?.body).toMatchObject({ area_id: '330100' }),
    );
  });

  it('show a refused area at its field', async () => {
    lacking('area_id');
    mockRefusal(userUpdate, 400, '该地区不在本站范围内', 'bad_request', { field: 'area_id' });
    const { user, dialog } = await openDialog();
    const area = within(await dialog.findByRole('group', { name: '所在地区' }));
    await user.selectOptions(area.getByRole('combobox', { name: '省份' }), '浙江省');
    await user.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(dialog.getByRole('group', { name: '所在地区' })).toHaveAccessibleDescription(
        '该地区不在本站范围内',
      ),
    );
  });

  it('can ask again for areas that could not be loaded', async () => {
    lacking('area_id');
    mockRefusal(areaSelection, 400, '地区暂时无法加载');
    const { user, dialog } = await openDialog();
    await dialog.findByText('地区暂时无法加载');
    mockReply(areaSelection, [{ id: '330000', name: '浙江省', parent: '' }]);
    await user.click(dialog.getByRole('button', { name: '重试' }));
    expect(await dialog.findByRole('group', { name: '所在地区' })).toBeVisible();
  });

  it('show a failure that is about no field above the fields', async () => {
    lacking('level');
    mockRefusal(userUpdate, 503, '服务暂时不可用');
    const { user, dialog } = await openDialog();
    await user.selectOptions(dialog.getByLabelText('专业级别'), 'B');
    await user.click(dialog.getByRole('button', { name: '保存' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('服务暂时不可用');
    expect(dialog.getByLabelText('专业级别')).toHaveValue('B');
  });
});

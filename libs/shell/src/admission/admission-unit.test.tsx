import { areaSelection } from '@cme/contract/site';
import { joinUnit, type MyUnit, myUnit, unitSearch, userInfo } from '@cme/contract/person';
import {
  mockPending,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  sampleSite,
  samplePage,
  sampleUser,
} from '@cme/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const routes = [{ path: '/', element: <h1>首页内容</h1>, handle: { access: 'open' } }];
const createUnit = (unitId: string, name: string) => ({
  unit_id: unitId,
  name,
  level: '3',
  level_name: '三级',
  area_id: '330106',
  area_name: '西湖区',
  parent_id: '',
  parent_name: '',
});
const standing = (status: string, unitId = 'H1', name = '第一人民医院'): MyUnit => ({
  unit_status: status,
  unit_status_name: '',
  unit_name: name,
  unit: null,
  application: {
    application_id: 'A1',
    unit: createUnit(unitId, name),
    status,
    status_name: '',
    reason: '花名册中没有您',
    created_at: '2026-06-14 09:30:00',
    decided_at: '2026-06-15 10:00:00',
  },
});
const open = (page = samplePage()) => renderPage('/', routes, { token: 'T1', page });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(() => {
  mockReply(userInfo, sampleUser({ admission: 'refused', area_id: '330106' }));
  mockReply(myUnit, standing('refused'));
  mockReply(areaSelection, [
    { id: '330000', name: '浙江省', parent: '' },
    { id: '330100', name: '杭州市', parent: '330000' },
    { id: '330106', name: '西湖区', parent: '330100' },
  ]);
  mockReply(unitSearch, { list: [createUnit('H2', '第二人民医院')], more: 'N' });
});

describe('applying to another unit', () => {
  async function openForm() {
    const page = open();
    await heading('注册申请未通过');
    await page.user.click(screen.getByRole('button', { name: '申请其他单位', expanded: false }));
    return { ...page, form: within(await screen.findByRole('form', { name: '申请其他单位' })) };
  }

  it("starts in the person's own county, with the focus on the form", async () => {
    const { form } = await openForm();
    expect(screen.getByRole('form', { name: '申请其他单位' })).toHaveFocus();
    const areas = within(form.getByRole('group', { name: '所在地区' }));
    expect(areas.getAllByRole<HTMLSelectElement>('combobox').map(({ value }) => value)).toEqual([
      '330000',
      '330100',
      '330106',
    ]);
  });

  it('accepts only a unit of the list, and says so', async () => {
    const { user, form } = await openForm();
    await user.type(form.getByRole('combobox', { name: '工作单位' }), '没有这个单位');
    await user.click(form.getByRole('button', { name: '提交申请' }));
    expect(form.getByRole('combobox', { name: '工作单位' })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    expect(form.getByText('输入名称后从列表中选择单位')).toBeVisible();
    expect(requestsTo(joinUnit)).toEqual([]);
  });

  it('asks the chosen unit, and then waits for it', async () => {
    mockReply(joinUnit, standing('waiting', 'H2', '第二人民医院'));
    const { user, form } = await openForm();
    await user.type(form.getByRole('combobox', { name: '工作单位' }), '第二');
    await user.click(await form.findByRole('option', { name: /第二人民医院/ }));
    await user.click(form.getByRole('button', { name: '提交申请' }));
    await heading('注册申请待审核');
    expect(
      screen.getByText('您的注册由“第二人民医院”审核，通过后即可学习本站课程。'),
    ).toBeVisible();
    expect(await screen.findByText('申请已提交，请等待单位审核')).toBeVisible();
    expect(requestsTo(joinUnit)[0]?.body).toEqual({ unit_id: 'H2' });
    expect(screen.queryByRole('form', { name: '申请其他单位' })).toBeNull();
  });

  it('shows a placeholder for the areas, and can ask for them again', async () => {
    mockRefusal(areaSelection, 400, '地区暂时无法加载');
    const page = open();
    await heading('注册申请未通过');
    await page.user.click(screen.getByRole('button', { name: '申请其他单位' }));
    await screen.findByText('地区暂时无法加载');
    mockPending(areaSelection);
    await page.user.click(screen.getByRole('button', { name: '重试' }));
    await waitFor(() => expect(screen.queryByText('地区暂时无法加载')).toBeNull());
    expect(document.querySelector('main .skeleton')).not.toBeNull();
  });
});

describe('a person whom the site has not admitted', () => {
  it('is told why a change failed, and sees where they stand now', async () => {
    mockRefusal(joinUnit, 409, '您的申请已通过', 'unit_decided');
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '重新申请' }));
    expect(await screen.findByText('您的申请已通过')).toBeVisible();
    await waitFor(() => expect(requestsTo(myUnit).length).toBeGreaterThan(1));
  });

  it('who has asked nobody can only choose a unit', async () => {
    mockReply(myUnit, { ...standing('none'), application: null });
    open();
    await heading('注册申请已撤回');
    expect(screen.queryByRole('button', { name: '重新申请' })).toBeNull();
    expect(screen.getByRole('button', { name: '申请其他单位' })).toBeVisible();
  });

  it('keeps the application if the question is answered with no', async () => {
    mockReply(myUnit, standing('waiting'));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '撤回申请' }));
    const dialog = within(await screen.findByRole('dialog', { name: '撤回申请' }));
    expect(dialog.getByText('撤回后单位将不再审核，您仍可重新申请。确定撤回吗？')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: '暂不撤回' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: '撤回申请' })).toBeVisible();
  });

  it.each([
    ['400-1', '如有疑问，请联系“第一人民医院”的科教或人事部门，或拨打 400-1。'],
    ['', '如有疑问，请联系“第一人民医院”的科教或人事部门。'],
  ])('with the service number %j reads whom to ask: %s', async (phone, words) => {
    open(samplePage({ site: sampleSite({ service_phone: phone }) }));
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('sees the site as soon as the unit has decided', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    mockReply(userInfo, sampleUser({ admission: 'waiting' }));
    mockReply(myUnit, standing('waiting'));
    open();
    await heading('注册申请待审核');
    mockReply(userInfo, sampleUser({ admission: 'admitted' }));
    mockReply(myUnit, standing('approved'));
    await act(() => vi.advanceTimersByTimeAsync(21_000));
    vi.useRealTimers();
    expect(await screen.findByText('首页内容')).toBeVisible();
  });
});

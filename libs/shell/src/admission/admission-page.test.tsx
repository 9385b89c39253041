import { cancelUnit, joinUnit, type MyUnit, myUnit, userInfo } from '@cme/contract/person';
import { mockRefusal, mockReply, renderPage, requestsTo, sampleUser } from '@cme/testing';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

const handle = { access: 'open' };
const routes = [
  { path: '/', element: <h1>首页内容</h1>, handle },
  { path: '/user/learn', element: <h1>我的课程</h1>, handle: { access: 'learner' } },
  { path: '/certificate/verify', element: <h1>证书查询</h1>, handle },
];
const unit = {
  unit_id: 'H1',
  name: '第一人民医院',
  level: '3',
  level_name: '三级',
  area_id: '330106',
  area_name: '西湖区',
  parent_id: '',
  parent_name: '',
};
const standing = (
  status: 'waiting' | 'refused' | 'cancelled',
  reason = '',
  decidedAt = '',
): MyUnit => ({
  unit_status: status,
  unit_status_name: '',
  unit_name: unit.name,
  unit: null,
  application: {
    application_id: 'A1',
    unit,
    status,
    status_name: '',
    reason,
    created_at: '2026-06-14 09:30:00',
    decided_at: decidedAt,
  },
});
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(() => mockReply(userInfo, sampleUser({ admission: 'waiting' })));

describe('a person whom the site has not admitted', () => {
  it.each(['/', '/user/learn'])('sees at %s only who decides and since when', async (path) => {
    mockReply(myUnit, standing('waiting'));
    renderPage(path, routes, { token: 'T1' });
    await heading('注册申请待审核');
    expect(
      screen.getByText('您的注册由“第一人民医院”审核，通过后即可学习本站课程。'),
    ).toBeDefined();
    expect(screen.getByText(/提交时间：2026-06-14 09:30。/)).toBeDefined();
    expect(screen.getByText(/请联系“第一人民医院”的科教或人事部门/)).toBeDefined();
    expect(screen.getByRole('button', { name: '退出登录' })).toBeDefined();
    expect(screen.queryByText(/首页内容|我的课程/)).toBeNull();
  });

  it('withdraws after a question, and asks again', async () => {
    mockReply(myUnit, standing('waiting'));
    mockReply(cancelUnit, standing('cancelled'));
    mockReply(joinUnit, standing('waiting'));
    const { user } = renderPage('/', routes, { token: 'T1' });
    await user.click(await screen.findByRole('button', { name: '撤回申请' }));
    const dialog = await screen.findByRole('dialog', { name: '撤回申请' });
    await user.click(within(dialog).getByRole('button', { name: '撤回申请' }));
    await heading('注册申请已撤回');
    await user.click(screen.getByRole('button', { name: '重新申请' }));
    await heading('注册申请待审核');
    expect(requestsTo(joinUnit)[0]?.body).toMatchObject({ unit_id: 'H1' });
  });

  it('sees the reason of a refusal', async () => {
    mockReply(userInfo, sampleUser({ admission: 'refused' }));
    mockReply(myUnit, standing('refused', '花名册中没有您', '2026-06-15 10:00:00'));
    renderPage('/', routes, { token: 'T1' });
    await heading('注册申请未通过');
    expect(screen.getByText('“第一人民医院”未同意您的注册：花名册中没有您')).toBeDefined();
  });

  it('can try again when the standing cannot be loaded, and still verifies certificates', async () => {
    mockRefusal(myUnit, 500, '系统出错了，请稍后再试');
    const first = renderPage('/', routes, { token: 'T1' });
    expect(await screen.findByRole('button', { name: '重试' })).toBeDefined();
    first.unmount();
    renderPage('/certificate/verify', routes, { token: 'T1' });
    await heading('证书查询');
  });
});

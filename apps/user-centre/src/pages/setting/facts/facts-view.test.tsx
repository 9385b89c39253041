import {
  askFact,
  type MyFacts,
  myFacts,
  unitFactAudit,
  unitFacts,
  userInfo,
  withdrawFact,
} from '@cme/contract/person';
import {
  describePageStates,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  sampleUser,
} from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const current = (kind: string, kindName: string, value: string, valueName: string) => ({
  kind,
  kind_name: kindName,
  value,
  value_name: valueName,
  fact_status: 'declared',
  fact_status_name: '已填报',
  effective_from: '',
});
const request = {
  fact_id: 'F1',
  kind: 'level',
  kind_name: '专业级别',
  value: 'B',
  value_name: '中级',
  fact_status: 'waiting',
  fact_status_name: '待审核',
  effective_from: '2026-11-01',
  effective_to: '',
  reply: '',
  created_at: '2026-11-20 10:00:00',
  decided_at: '',
  files: [{ file_id: 'P1', name: '资格证书.png', format: 'png', size: 1000 }],
};
const facts: MyFacts = {
  current: [
    {
      ...current('level', '专业级别', 'A', '初级'),
      fact_status: 'verified',
      effective_from: '2026-01-01',
    },
    current('series_code', '专业系列', '04', '护理系列'),
  ],
  list: [],
  earliest: '2025-01-01',
  latest: '2026-11-26',
  decider_name: '省人民医院',
};
const address = '/user/setting?view=facts';
const open = () => renderPage(address, routes, signedIn);

beforeEach(() => {
  mockUserCentre();
  mockReply(myFacts, facts);
});

describePageStates('facts about the work', {
  address,
  routes,
  options: signedIn,
  call: myFacts,
  filled: facts,
  shows: '已核实',
});

describe('facts about the work', () => {
  it('are requested with a value, a day and a proof, and nothing is sent without', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '申请变更或核实' }));
    const form = within(screen.getByRole('form', { name: '申请变更或核实' }));
    expect(form.getByLabelText(/^生效日期/)).toHaveAttribute('min', '2025-01-01');
    await user.click(form.getByRole('button', { name: '提交申请' }));
    expect(await form.findByText('请选择变更后的内容')).toBeVisible();
    expect(form.getByText('请上传证明材料')).toBeVisible();
    await user.selectOptions(form.getByRole('combobox', { name: '变更事项' }), '专业系列');
    expect(form.getByRole('option', { name: '药学系列' })).toBeInTheDocument();
    expect(requestsTo(askFact)).toEqual([]);
  });

  it('that wait can be withdrawn, and are not requested twice', async () => {
    mockReply(myFacts, { ...facts, current: facts.current.slice(0, 1), list: [request] });
    mockReply(withdrawFact, facts);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '撤回申请：专业级别：中级' }));
    expect(requestsTo(withdrawFact)[0]?.body).toEqual({ fact_id: 'F1' });
    expect(await screen.findByText('已撤回申请')).toBeVisible();
    expect(screen.getByRole('button', { name: '申请变更或核实' })).toBeVisible();
  });

  it('that were refused show why and what to do', async () => {
    const rejected = { ...request, fact_status: 'rejected', fact_status_name: '未通过' };
    mockReply(myFacts, { ...facts, list: [{ ...rejected, reply: '请上传原件照片' }] });
    open();
    expect(await screen.findByText('原因：请上传原件照片')).toBeVisible();
    expect(screen.getByText(/补充证明后重新提交/)).toBeVisible();
  });

  it('are reached from the settings, where the profile itself is completed once', async () => {
    mockReply(userInfo, sampleUser({ level: '' }));
    const { user } = renderPage('/user/setting', routes, signedIn);
    expect(screen.queryByRole('link', { name: '审核本单位的申请' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: '完善资料' }));
    expect(screen.getByRole('combobox', { name: '专业级别' })).toBeVisible();
    expect(screen.queryByRole('combobox', { name: '专业系列' })).toBeNull();
    await user.click(screen.getByRole('link', { name: '变更与记录' }));
    expect(await screen.findByRole('heading', { name: '职称与岗位' })).toBeVisible();
  });
});

const applicant = {
  ...request,
  user_id: 'U1',
  real_name: '陈晓禾',
  mobile: '138****0001',
  id_no: '330106********0021',
  unit_name: '省人民医院',
  title_name: '护师',
  post_name: '护士',
  current_name: '初级',
  current_status_name: '已核实',
};
const page = { total: 1, page: 1, page_size: 50 };
const unitAddress = '/user/setting?view=unit_facts';

describePageStates('requests of a unit', {
  address: unitAddress,
  routes,
  options: signedIn,
  call: unitFacts,
  filled: { list: [applicant], ...page },
  shows: '陈晓禾',
  empty: { reply: { list: [], ...page, total: 0 }, says: '没有待审核的申请' },
});

describe('requests of a unit', () => {
  it('are approved, or refused with a reason', async () => {
    mockReply(unitFacts, { list: [applicant], ...page });
    mockReply(unitFactAudit, { fact_status: 'rejected' });
    const { user } = renderPage(unitAddress, routes, signedIn);
    expect(await screen.findByText('专业级别：初级（已核实） → 中级')).toBeVisible();
    expect(screen.getByRole('button', { name: '查看 资格证书.png' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: '退回陈晓禾的专业级别申请' }));
    await user.click(screen.getByRole('button', { name: '确认退回' }));
    expect(await screen.findByText('请填写退回原因（至少5个字）')).toBeVisible();
    expect(requestsTo(unitFactAudit)).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: /退回原因/ }), '请上传原件照片');
    await user.click(screen.getByRole('button', { name: '确认退回' }));
    expect(requestsTo(unitFactAudit)[0]?.body).toEqual({
      fact_id: 'F1',
      decision: 'refuse',
      reason: '请上传原件照片',
    });
    expect(await screen.findByText('已退回，申请人会收到通知')).toBeVisible();
  });

  it('that somebody else decided meanwhile are said to be', async () => {
    mockReply(unitFacts, { list: [applicant], ...page });
    mockRefusal(unitFactAudit, 400, '该申请已处理或已撤回，请刷新列表', 'fact_decided');
    const { user } = renderPage(unitAddress, routes, signedIn);
    await user.click(await screen.findByRole('button', { name: '通过陈晓禾的专业级别申请' }));
    expect(await screen.findByText('该申请已处理或已撤回，请刷新列表')).toBeVisible();
  });
});

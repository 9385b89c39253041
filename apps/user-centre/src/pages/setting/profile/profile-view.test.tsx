import {
  type ProfileDetail,
  profileDetail,
  profileDetailUpdate,
  userInfo,
  userUpdate,
} from '@cme/contract/person';
import { myUnit, wechatState } from '@cme/contract/person';
import {
  describePageStates,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  sampleUser,
} from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const detail: ProfileDetail = {
  title_name: '护师',
  title_date: '2021-06-30',
  department: '神经内科',
  post_name: '护士',
  education: '3',
  education_name: '大学本科',
  email: 'l****@example.com',
  email_verified: 'N',
  practice_no: '2****0123',
  grass_roots: 'N',
  picture: '',
};
const none = {
  unit_status: 'none',
  unit_status_name: '未加入',
  unit_name: '红星诊所',
  unit: null,
  application: null,
};
const address = '/user/setting?view=profile';

beforeEach(() => {
  mockUserCentre();
  mockReply(userInfo, sampleUser({ unit_id: '', unit_name: '红星诊所' }));
  mockReply(profileDetail, detail);
  mockReply(myUnit, none);
  mockReply(wechatState, { bound: 'Y', ways: ['web'] });
});

describePageStates('editing the profile', {
  address,
  routes,
  options: signedIn,
  call: profileDetail,
  filled: detail,
  shows: /其余资料可以随时修改/,
});

describe('the profile', () => {
  it('stands in the settings, where the address is said to be unverified', async () => {
    renderPage('/user/setting', routes, signedIn);
    expect(await screen.findByText('护师，2021-06-30 取得')).toBeVisible();
    expect(screen.getByText('l****@example.com（未验证）')).toBeVisible();
    expect(screen.getByText('2****0123')).toBeVisible();
    expect(screen.getByText('大学本科')).toBeVisible();
  });

  it('sends what was changed and nothing else, so that masked values stay', async () => {
    mockReply(profileDetailUpdate, { ...detail, department: '心内科' });
    const { user } = renderPage(address, routes, signedIn);
    const department = await screen.findByRole('textbox', { name: '科室' });
    await user.clear(department);
    await user.type(department, '心内科');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('资料已保存')).toBeVisible();
    expect(requestsTo(profileDetailUpdate)[0]?.body).toEqual({ department: '心内科' });
    expect(requestsTo(userUpdate)).toEqual([]);
  });

  it('takes a workplace that is in no directory', async () => {
    mockReply(userUpdate, sampleUser({ unit_id: '', unit_name: '东风村卫生室' }));
    const { user } = renderPage(address, routes, signedIn);
    const unit = await screen.findByRole('textbox', { name: '工作单位' });
    await user.clear(unit);
    await user.type(unit, '东风村卫生室');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('资料已保存')).toBeVisible();
    expect(requestsTo(userUpdate)[0]?.body).toMatchObject({ unit_name: '东风村卫生室' });
    expect(requestsTo(profileDetailUpdate)).toEqual([]);
  });

  it('does not offer it to members of a unit, who leave it first', async () => {
    mockReply(userInfo, sampleUser({ unit_id: 'U1', unit_name: '省人民医院' }));
    renderPage(address, routes, signedIn);
    expect(await screen.findByRole('textbox', { name: '科室' })).toBeVisible();
    expect(screen.queryByRole('textbox', { name: '工作单位' })).toBeNull();
  });

  it('shows what is wrong at its field and keeps what was typed', async () => {
    const { user } = renderPage(address, routes, signedIn);
    const email = await screen.findByRole('textbox', { name: '电子邮箱' });
    await user.clear(email);
    await user.type(email, 'li@');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('请输入正确的电子邮箱')).toBeVisible();
    expect(email).toHaveValue('li@');
    expect(requestsTo(profileDetailUpdate)).toEqual([]);
    await user.clear(email);
    mockRefusal(profileDetailUpdate, 400, '取得职称的日期不能晚于今天', 'bad_request', {
      field: 'title_date',
    });
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('取得职称的日期不能晚于今天')).toBeVisible();
  });
});

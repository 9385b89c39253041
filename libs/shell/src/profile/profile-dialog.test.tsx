import { profilePutOff, userInfo, userUpdate } from '@cme/contract/person';
import { mockRefusal, mockReply, renderPage, requestsTo, sampleUser } from '@cme/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeProfilePrompt } from './profile-prompt.ts';

const handle = { access: 'open' };
const routes = [
  { path: '/', element: <h1>首页内容</h1>, handle },
  { path: '/news', element: <h1>资讯内容</h1>, handle },
  { path: '/order/confirm', element: <h1>订单内容</h1>, handle: { access: 'learner' } },
  { path: '/user/setting', element: <h1>设置内容</h1>, handle: { access: 'learner' } },
];
const blank = sampleUser({
  is_complete: 'N',
  profile_prompt: 'Y',
  missing: ['post_type', 'level'],
  level: '',
  post_type: '',
});
const title = { name: '完善个人资料' };

beforeEach(() => {
  mockReply(userInfo, blank);
  mockReply(profilePutOff, {});
});

afterEach(() => act(closeProfilePrompt));

describe('the dialog for an incomplete profile', () => {
  it('asks for exactly the missing fields and saves them', async () => {
    mockReply(userUpdate, sampleUser());
    const { user } = renderPage('/', routes, { token: 'T1' });
    const dialog = await screen.findByRole('dialog', title);
    const asked = within(dialog).getAllByRole('combobox');
    expect(asked).toHaveLength(2);
    await user.click(within(dialog).getByRole('button', { name: '保存' }));
    expect(await within(dialog).findByText('请选择专业级别')).toBeDefined();
    expect(requestsTo(userUpdate)).toHaveLength(0);
    await user.selectOptions(within(dialog).getByLabelText('专业级别'), 'B');
    await user.selectOptions(within(dialog).getByLabelText('岗位类型'), 'E');
    await user.click(within(dialog).getByRole('button', { name: '保存' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requestsTo(userUpdate)[0]?.body).toEqual({ level: 'B', post_type: 'E' });
    expect(await screen.findByText('资料已保存')).toBeDefined();
  });

  it('keeps the input and shows the error if the server rejects it', async () => {
    mockRefusal(userUpdate, 400, '请选择岗位类型', 'bad_request', { field: 'post_type' });
    const { user } = renderPage('/', routes, { token: 'T1' });
    const dialog = await screen.findByRole('dialog', title);
    const level = within(dialog).getByLabelText('专业级别');
    await user.selectOptions(level, 'B');
    await user.selectOptions(within(dialog).getByLabelText('岗位类型'), 'E');
    await user.click(within(dialog).getByRole('button', { name: '保存' }));
    expect(await within(dialog).findByText('请选择岗位类型')).toBeDefined();
    expect(level).toHaveProperty('value', 'B');
  });

  it('is not shown again after it was postponed, and the server records that', async () => {
    const { user, router } = renderPage('/', routes, { token: 'T1' });
    const dialog = await screen.findByRole('dialog', title);
    await user.click(within(dialog).getByRole('button', { name: '以后再说' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requestsTo(profilePutOff)).toHaveLength(1);
    await act(() => router.navigate('/news'));
    await screen.findByText('资讯内容');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['during payment', '/order/confirm', '订单内容'],
    ['over the settings, which have the same fields', '/user/setting', '设置内容'],
  ])('is not shown %s', async (_, path, content) => {
    const { router } = renderPage(path, routes, { token: 'T1' });
    await screen.findByText(content);
    await waitFor(() => expect(requestsTo(userInfo).length).toBeGreaterThan(0));
    expect(screen.queryByRole('dialog')).toBeNull();
    await act(() => router.navigate('/'));
    expect(await screen.findByRole('dialog', title)).toBeDefined();
  });

  it('is not shown in a session that has postponed it', async () => {
    mockReply(userInfo, { ...blank, profile_prompt: 'N' });
    renderPage('/', routes, { token: 'T1' });
    expect(await screen.findByText('首页内容')).toBeDefined();
    await waitFor(() => expect(requestsTo(userInfo).length).toBeGreaterThan(0));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

import { areaSelection, siteConfig, sitePage } from '@cme/contract/site';
import {
  captcha,
  registCheck,
  registPerson,
  topNoticeCount,
  unitSearch,
  userInfo,
} from '@cme/contract/person';
import {
  describeFormStates,
  requestsTo,
  mockRefusal,
  renderPage,
  mockReply,
  sampleUser,
} from '@cme/testing';
import { writeTab } from '@cme/shell';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../routes.ts';

type User = ReturnType<typeof renderPage>['user'];

beforeEach(() => {
  mockReply(areaSelection, [
    { id: '350000', name: '福建省', parent: '' },
    { id: '350100', name: '福州市', parent: '350000' },
    { id: '350102', name: '鼓楼区', parent: '350100' },
  ]);
  mockReply(unitSearch, { list: [], more: 'N' });
  mockReply(registPerson, { user: sampleUser(), defaultLoginUrl: '' }, 'T');
  mockReply(registCheck, { ok: 'Y', message: '' });
  mockReply(userInfo, sampleUser());
  mockReply(topNoticeCount, { unread_count: 0 });
  mockRefusal(captcha, 503, '稍后再试');
});

/** How the browser says that this document was opened. */
const openBy = (type: 'navigate' | 'reload') =>
  vi
    .spyOn(performance, 'getEntriesByType')
    .mockReturnValue([{ type } as PerformanceNavigationTiming]);
afterEach(() => vi.restoreAllMocks());

function passTenMinutes(): void {
  const { at, value } = JSON.parse(sessionStorage.getItem('regist') ?? '{}');
  sessionStorage.setItem('regist', JSON.stringify({ at: at - 601_000, value }));
}

async function fill(user: User) {
  await fillArea(user);
  autofill('手机号', '13900000009');
  autofill('短信验证码', '123456');
  autofill('密码', 'Learner2026');
  autofill('确认密码', 'Learner2026');
  autofill('姓名', '王小芳');
  autofill('证件号码', '11010519491231002x');
  autofill('工作单位', '市人民医院');
  autofill('专业系列', '04');
  autofill('专业级别', 'A');
  autofill('岗位类型', 'E');
  await user.click(screen.getByLabelText('我已阅读并同意'));
  await user.click(screen.getByLabelText(/^我单独同意使用我的证件号码/));
}

async function fillArea(user: User) {
  const area = within(await screen.findByRole('group', { name: '所在地区' }));
  for (const name of ['福建省', '福州市', '鼓楼区'])
    await user.selectOptions(area.getAllByRole('combobox').at(-1)!, name);
}

describeFormStates('the registration page', {
  address: '/regist/person',
  routes,
  call: registPerson,
  reply: { user: sampleUser(), defaultLoginUrl: '' },
  fill,
  submit: '注册',
  field: { label: '姓名', value: '王小芳' },
  missing: ['请输入真实姓名', '请选择专业系列'],
});

describe('registration', () => {
  it('shows an error at every invalid field and sends nothing', async () => {
    const { user } = renderPage('/regist/person', routes);
    await user.click(await screen.findByRole('button', { name: '注册' }));
    for (const message of [
      '请输入手机号',
      '请输入密码',
      '请再次输入密码',
      '请输入真实姓名',
      '请输入证件号码',
      '请选择所在地区',
      '请选择专业系列',
      '请阅读并同意服务条款和隐私政策',
    ])
      expect(await screen.findByText(message)).toBeVisible();
    expect(requestsTo(registPerson)).toHaveLength(0);
  });

  it('says that it waits for the areas if they cannot be loaded, and continues once they are', async () => {
    const areas = [{ id: '350000', name: '福建省', parent: '' }];
    mockRefusal(areaSelection, 400, '暂时无法加载');
    const { user } = renderPage('/regist/person', routes);
    await screen.findByText('暂时无法加载');
    expect(screen.queryByText('所在地区尚未加载，请重试后选择')).toBeNull();
    await user.click(screen.getByRole('button', { name: '注册' }));
    expect(await screen.findByText('所在地区尚未加载，请重试后选择')).toBeVisible();
    mockReply(areaSelection, areas);
    await user.click(
      within(screen.getByRole('group', { name: '专业信息' })).getByRole('button', { name: '重试' }),
    );
    expect(await screen.findByRole('group', { name: '所在地区' })).toBeVisible();
    expect(screen.queryByText('所在地区尚未加载，请重试后选择')).toBeNull();
  });

  it('signs in and returns to the requested page', async () => {
    mockReply(registPerson, { user: sampleUser(), defaultLoginUrl: '' }, 'new-token');
    const { user, router } = renderPage('/regist/person?targetUrl=%2Fpublicneed', routes);
    await fill(user);
    await user.click(screen.getByRole('button', { name: '注册' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/publicneed'));
    expect(requestsTo(registPerson).at(-1)?.body).toMatchObject({
      mobile: '13900000009',
      id_no: '11010519491231002X',
      area_id: '350102',
      series_code: '04',
      level: 'A',
      post_type: 'E',
      agree: 'Y',
    });
    expect(localStorage.getItem('user_token')).toBe('new-token');
  });

  it('shows the texts in force, and sends the versions that were shown', async () => {
    mockReply(siteConfig, {
      menus: [],
      mobile_menus: [],
      login_ways: ['password'],
      regist_open: 'Y',
      links: [],
      terms_version: '2026-11-26',
      privacy_version: '2026-01',
    });
    mockReply(sitePage, {
      page: 'terms',
      title: '服务条款',
      html: '<p>账号仅限本人使用</p>',
      version: '2026-11-26',
      published_at: '',
      versions: ['2026-11-26'],
    });
    const { user } = renderPage('/regist/person', routes);
    await fill(user);
    await user.click(screen.getByRole('button', { name: '服务条款' }));
    expect(await screen.findByText('账号仅限本人使用')).toBeVisible();
    expect(requestsTo(sitePage).at(-1)?.body).toMatchObject({
      page: 'terms',
      version: '2026-11-26',
    });
    await user.click(screen.getByRole('button', { name: '关闭' }));
    await user.click(screen.getByRole('button', { name: '注册' }));
    await waitFor(() =>
      expect(requestsTo(registPerson).at(-1)?.body).toMatchObject({
        agree_version: '2026-11-26',
        privacy_version: '2026-01',
      }),
    );
  });

  it('keeps the input on a reload, except secrets, the document number and consents', async () => {
    const { user, unmount } = renderPage('/regist/person', routes);
    await fill(user);
    for (const secret of ['123456', 'Learner2026', '11010519491231002'])
      expect(JSON.stringify({ ...sessionStorage })).not.toContain(secret);
    unmount();

    openBy('reload');
    renderPage('/regist/person', routes);
    const area = within(await screen.findByRole('group', { name: '所在地区' }));
    await waitFor(() => expect(screen.getByLabelText('手机号')).toHaveValue('13900000009'));
    for (const [label, value] of [
      ['姓名', '王小芳'],
      ['工作单位', '市人民医院'],
      ['专业系列', '04'],
      ['专业级别', 'A'],
      ['岗位类型', 'E'],
      ['短信验证码', ''],
      ['密码', ''],
      ['确认密码', ''],
      ['证件号码', ''],
    ] as const)
      expect(screen.getByLabelText(label)).toHaveValue(value);
    expect(
      area.getAllByRole('combobox').map((select) => (select as HTMLSelectElement).value),
    ).toEqual(['350000', '350100', '350102']);
    expect(screen.getByLabelText('我已阅读并同意')).not.toBeChecked();
    expect(screen.getByLabelText(/^我单独同意使用我的证件号码/)).not.toBeChecked();
  });

  it.each([
    ['opened anew', () => openBy('navigate')],
    ['returned to after ten minutes', () => passTenMinutes()],
  ])('is empty for the next person at the same computer, %s', async (_, act) => {
    const { user, unmount } = renderPage('/regist/person', routes);
    await fill(user);
    unmount();
    openBy('reload');
    act();
    renderPage('/regist/person', routes);
    expect(await screen.findByLabelText('姓名')).toHaveValue('');
    expect(screen.getByLabelText('手机号')).toHaveValue('');
  });

  it('keeps nothing once the account exists', async () => {
    const { user } = renderPage('/regist/person', routes);
    await fill(user);
    expect(JSON.stringify({ ...sessionStorage })).toContain('王小芳');
    await user.click(screen.getByRole('button', { name: '注册' }));
    await waitFor(() => expect(localStorage.getItem('user_token')).toBe('T'));
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).not.toContain('王小芳'));
  });

  it('ignores a draft that is damaged or from another version', async () => {
    const values = { areas: '350000', real_name: ['x'], mobile: '139' };
    writeTab('regist', { entry: 'default', values });
    openBy('reload');
    const { unmount } = renderPage('/regist/person', routes);
    await waitFor(() => expect(screen.getByLabelText('手机号')).toHaveValue('139'));
    expect(screen.getByLabelText('姓名')).toHaveValue('');
    unmount();
    sessionStorage.setItem('regist', '{"areas');
    renderPage('/regist/person', routes);
    expect(await screen.findByLabelText('手机号')).toHaveValue('');
  });

  it("shows the server's error at its field and keeps the input", async () => {
    mockRefusal(registPerson, 400, '验证码错误或已失效', 'sms_wrong');
    const { user } = renderPage('/regist/person', routes);
    await fill(user);
    await user.click(screen.getByRole('button', { name: '注册' }));
    expect(await screen.findByText('验证码错误或已失效')).toBeVisible();
    expect(screen.getByLabelText('姓名')).toHaveValue('王小芳');
    expect(screen.getByLabelText('工作单位')).toHaveValue('市人民医院');
  });

  it('shows each refusal at its field and focuses it', async () => {
    const { user } = renderPage('/regist/person', routes);
    await fill(user);
    for (const [code, message, label, more] of [
      ['mobile_taken', '该手机号码已被注册', '手机号', {}],
      ['id_taken', '该证件号码已被注册', '证件号码', {}],
      ['bad_request', '密码过于简单，请更换一个不易被猜到的密码', '密码', { field: 'password' }],
      ['bad_request', '请选择专业系列', '专业系列', { field: 'series_code' }],
    ] as const) {
      mockRefusal(registPerson, 400, message, code, more);
      await user.click(screen.getByRole('button', { name: '注册' }));
      expect(await screen.findByText(message)).toBeVisible();
      await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
      expect(screen.queryByRole('alert')).toBeNull();
    }
  });

  it('focuses the first invalid field and reports an empty code as missing', async () => {
    const { user } = renderPage('/regist/person', routes);
    await enter(user, await screen.findByLabelText('手机号'), '13900000009');
    await user.click(screen.getByRole('button', { name: '注册' }));
    expect(await screen.findByText('请输入短信验证码')).toBeVisible();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('短信验证码')));
  });

  it('says without submitting that a province is not enough', async () => {
    const { user } = renderPage('/regist/person', routes);
    const area = within(await screen.findByRole('group', { name: '所在地区' }));
    await user.selectOptions(area.getAllByRole('combobox').at(-1)!, '福建省');
    await user.click(screen.getByRole('button', { name: '注册' }));
    expect(await screen.findByText('请选择到区县')).toBeVisible();
    expect(requestsTo(registPerson)).toHaveLength(0);
  });

  it('is not offered on sites without it', async () => {
    mockReply(siteConfig, {
      menus: [],
      mobile_menus: [],
      login_ways: ['password'],
      regist_open: 'N',
      links: [],
    });
    renderPage('/regist/person', routes);
    expect(await screen.findByText('本站点不开放注册，请联系单位管理员开通账号')).toBeVisible();
    expect(screen.queryByRole('button', { name: '注册' })).toBeNull();
  });

  describe('the place of work', () => {
    const unit = (unitId: string, name: string) => ({
      unit_id: unitId,
      name,
      level: '3',
      level_name: '三级',
      area_id: '350102',
      area_name: '福建省福州市鼓楼区',
      parent_id: '',
      parent_name: '',
    });
    const open = async (complete: (user: User) => Promise<void>) => {
      mockReply(unitSearch, {
        list: [unit('U1', '省立医院'), unit('U2', '省立医院南院')],
        more: 'N',
      });
      const page = renderPage('/regist/person', routes);
      await complete(page.user);
      const field = screen.getByRole('combobox', { name: '工作单位' });
      await page.user.clear(field);
      return { ...page, field };
    };

    it('is reported as not listed only after that name was searched for', async () => {
      const { user, field } = await open(fillArea);
      const none = { list: [], more: 'N' as const };
      mockReply(unitSearch, ({ body }) =>
        body.keyword === '市立' ? none : new Promise(() => undefined),
      );
      await user.type(field, '市立');
      expect(await screen.findByText('列表中没有这个单位，请填写单位全称')).toBeVisible();
      await user.type(field, '一');
      await waitFor(() => expect(requestsTo(unitSearch).at(-1)?.body.keyword).toBe('市立一'));
      expect(screen.queryByText('列表中没有这个单位，请填写单位全称')).toBeNull();
    });

    it('is selected from the units of the area by keyboard and sent with its id', async () => {
      const { user, field } = await open(fill);
      await user.type(field, '省立');
      expect(await screen.findByRole('option', { name: /^省立医院南院/ })).toBeVisible();
      expect(field).toHaveAttribute('aria-expanded', 'true');
      await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
      expect(field).toHaveValue('省立医院南院');
      expect(field).toHaveAttribute('aria-expanded', 'false');
      expect(screen.getByText('已从单位列表中选择')).toBeVisible();
      expect(requestsTo(registPerson)).toHaveLength(0);
      await user.click(screen.getByRole('button', { name: '注册' }));
      await waitFor(() =>
        expect(requestsTo(registPerson).at(-1)?.body).toMatchObject({
          unit_id: 'U2',
          unit_name: '省立医院南院',
        }),
      );
      expect(requestsTo(unitSearch).at(-1)?.body).toMatchObject({ area_id: '350102' });
    });

    it('is a unit of the list if its name is typed in full, otherwise free text', async () => {
      const { user, field } = await open(fill);
      await user.type(field, '省立');
      await screen.findByRole('option', { name: /^省立医院南院/ });
      await user.type(field, '医院');
      expect(screen.getByText('已从单位列表中选择')).toBeVisible();
      await user.type(field, '门诊部');
      expect(screen.queryByText('已从单位列表中选择')).toBeNull();
      await user.keyboard('{Escape}');
      expect(field).toHaveAttribute('aria-expanded', 'false');
      expect(field).toHaveValue('省立医院门诊部');
      await user.click(screen.getByRole('button', { name: '注册' }));
      await waitFor(() => expect(requestsTo(registPerson)).toHaveLength(1));
      expect(requestsTo(registPerson)[0]?.body).not.toHaveProperty('unit_id');
    });

    it('can be selected by pointer', async () => {
      const { user, field } = await open(fillArea);
      await user.type(field, '省');
      await user.click(await screen.findByRole('option', { name: /^省立医院 ?三级/ }));
      expect(field).toHaveValue('省立医院');
    });
  });

  describe('other documents', () => {
    it.each([
      ['军官证', '军字第1234567号', '王小芳'],
      ['港澳台通行证', 'H12345678', '黄颖琳'],
      ['护照', 'e1234567', 'Maria Lindqvist'],
    ])('%s asks for gender and birth date, and is sent', async (kind, idNo, name) => {
      const { user } = renderPage('/regist/person', routes);
      await fill(user);
      await user.selectOptions(screen.getByLabelText('证件类型'), kind);
      for (const [label, text] of [
        ['证件号码', idNo],
        ['姓名', name],
      ] as const) {
        await user.clear(screen.getByLabelText(label));
        await enter(user, screen.getByLabelText(label), text);
      }
      await user.click(screen.getByRole('button', { name: '注册' }));
      expect(await screen.findByText('请选择性别')).toBeVisible();
      expect(screen.getByText('请选择出生日期')).toBeVisible();
      await user.selectOptions(screen.getByLabelText('性别'), '女');
      await user.type(screen.getByLabelText('出生日期'), '1988-11-02');
      await user.click(screen.getByRole('button', { name: '注册' }));
      await waitFor(() => expect(requestsTo(registPerson)).toHaveLength(1));
      expect(requestsTo(registPerson)[0]?.body).toMatchObject({
        id_no: idNo.toUpperCase(),
        gender: 'F',
        birth_date: '1988-11-02',
      });
    });

    it('keeps the input and validates it as the selected kind', async () => {
      const { user } = renderPage('/regist/person', routes);
      await enter(user, await screen.findByLabelText('证件号码'), 'H12345678');
      await user.tab();
      expect(await screen.findByText('身份证号码不正确')).toBeVisible();
      await user.selectOptions(screen.getByLabelText('证件类型'), '港澳台通行证');
      expect(screen.getByLabelText('证件号码')).toHaveValue('H12345678');
      expect(screen.queryByText('身份证号码不正确')).toBeNull();
      await user.selectOptions(screen.getByLabelText('证件类型'), '军官证');
      await user.click(screen.getByRole('button', { name: '注册' }));
      expect(await screen.findByText('证件号码不正确，请重新输入！')).toBeVisible();
      await user.selectOptions(screen.getByLabelText('证件类型'), '居民身份证');
      expect(screen.queryByLabelText('性别')).toBeNull();
    });
  });

  it('rejects two different passwords', async () => {
    const { user } = renderPage('/regist/person', routes);
    await enter(user, await screen.findByLabelText('密码'), 'Learner2026');
    await enter(user, screen.getByLabelText('确认密码'), 'Learner2027');
    await user.tab();
    expect(await screen.findByText('两次输入的密码不一致')).toBeVisible();
  });
});

/** Enters a value like a password manager does: one change of a field without focusing it. */
const autofill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function enter(user: User, field: HTMLElement, text: string) {
  await user.click(field);
  await user.paste(text);
}

import { profilePutOff, userInfo, userUpdate } from '@cme/contract/person';
import {
  trainingclassApply,
  trainingclassDetail,
  trainingclassDownload,
  trainingclassList,
  trainingclassQuit,
} from '@cme/contract/study';
import { shopplistCount } from '@cme/contract/payment';
import {
  customerPage,
  describePageStates,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  sampleSite,
  sampleUser,
} from '@cme/testing';
import {
  mockTrainingClass,
  type SampleClass,
  sampleClass,
  sampleClassDetail,
  sampleTraining,
} from '@cme/testing/training-class';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const page = customerPage({ site: sampleSite({ isCustomerDomain: 'Y' }) });
const address = '/xcys';
beforeEach(() => {
  mockReply(userInfo, sampleUser());
  mockReply(shopplistCount, { count: 0 });
  mockTrainingClass();
});

const session = async (period = 3) =>
  within(await screen.findByRole('article', { name: `第${period}期` }));

describe('a training', () => {
  it('shows title, audience, date, place and remaining seats', async () => {
    renderPage(address, routes);
    expect(
      await screen.findByRole('heading', { level: 1, name: '2026年乡村医生专项培训' }),
    ).toBeVisible();
    expect(await screen.findByText('在岗乡村医生')).toBeVisible();
    const one = await session();
    expect(one.getByText('2026年12月25日 至 12月26日')).toBeVisible();
    expect(one.getByText(/余 83 名 \/ 共 120 名/)).toBeVisible();
    expect(await screen.findByText('胸痛与卒中')).toBeVisible();
    expect(await screen.findByText('报到须知')).toBeVisible();
    expect(await screen.findByText('录取后可下载')).toBeVisible();
  });

  it('selects another 期 by the URL', async () => {
    mockReply(
      trainingclassList,
      sampleTraining(sampleClass(), sampleClass({ class_id: 'K2', period: 2 })),
    );
    const { user, router } = renderPage(address, routes);
    await user.click(await screen.findByRole('link', { name: '查看第2期安排' }));
    expect(router.state.location.search).toBe('?period=2');
    expect(await screen.findByRole('heading', { name: '第2期安排' })).toBeVisible();
  });

  describe('a training whose scope requires missing profile fields', () => {
    const blank = sampleUser({ is_complete: 'N', missing: ['level'], level: '' });
    const lacks = (missingField: string): Partial<SampleClass> => ({
      action: 'incomplete',
      action_name: '请先完善“专业级别”',
      missing_field: missingField,
    });

    it('asks for them and continues with the application', async () => {
      mockReply(userInfo, blank);
      mockReply(trainingclassList, sampleTraining(sampleClass(lacks('level'))));
      mockReply(trainingclassDetail, sampleClassDetail(lacks('level')));
      mockReply(userUpdate, () => {
        mockReply(trainingclassDetail, sampleClassDetail());
        return sampleUser({ level: 'D' });
      });
      const { user } = renderPage(address, routes, { page, token: 'T1' });
      const one = await session();
      expect(await one.findByText('请先完善“专业级别”')).toBeVisible();
      await user.click(one.getByRole('button', { name: /^完善资料并报名/ }));
      const dialog = await screen.findByRole('dialog', { name: '完善个人资料' });
      expect(within(dialog).getByText('继续之前，请先补充以下信息。')).toBeVisible();
      await user.selectOptions(within(dialog).getByLabelText('专业级别'), 'D');
      await user.click(within(dialog).getByRole('button', { name: '保存' }));
      expect(await screen.findByRole('dialog', { name: '确认报名' })).toBeVisible();
      expect(requestsTo(userUpdate).at(-1)?.body).toEqual({ level: 'D' });
    });

    it('does not continue if the dialog is postponed', async () => {
      mockReply(userInfo, blank);
      mockReply(profilePutOff, {});
      mockReply(trainingclassList, sampleTraining(sampleClass(lacks('level'))));
      mockReply(trainingclassDetail, sampleClassDetail(lacks('level')));
      const { user } = renderPage(address, routes, { page, token: 'T1' });
      const one = await session();
      await user.click(await one.findByRole('button', { name: /^完善资料并报名/ }));
      const dialog = await screen.findByRole('dialog', { name: '完善个人资料' });
      await user.click(within(dialog).getByRole('button', { name: '以后再说' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(one.getByText('请先完善“专业级别”')).toBeVisible();
      expect(requestsTo(userUpdate)).toHaveLength(0);
    });

    it('links to the page where units are joined', async () => {
      mockReply(trainingclassList, sampleTraining(sampleClass(lacks('unit_id'))));
      renderPage(address, routes, { page, token: 'T1' });
      const one = await session();
      expect(await one.findByRole('link', { name: '去加入单位' })).toHaveAttribute(
        'href',
        '/user/setting',
      );
    });
  });

  it('a training that the site does not offer says so and links onward', async () => {
    mockReply(trainingclassList, { list: [], total: 0, page: 1, page_size: 50 });
    renderPage(address, routes);
    expect(await screen.findByText('本站点暂未开设该培训')).toBeVisible();
    expect(screen.getByRole('link', { name: '去看专业科目' })).toHaveAttribute(
      'href',
      '/profession',
    );
  });

  it.each<[string, Partial<SampleClass>]>([
    ['您不在本次培训范围内', { action: 'not_in_scope', action_name: '您不在本次培训范围内' }],
    ['未到报名时间', { action: 'not_yet', action_name: '未到报名时间' }],
    ['报名已截止', { action: 'over', action_name: '报名已截止' }],
    ['名额已满', { action: 'full', action_name: '名额已满', seats_left: 0 }],
    ['明天再来', { action: 'from_a_newer_api', action_name: '明天再来' }],
  ])('shows %s instead of a button', async (text, change) => {
    mockReply(trainingclassList, sampleTraining(sampleClass(change)));
    renderPage(address, routes);
    const one = await session();
    expect(one.getByText(text)).toBeVisible();
    expect(one.queryByRole('button')).toBeNull();
  });
});

describe('applying', () => {
  it('shows date, place and audience, requires the agreement, and shows the result', async () => {
    const my = {
      member_status: 'admitted',
      member_status_name: '已录取',
      waiting_place: 0,
      applied_at: '2026-11-20 08:00:00',
    };
    mockReply(trainingclassApply, () => {
      mockReply(
        trainingclassList,
        sampleTraining(
          sampleClass({ action: 'admitted', action_name: '已报名', can_quit: 'Y', my }),
        ),
      );
      return my;
    });
    const { user } = renderPage(address, routes, { page, token: 'T1' });
    const one = await session();
    await waitFor(() => expect(one.getByRole('button', { name: /^报名/ })).toBeEnabled());
    await user.click(one.getByRole('button', { name: /^报名/ }));
    const dialog = within(await screen.findByRole('dialog', { name: '确认报名' }));
    expect(dialog.getByText('专业级别：乡村医生；所在地区：浙江省')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: '提交报名' }));
    expect(await dialog.findByText('请先阅读并同意报名约定')).toBeVisible();
    expect(requestsTo(trainingclassApply)).toEqual([]);
    await user.click(dialog.getByRole('checkbox', { name: '我已阅读并同意报名约定' }));
    await user.click(dialog.getByRole('button', { name: '提交报名' }));
    // The dialog outlives the button that opened it.
    expect(await one.findByText('已报名')).toBeInTheDocument();
    expect(screen.getByText('报名成功，课程已开通')).toBeVisible();
    expect(requestsTo(trainingclassApply)[0]?.body).toEqual({
      class_id: 'K3',
      agree_version: '2026-01',
    });
  });

  it('requires a proof of what the class is limited to and nobody has verified', async () => {
    mockReply(trainingclassDetail, sampleClassDetail({ unproven: ['专业级别'] }));
    const { user } = renderPage(address, routes, { page, token: 'T1' });
    const one = await session();
    await waitFor(() => expect(one.getByRole('button', { name: /^报名/ })).toBeEnabled());
    await user.click(one.getByRole('button', { name: /^报名/ }));
    const dialog = within(await screen.findByRole('dialog', { name: '确认报名' }));
    expect(await dialog.findByRole('group', { name: /专业级别证明/ })).toBeVisible();
    await user.click(dialog.getByRole('checkbox'));
    await user.click(dialog.getByRole('button', { name: '提交报名' }));
    expect(await dialog.findByText('请上传证明材料')).toBeVisible();
    expect(requestsTo(trainingclassApply)).toEqual([]);
  });

  it('keeps the dialog open and shows why it was rejected', async () => {
    mockRefusal(trainingclassApply, 400, '名额已满', 'class_full');
    const { user } = renderPage(address, routes, { page, token: 'T1' });
    const one = await session();
    await waitFor(() => expect(one.getByRole('button', { name: /^报名/ })).toBeEnabled());
    await user.click(one.getByRole('button', { name: /^报名/ }));
    const dialog = within(await screen.findByRole('dialog', { name: '确认报名' }));
    await user.click(dialog.getByRole('checkbox'));
    await user.click(dialog.getByRole('button', { name: '提交报名' }));
    expect(await dialog.findByText('名额已满')).toBeVisible();
  });

  it('refetches first: a user who is already in another 期 is told so', async () => {
    mockReply(
      trainingclassDetail,
      sampleClassDetail({ action: 'other', action_name: '您已报名第1期' }),
    );
    const { user } = renderPage(address, routes, { page, token: 'T1' });
    const one = await session();
    await waitFor(() => expect(one.getByRole('button', { name: /^报名/ })).toBeEnabled());
    await user.click(one.getByRole('button', { name: /^报名/ }));
    expect(await screen.findByText('您已报名第1期')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('an enrolled user can withdraw after confirmation', async () => {
  const my = {
    member_status: 'waiting',
    member_status_name: '候补中',
    waiting_place: 4,
    applied_at: '2026-11-20 08:00:00',
  };
  mockReply(
    trainingclassList,
    sampleTraining(sampleClass({ action: 'waiting', action_name: '候补中', can_quit: 'Y', my })),
  );
  mockReply(trainingclassQuit, {});
  const { user } = renderPage(address, routes, { page, token: 'T1' });
  const one = await session();
  expect(await one.findByText('候补第 4 位')).toBeVisible();
  await user.click(one.getByRole('button', { name: /^取消候补/ }));
  await user.click(await screen.findByRole('button', { name: '确认取消' }));
  expect(await screen.findByText('已取消报名')).toBeVisible();
  expect(requestsTo(trainingclassQuit)[0]?.body).toEqual({ class_id: 'K3' });
});

it('a file is opened by a URL that is requested on click', async () => {
  mockRefusal(trainingclassDownload, 404, '没有找到该文件', 'not_found');
  const { user } = renderPage(address, routes);
  await user.click(await screen.findByRole('button', { name: '下载 报名须知' }));
  expect(await screen.findByText('没有找到该文件')).toBeVisible();
  expect(requestsTo(trainingclassDownload)[0]?.body).toEqual({ class_id: 'K3', id: 'f1' });
});

describePageStates('a training', {
  address,
  routes,
  call: trainingclassList,
  filled: sampleTraining(sampleClass()),
  shows: '培训中心二号楼',
  empty: {
    reply: { list: [], total: 0, page: 1, page_size: 50 },
    says: '本站点暂未开设该培训',
  },
});

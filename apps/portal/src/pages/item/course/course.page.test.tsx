import type { ReplyOf } from '@cme/contract/base';
import { login, topNoticeCount, userInfo } from '@cme/contract/person';
import {
  contentCatalog,
  contentDetail,
  contentRelated,
  contentTeachers,
} from '@cme/contract/content';
import { learnJoin } from '@cme/contract/study';
import { shopplistAdd, shopplistCount } from '@cme/contract/payment';
import {
  requestsTo,
  customerPage,
  describePageStates,
  mockRefusal,
  renderPage,
  mockReply,
  sampleCard,
  sampleSite,
  sampleUser,
} from '@cme/testing';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const id = '01J000000000000000000000C1';
const address = `/item/course/${id}/detail`;
/** A single origin for all areas, so that going to the player is a client-side navigation. */
const page = customerPage({ site: sampleSite({ isCustomerDomain: 'Y' }) });

function course(
  change: Partial<ReplyOf<typeof contentDetail>> = {},
): ReplyOf<typeof contentDetail> {
  return {
    ...sampleCard(),
    summary: '',
    detail_html: '<h3>学习目标</h3><p>识别常见心律失常</p>',
    project_no: '2026-03-001',
    leader: '周建国',
    source_unit: '省人民医院',
    start_at: '2026-01-01 00:00:00',
    end_at: '2026-12-31 23:59:59',
    study_days: 180,
    sequential: 'Y',
    discipline: [],
    tags: [],
    score_avg: 0,
    appraise_count: 0,
    resource_count: 0,
    action: 'join',
    ...change,
  };
}

beforeEach(() => {
  mockReply(contentRelated, { list: [] });
  mockReply(contentTeachers, {
    list: [
      {
        teacher_id: 't1',
        name: '周建国',
        title: '主任医师',
        unit: '省人民医院',
        photo: '/t.svg',
        intro: '长期从事心电诊断。',
        role: '主讲',
      },
    ],
  });
  mockReply(contentCatalog, {
    chapters: [
      {
        chapter_id: 'c',
        title: '第一章',
        sections: [
          {
            section_id: 's',
            title: '窦性心律',
            type: 'video',
            seconds: 125,
            required: 'Y',
            section_status: '',
          },
        ],
      },
    ],
  });
  mockReply(userInfo, sampleUser());
  mockReply(topNoticeCount, { unread_count: 0 });
  mockReply(shopplistCount, { count: 0 });
});

describe('a course', () => {
  it('shows its description, its price and its three tabs', async () => {
    mockReply(contentDetail, course());
    const { user, router } = renderPage(address, routes);
    expect(
      await screen.findByRole('heading', { level: 1, name: sampleCard().title }),
    ).toBeVisible();
    expect(screen.getByText('免费')).toBeVisible();
    expect(await screen.findByText('识别常见心律失常')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: '目录' }));
    expect(await screen.findByText('窦性心律')).toBeVisible();
    expect(router.state.location.search).toBe('?tab=outline');
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByRole('heading', { name: '周建国' })).toBeVisible();
  });

  it.each([
    [{ study_days: 180, valid_days: 180 }, '加入后 180 天'],
    [
      { study_days: 180, valid_days: 160, end_at: '2027-04-30 23:59:59' },
      '至 2027-04-30（还有 160 天）',
    ],
    [{ study_days: 0, valid_days: 40, end_at: '2027-04-30 23:59:59' }, '至 2027-04-30'],
  ])('with a study period of %o shows %s', async (days, text) => {
    mockReply(contentDetail, course(days));
    renderPage(address, routes);
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('shows the refund period and missing videos before payment', async () => {
    mockReply(
      contentDetail,
      course({
        is_free: 'N',
        price: '12.00',
        action: 'buy',
        refund_days: 15,
        waiting_sections: 3,
        study_count: 0,
      }),
    );
    renderPage(address, routes);
    expect(await screen.findByText('付款后 15 天内可申请退款')).toBeVisible();
    expect(screen.getByText('3 节视频尚未上线，上线前不能学习')).toBeVisible();
    expect(screen.queryByText(/人在学/)).toBeNull();
  });

  it.each(['buy', 'join'] as const)('links to the pending order (%s)', async (action) => {
    mockReply(contentDetail, ({ token }) =>
      course({ is_free: 'N', price: '12.00', action, ...(token ? { pending_order: 'D3' } : {}) }),
    );
    renderPage(address, routes, { page, token: 'token' });
    expect(await screen.findByRole('link', { name: '去支付' })).toHaveAttribute(
      'href',
      '/order/D3/payment',
    );
    expect(screen.queryByRole('button', { name: '立即购买' })).toBeNull();
  });

  it('offers payment only until the order expires', async () => {
    let end: number | undefined;
    mockReply(contentDetail, ({ token }) => {
      const left = (end ??= Date.now() + 1200) - Date.now();
      return course({
        is_free: 'N',
        price: '12.00',
        action: 'buy',
        ...(token && left > 0 ? { pending_order: 'D3', pending_ms: left } : {}),
      });
    });
    renderPage(address, routes, { page, token: 'token' });
    expect(await screen.findByRole('link', { name: '去支付' })).toBeVisible();
    expect(
      await screen.findByRole('button', { name: '立即购买' }, { timeout: 3000 }),
    ).toBeVisible();
    expect(screen.queryByRole('link', { name: '去支付' })).toBeNull();
  });

  it.each([
    [true, '撤回退款申请'],
    [false, '查看退款'],
  ])('with suspended study says why and links to its order (%s)', async (canWithdraw, name) => {
    const suspension = { refund_no: 'R1', order_code: 'D1', can_withdraw: canWithdraw };
    const my_learning = { learning_id: 'l1', learn_status: 'suspended', progress: 25, suspension };
    mockReply(contentDetail, ({ token }) =>
      course({
        is_free: 'N',
        price: '12.00',
        action: token ? 'closed' : 'buy',
        ...(token ? { my_learning } : {}),
      }),
    );
    renderPage(address, routes, { page, token: 'token' });
    expect(await screen.findByText('退款申请处理期间，学习已暂停')).toBeVisible();
    expect(screen.getByRole('link', { name })).toHaveAttribute(
      'href',
      '/user/order?show=detail&code=D1',
    );
    for (const study of [/立即学习|继续学习|复习课程/, /立即购买/]) {
      expect(screen.queryByRole('button', { name: study })).toBeNull();
      expect(screen.queryByRole('link', { name: study })).toBeNull();
    }
  });

  it('sanitizes its description', async () => {
    mockReply(
      contentDetail,
      course({
        detail_html:
          '<p onclick="x()">安全的文字</p><img src=x onerror="document.title=1"><a href="javascript:x()">链接</a>',
      }),
    );
    renderPage(address, routes);
    const text = await screen.findByText('安全的文字');
    const shown = text.parentElement!;
    expect(shown.innerHTML).toBe('<p>安全的文字</p><img src="x"><a>链接</a>');
  });

  it('that is not free can be bought directly, and its id is passed in the URL', async () => {
    mockReply(contentDetail, course({ is_free: 'N', price: '12.00', action: 'buy' }));
    const { user, router } = renderPage(address, routes, { page, token: 'token' });
    expect(await screen.findByText('¥12.00')).toBeVisible();
    expect(screen.queryByRole('button', { name: '立即学习' })).toBeNull();
    await waitFor(() => expect(screen.getByRole('button', { name: '立即购买' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: '立即购买' }));
    await waitFor(() =>
      expect(router.state.location.pathname + router.state.location.search).toBe(
        `/order/confirm?content_type=C&id=${id}`,
      ),
    );
  });

  it('can be added to the cart, which updates the count and links to the cart', async () => {
    mockReply(contentDetail, course({ is_free: 'N', price: '12.00', action: 'buy' }));
    mockReply(shopplistCount, () => ({ count: requestsTo(shopplistAdd).length }));
    mockReply(shopplistAdd, { cart_id: 'k1', count: 1 });
    const { user } = renderPage(address, routes, { page, token: 'token' });
    await waitFor(() => expect(screen.getByRole('button', { name: '加入购物车' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: '加入购物车' }));
    expect(await screen.findByText('已加入购物车')).toBeVisible();
    expect(screen.getByRole('link', { name: '去购物车' })).toHaveAttribute('href', '/cart');
    expect(await screen.findAllByRole('link', { name: /购物车\s*1/ })).not.toHaveLength(0);
    expect(requestsTo(shopplistAdd)[0]?.body).toEqual({ content_type: 'C', id });
  });

  it('is added to the cart after the sign-in that it required', async () => {
    mockReply(contentDetail, course({ is_free: 'N', price: '12.00', action: 'buy' }));
    mockReply(shopplistCount, { count: 1 });
    mockReply(shopplistAdd, { cart_id: 'k1', count: 1 });
    mockReply(login, { user: sampleUser(), defaultLoginUrl: '' }, 'fresh-token');
    const { user } = renderPage(address, routes, { page });
    await user.click(await screen.findByRole('button', { name: '加入购物车' }));
    await user.type(await screen.findByLabelText('手机号'), '13800000001');
    await user.type(screen.getByLabelText('密码'), 'Learner2026');
    await user.click(screen.getByRole('button', { name: '登录' }));
    expect(await screen.findByText('已加入购物车')).toBeVisible();
    expect(requestsTo(shopplistAdd)).toMatchObject([
      { body: { content_type: 'C', id }, token: 'fresh-token' },
    ]);
  });

  it('shows why it cannot be added to the cart', async () => {
    mockReply(contentDetail, course({ is_free: 'N', price: '12.00', action: 'buy' }));
    mockRefusal(shopplistAdd, 409, '您已拥有该课程', 'item_owned');
    const { user } = renderPage(address, routes, { page, token: 'token' });
    await waitFor(() => expect(screen.getByRole('button', { name: '加入购物车' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: '加入购物车' }));
    expect(await screen.findByText('您已拥有该课程')).toBeVisible();
  });

  it('is joined and opened by 立即学习', async () => {
    mockReply(contentDetail, course());
    mockReply(learnJoin, { learning_id: 'l1' });
    const { user, router } = renderPage(address, routes, { page, token: 'token' });
    await waitFor(() => expect(screen.getByRole('button', { name: '立即学习' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: '立即学习' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/player/${id}/play`));
    expect(requestsTo(learnJoin).at(-1)).toMatchObject({ body: { id }, token: 'token' });
  });

  it('requires sign-in first and then continues', async () => {
    mockReply(contentDetail, course());
    mockReply(learnJoin, { learning_id: 'l1' });
    mockReply(login, { user: sampleUser(), defaultLoginUrl: '' }, 'fresh-token');
    const { user, router } = renderPage(address, routes, { page });
    await user.click(await screen.findByRole('button', { name: '立即学习' }));
    await user.type(await screen.findByLabelText('手机号'), '13800000001');
    await user.type(screen.getByLabelText('密码'), 'Learner2026');
    await user.click(screen.getByRole('button', { name: '登录' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/player/${id}/play`));
    expect(requestsTo(learnJoin).at(-1)?.token).toBe('fresh-token');
  });

  it('takes enrolled learners back to where they left off and shows their progress', async () => {
    mockReply(contentDetail, ({ token }) =>
      token
        ? course({
            action: 'continue',
            my_learning: { learning_id: 'l1', learn_status: 'studying', progress: 42 },
          })
        : course(),
    );
    renderPage(address, routes, { page, token: 'token' });
    expect(await screen.findByRole('link', { name: '继续学习' })).toHaveAttribute(
      'href',
      `/player/${id}/play`,
    );
    expect(screen.getByText('42%')).toBeVisible();
  });

  it('that does not exist renders the not-found page', async () => {
    mockRefusal(contentDetail, 404, '课程不存在', 'not_found');
    renderPage(address, routes);
    expect(await screen.findByText('页面不存在')).toBeVisible();
    expect(screen.getByRole('link', { name: '返回首页' })).toBeVisible();
  });
});

describePageStates('a course', {
  address,
  routes,
  call: contentDetail,
  filled: course(),
  shows: '识别常见心律失常',
});

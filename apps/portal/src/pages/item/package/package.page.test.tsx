import { userInfo } from '@cme/contract/person';
import { packageDetail } from '@cme/contract/content';
import { shopplistAdd, shopplistCount } from '@cme/contract/payment';
import {
  requestsTo,
  customerPage,
  describePageStates,
  mockRefusal,
  renderPage,
  mockReply,
  sampleSite,
  sampleUser,
} from '@cme/testing';
import { samplePackage, samplePart } from '@cme/testing/training-class';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const id = '01J000000000000000000000P1';
const address = `/item/package/${id}/detail`;
const page = customerPage({ site: sampleSite({ isCustomerDomain: 'Y' }) });

beforeEach(() => {
  mockReply(userInfo, sampleUser());
  mockReply(shopplistCount, { count: 0 });
});

describe('a package', () => {
  it('shows its courses with their shares of the price, and the price of buying them separately', async () => {
    mockReply(packageDetail, samplePackage());
    const { user, router } = renderPage(address, routes);
    expect(
      await screen.findByRole('heading', { level: 1, name: '护理急救能力提升套餐' }),
    ).toBeVisible();
    await expect.poll(() => document.title).toBe('护理急救能力提升套餐-省卫生健康继续教育中心');
    expect(screen.getByText('¥100.00')).toBeVisible();
    expect(screen.getByText('¥120.00')).toBeVisible();
    expect(screen.getByRole('tab', { name: '课程列表' })).toHaveAttribute('aria-selected', 'true');
    const row = screen.getByRole('heading', { name: '心肺复苏' }).closest('li');
    expect(within(row as HTMLElement).getByText('¥50.00')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: '介绍' }));
    expect(await screen.findByText('两门课程一次学完')).toBeVisible();
    expect(router.state.location.search).toBe('?tab=intro');
  });

  it('is cheaper for owners of one of its courses, and says so', async () => {
    const my_learning = { learning_id: 'l1', learn_status: 'studying', progress: 42 };
    mockReply(packageDetail, ({ token }) =>
      token
        ? samplePackage({
            pay: '50.00',
            saved: '50.00',
            courses: [
              samplePart('c1', '心肺复苏', { owned: 'Y', my_learning }),
              samplePart('c2', '气道管理'),
            ],
          })
        : samplePackage(),
    );
    renderPage(address, routes, { page, token: 'T1' });
    expect(await screen.findByText(/套餐价 ¥100.00，已拥有课程抵减 ¥50.00/)).toBeVisible();
    const row = screen.getByRole('heading', { name: '心肺复苏' }).closest('li') as HTMLElement;
    expect(within(row).getByText(/已拥有 · 42%/)).toBeVisible();
    expect(within(row).getByRole('link', { name: '去学习 心肺复苏' })).toHaveAttribute(
      'href',
      '/player/c1/play',
    );
  });

  it('is bought directly or added to the cart as a package', async () => {
    mockReply(packageDetail, samplePackage());
    mockReply(shopplistAdd, { cart_id: 'k1', count: 1 });
    const { user, router } = renderPage(address, routes, { page, token: 'T1' });
    await waitFor(() => expect(screen.getByRole('button', { name: '加入购物车' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: '加入购物车' }));
    await waitFor(() =>
      expect(requestsTo(shopplistAdd)[0]?.body).toEqual({ content_type: 'P', id }),
    );
    await user.click(screen.getByRole('button', { name: '立即购买' }));
    await waitFor(() => expect(router.state.location.search).toBe(`?content_type=P&id=${id}`));
  });

  it('that is owned continues with the first unfinished course', async () => {
    const learning = (progress: number) => ({
      owned: 'Y' as const,
      my_learning: { learning_id: 'l', learn_status: 'studying', progress },
    });
    mockReply(
      packageDetail,
      samplePackage({
        action: 'continue',
        pay: '0.00',
        courses: [
          samplePart('c1', '心肺复苏', learning(100)),
          samplePart('c2', '气道管理', learning(10)),
        ],
      }),
    );
    renderPage(address, routes, { page, token: 'T1' });
    expect(await screen.findByRole('link', { name: '继续学习' })).toHaveAttribute(
      'href',
      '/player/c2/play',
    );
    expect(screen.queryByRole('button', { name: '立即购买' })).toBeNull();
  });

  it('that does not exist renders the not-found page', async () => {
    mockRefusal(packageDetail, 404, '套餐不存在', 'not_found');
    renderPage(address, routes);
    expect(await screen.findByText('页面不存在')).toBeVisible();
  });
});

describePageStates('a package', {
  address,
  routes,
  call: packageDetail,
  filled: samplePackage(),
  shows: '护理急救能力提升套餐',
});

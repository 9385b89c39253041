import { siteConfig, userInfo } from '@cme/contract';
import { customerPage, mockRefusal, renderPage, sampleSite } from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../routes.ts';

const menu = () => screen.findByRole('navigation', { name: '个人中心菜单' });

beforeEach(() => {
  mockUserCentre();
});

describe('my training classes', () => {
  it('say that there is none, how one comes about, and what can be studied meanwhile', async () => {
    renderPage('/user/trainingclass', routes, signedIn);
    expect(await screen.findByRole('heading', { level: 1, name: '我的培训班' })).toBeVisible();
    expect(screen.getByText('您还没有参加培训班')).toBeVisible();
    expect(screen.getByText(/单位或培训中心为您报名后，培训班会出现在这里/)).toBeVisible();
    const way = within(screen.getByRole('main')).getByRole('link', { name: '去看公需科目' });
    expect(way).toHaveAttribute('href', 'http://cme.localhost:8080/publicneed');
    await expect.poll(() => document.title).toBe('我的培训班-省卫生健康继续教育中心');
  });

  it('stay within the customer’s own domain there', async () => {
    const own = customerPage({ site: sampleSite({ isCustomerDomain: 'Y' }) });
    renderPage('/user/trainingclass', routes, { page: own, token: 'token' });
    expect(await screen.findByRole('link', { name: '去看公需科目' })).toHaveAttribute(
      'href',
      '/publicneed',
    );
  });

  it.each([401, 403])(
    'ask whether to sign in again when the server refuses the person (%i)',
    async (status) => {
      mockRefusal(userInfo, status, '请登录');
      renderPage('/user/trainingclass', routes, signedIn);
      expect(await screen.findByRole('dialog', { name: '提示' })).toBeVisible();
    },
  );

  it('are nobody’s without a sign-in, which leads back to them', async () => {
    const left = vi.spyOn(location, 'replace').mockImplementation(() => {});
    renderPage('/user/trainingclass', routes, { page: signedIn.page });
    expect(await screen.findByText('请先登陆')).toBeVisible();
    expect(screen.queryByText('您还没有参加培训班')).toBeNull();
    const [to] = left.mock.calls[0] ?? [];
    expect(new URL(String(to)).origin).toBe('http://cme.localhost:8080');
    expect(new URL(String(to)).searchParams.get('targetUrl')).toContain('/user/trainingclass');
    left.mockRestore();
  });
});

describe('the menu of the personal centre', () => {
  it.each([
    ['/user', '我的培训班'],
    ['/user/', '我的培训班'],
    ['/user/trainingclass', '我的培训班'],
    ['/user/learn', '我的课程'],
    ['/user/myexam', '我的考试'],
    ['/user/mycertificate', '我的证书'],
    ['/user/order', '我的订单'],
  ])('at %s marks %s and nothing else', async (address, title) => {
    renderPage(address, routes, signedIn);
    const marked = within(await menu()).getAllByRole('link', { current: 'page' });
    expect(marked.map(({ textContent }) => textContent)).toEqual([title]);
  });

  it('names the seven entries in their order', async () => {
    renderPage('/user', routes, signedIn);
    const links = within(await menu()).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      '我的培训班',
      '我的课程',
      '我的考试',
      '我的证书',
      '我的订单',
      '我的收藏',
      '我的消息',
    ]);
  });

  it('leads from page to page by keyboard', async () => {
    const { user, router } = renderPage('/user', routes, signedIn);
    const exams = within(await menu()).getByRole('link', { name: '我的考试' });
    exams.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/user/myexam'));
    await waitFor(() => expect(exams).toHaveAttribute('aria-current', 'page'));
  });

  it('works without the site’s own menus', async () => {
    mockRefusal(siteConfig, 503, '服务暂时不可用');
    renderPage('/user', routes, signedIn);
    expect(within(await menu()).getAllByRole('link')).toHaveLength(7);
  });
});

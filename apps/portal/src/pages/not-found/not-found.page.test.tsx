import { topNoticeCount, userInfo } from '@cme/contract/person';
import { homeRecommend } from '@cme/contract/content';
import {
  customerPage,
  renderPage,
  mockReply,
  samplePage,
  sampleSite,
  sampleUser,
} from '@cme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

beforeEach(() => {
  mockReply(userInfo, sampleUser());
  mockReply(topNoticeCount, { unread_count: 0 });
  mockReply(homeRecommend, { list: [] });
});

const lost = ['页面不存在', '链接可能已经失效，或者地址输入有误。'] as const;
const refused = ['无权访问', '当前账号没有打开这个页面的权限，如有疑问请联系管理员。'] as const;
const pages = [
  ['/404', ...lost],
  ['/no/such/page', ...lost],
  ['/item/course', ...lost],
  ['/prohibit', ...refused],
] as const;

describe.each(pages)('%s', (address, title, hint) => {
  it.each([
    ['a guest', undefined],
    ['a signed-in user', 'T1'],
  ])("tells %s what is wrong, inside the site's frame", async (_, token) => {
    renderPage(address, routes, token ? { token } : {});
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.getByText(hint)).toBeVisible();
    expect(screen.getByRole('banner')).toBeVisible();
    await expect.poll(() => document.title).toBe(`${title}-省卫生健康继续教育中心`);
  });

  it('links to the home page, also by keyboard', async () => {
    const { user, router } = renderPage(address, routes);
    const way = within(await screen.findByRole('main')).findByRole('link', { name: '返回首页' });
    (await way).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('of a closed site asks a guest to sign in first', async () => {
    const { router } = renderPage(address, routes, { page: customerPage() });
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(screen.queryByText(hint)).toBeNull();
  });

  it('of a site that has ended leads to what is left there', async () => {
    const page = samplePage({ site: sampleSite({ isEndSite: 'Y' }) });
    renderPage(address, routes, { page });
    expect(await screen.findByText('本站已停止服务')).toBeVisible();
    expect(screen.getByRole('link', { name: '验证证书' })).toHaveAttribute(
      'href',
      '/certificate/verify',
    );
  });
});

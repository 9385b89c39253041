import { sitePage } from '@cme/contract/site';
import { describePageStates, mockRefusal, mockReply, renderPage, requestsTo } from '@cme/testing';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const page = {
  page: 'terms',
  title: '服务条款',
  html: '<h2>一、账号</h2><p>账号仅限<img src=x onerror=alert(1)>本人使用</p>',
  version: '2026-11-26',
  published_at: '2026-11-26 09:00:00',
  versions: ['2026-11-26', '2026-01'],
};
beforeEach(() => mockReply(sitePage, page));

describePageStates('a page of the site', {
  address: '/terms',
  routes,
  call: sitePage,
  filled: page,
  shows: /账号仅限/,
});

describe('a page of the site', () => {
  it.each([
    ['/about', 'about', '关于我们'],
    ['/contact', 'contact', '联系我们'],
    ['/terms', 'terms', '服务条款'],
    ['/privacy', 'privacy', '隐私政策'],
  ])('%s shows %s', async (address, name, title) => {
    renderPage(address, routes);
    expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeVisible();
    expect(await screen.findByText('当前版本：2026-11-26')).toBeVisible();
    expect(requestsTo(sitePage).at(-1)?.body).toMatchObject({ page: name, version: '' });
  });

  it('links to earlier versions, which have a URL and say that they are old', async () => {
    const { user, router } = renderPage('/terms', routes);
    const others = await screen.findByRole('navigation', { name: '其他版本' });
    mockReply(sitePage, { ...page, version: '2026-01', html: '<p>以前的条款</p>' });
    await user.click(within(others).getByRole('link', { name: '2026-01' }));
    expect(router.state.location.search).toBe('?version=2026-01');
    expect(await screen.findByText('以前的条款')).toBeVisible();
    expect(screen.getByText('版本：2026-01（已有新版本）')).toBeVisible();
  });

  it('an unknown version is a page that does not exist', async () => {
    mockRefusal(sitePage, 404, '没有这一版本');
    renderPage('/terms?version=1999', routes);
    expect(await screen.findByRole('heading', { name: '页面不存在' })).toBeVisible();
  });
});

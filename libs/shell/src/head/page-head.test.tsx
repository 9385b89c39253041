// @vitest-environment happy-dom
import { renderPage, samplePage } from '@cme/testing';
import { LinkTo } from '@cme/ui';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { PageHead } from './page-head.tsx';

afterEach(() => {
  for (const element of document.querySelectorAll('[data-head]')) element.remove();
});

const hostile = '</script><script>alert(1)</script>"\'><img src=x onerror=alert(1)>';
const trail = [{ title: '首页', href: '/' }, { title: hostile }];
const routes = [
  { path: '/', handle: { title: '首页' }, element: <LinkTo to="/a?type=N&page=2">往甲</LinkTo> },
  {
    path: '/a',
    handle: { title: '甲' },
    element: (
      <>
        <PageHead
          name={hostile}
          description={` ${hostile}\n${'长'.repeat(300)}`}
          path="/a?type=N"
          image="/qm/static/cover.svg"
          type="article"
          trail={trail}
          data={[{ '@type': 'NewsArticle', headline: hostile }]}
        />
        <LinkTo to="/own">往乙</LinkTo>
      </>
    ),
  },
  { path: '/own', handle: { title: '乙', isHidden: true }, element: <LinkTo to="/">往回</LinkTo> },
];

const getContent = (key: string) =>
  document.head.querySelector(`[name="${key}"],[property="${key}"]`)?.getAttribute('content');
const getCanonical = () =>
  [...document.head.querySelectorAll('link[rel=canonical]')].map((link) =>
    link.getAttribute('href'),
  );
const getStructuredData = () =>
  [...document.head.querySelectorAll('script[type="application/ld+json"]')].map(
    ({ textContent }) => JSON.parse(textContent) as Record<string, unknown>,
  );

it('describes each page and keeps nothing of the previous one', async () => {
  const { user } = renderPage('/', routes);
  const link = await screen.findByRole('link', { name: '往甲' });
  const origin = `http://${samplePage().host}`;
  expect(getCanonical()).toEqual([`${origin}/`]);
  expect(getContent('description')).toContain(samplePage().site.site_name);
  await user.click(link);
  await screen.findByRole('link', { name: '往乙' });
  expect(document.title).toContain(hostile);
  expect(getCanonical()).toEqual([`${origin}/a?type=N`]);
  expect(getContent('og:title')).toBe(hostile);
  expect(getContent('og:image')).toBe(`${origin}/qm/static/cover.png`);
  expect(getContent('og:type')).toBe('article');
  expect(getContent('description')).toHaveLength(150);
  expect(getContent('robots')).toBeUndefined();
  expect(getStructuredData().map((fact) => fact['@type'])).toEqual([
    'BreadcrumbList',
    'NewsArticle',
  ]);
  expect(getStructuredData()[1]).toMatchObject({
    '@context': 'https://schema.org',
    headline: hostile,
  });
  expect(document.querySelector('img[src=x]')).toBeNull();
  await user.click(screen.getByRole('link', { name: '往乙' }));
  await screen.findByRole('link', { name: '往回' });
  expect(getContent('robots')).toBe('noindex');
  expect(getCanonical()).toEqual([]);
  expect(getStructuredData()).toEqual([]);
  expect(getContent('og:title')).toBe('乙');
});

it('marks every page noindex while its site is closed to the public', async () => {
  const page = samplePage();
  renderPage('/', routes, {
    page: { ...page, site: { ...page.site, isOpenOutsideWorld: 'N' } },
  });
  await act(async () => {});
  expect(getContent('robots')).toBe('noindex');
  expect(getCanonical()).toEqual([]);
});

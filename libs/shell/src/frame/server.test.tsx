// @vitest-environment node
import { samplePage } from '@cme/testing';
import { createStaticHandler, draw } from '@cme/shell/server';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { PageHead } from '../head/page-head.tsx';
import { Root, RootError } from '../root-route/root.tsx';
import { defaultMenus, siteConfigQuery } from '../menus/site-config.ts';

const key = Symbol.for('cme.page.1');
const server = globalThis as { [key: symbol]: unknown };
afterEach(() => void delete server[key]);

const createCourse = () => (
  <>
    <PageHead name="静脉输液规范" description="怎样输液" />
    <h1>静脉输液规范</h1>
  </>
);
const routes = [
  {
    id: 'root',
    Component: Root,
    ErrorBoundary: RootError,
    children: [
      { path: '/', element: <h1>首页内容</h1>, handle: { title: '首页' } },
      { path: '/item', Component: createCourse },
    ],
  },
];

async function renderPath(path: string) {
  const page = { ...samplePage({ nonce: 'n0nce' }), origin: 'https://cme.localhost' };
  server[key] = () => page;
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://cme.localhost:8080${path}`));
  if (context instanceof Response) throw new Error('redirected');
  const client = new QueryClient();
  client.setQueryData(siteConfigQuery().queryKey, {
    menus: [...defaultMenus],
    mobile_menus: [],
    login_ways: [],
    regist_open: 'Y',
    links: [],
  });
  const { html = '', title, head } = draw({ client, handler, context });
  return { html, title, head, status: context.statusCode };
}

it('renders the frame, its menu and the page on a server without DOM', async () => {
  const { html, title, status } = await renderPath('/');
  expect([status, title]).toEqual([200, '首页-省卫生健康继续教育中心']);
  for (const words of [
    '首页内容',
    '搜索课程',
    '登录',
    '传染病监测预警培训',
    '关怀模式',
    '底部导航',
  ])
    expect(html).toContain(words);
});

it("a page's title takes precedence over that of its route", async () => {
  expect((await renderPath('/item')).title).toBe('静脉输液规范-省卫生健康继续教育中心');
});

it('collects the head tags of the page with its public URL', async () => {
  const { head = [] } = await renderPath('/item');
  expect(head).toContainEqual({
    tag: 'link',
    attributes: { rel: 'canonical', href: 'https://cme.localhost/item' },
  });
  expect(head).toContainEqual({
    tag: 'meta',
    attributes: { name: 'description', content: '怎样输液' },
  });
});

it('every style element carries the nonce of the response', async () => {
  const { html } = await renderPath('/');
  const blocks = html.match(/<style[^>]*>/g) ?? [];
  expect(blocks.length).toBeGreaterThan(0);
  for (const block of blocks) expect(block).toContain('nonce="n0nce"');
});

it('an unknown path renders the not-found page with status 404', async () => {
  const { html, status, title } = await renderPath('/nowhere');
  expect([status, title]).toEqual([404, '页面不存在-省卫生健康继续教育中心']);
  expect(html).toContain('返回首页');
});

// @vitest-environment node
import type { Call } from '@cme/contract/base';
import {
  contentCatalog,
  contentDetail,
  contentList,
  contentRelated,
  contentTeachers,
  helpBook,
  helpDetail,
  helpList,
  homeIndex,
  newsDetail,
  newsList,
  packageDetail,
  searchHot,
  searchIndex,
} from '@cme/contract/content';
import { exchangeKinds } from '@cme/contract/credits';
import { siteConfig } from '@cme/contract/site';
import {
  resourceList,
  trainingclassDetail,
  trainingclassList,
  trainingclassResource,
} from '@cme/contract/study';
import {
  mockRefusal,
  mockReply,
  requestsTo,
  sampleCard,
  sampleDetail,
  samplePage,
} from '@cme/testing';
import { sampleHome } from '@cme/testing/items';
import { mockExchange } from '@cme/testing/exchange';
import {
  mockTrainingClass,
  sampleClass,
  samplePackage,
  sampleTraining,
} from '@cme/testing/training-class';
import { beforeEach, describe, expect, it } from 'vitest';
import { render } from './entry-server.tsx';

const key = Symbol.for('cme.page.1');
const server = globalThis as { [key: symbol]: unknown };
const open = (address: string) => render(`http://cme.localhost:8080${address}`);
/** The text of a rendered page, as a visitor without scripts reads it. */
const read = async (address: string) => {
  const { html = '', status } = await open(address);
  return { status, text: html.replaceAll(/<(style|script)[^]*?<\/\1>|<[^>]+>/g, ' ') };
};
const page = <T,>(list: T[]) => ({ list, total: list.length, page: 1, page_size: 20 });
const entry = { id: 'h1', title: '怎样报名', summary: '', snippet: '' };
const article = {
  id: 'h1',
  book: 'manual',
  group: 'g',
  group_title: '学习',
  title: '怎样报名',
  summary: '',
  html: '<p>点击报名</p>',
  updated_at: '2026-01-01 00:00:00',
};
const news = {
  id: 'n1',
  type: 'B',
  title: '报名通知',
  publish_at: '2026-06-01 09:00:00',
  top: 'N' as const,
  source: '卫健委',
  summary: '开始报名',
};
const home = sampleHome({ recommend: [sampleCard({ title: '推荐的课程' })] });

beforeEach(() => {
  const block = {
    ...samplePage({ nonce: 'n0nce' }),
    origin: 'https://cme.localhost',
    api_inside: 'http://api.cme.localhost',
  };
  server[key] = () => block;
  mockReply(contentDetail, sampleDetail());
  mockReply(contentCatalog, { chapters: [] });
  mockReply(contentTeachers, { list: [] });
  mockReply(contentRelated, { list: [] });
  mockTrainingClass();
  return () => void delete server[key];
});

describe('a rendered page', () => {
  it('has its text, title, head and chunk', async () => {
    const { status, html, title, head, pages } = await open('/item/course/c1/detail');
    expect(status).toBe(200);
    expect(html).toMatch(/<h1[^>]*>基层常见心律失常的识别与处理/);
    expect(title).toBe('基层常见心律失常的识别与处理-省卫生健康继续教育中心');
    expect(head).toContainEqual({
      tag: 'link',
      attributes: { rel: 'canonical', href: 'https://cme.localhost/item/course/c1/detail' },
    });
    expect(pages).toEqual(['course']);
  });

  it('is that of an anonymous visitor', async () => {
    await open('/item/course/c1/detail');
    expect(requestsTo(contentDetail).map(({ token }) => token)).toEqual([undefined]);
  });

  it('cleans the texts of others', async () => {
    mockReply(contentDetail, sampleDetail({ detail_html: '<p onclick="x()">目标</p><iframe/>' }));
    const { html = '' } = await open('/item/course/c1/detail');
    expect(html).toContain('目标');
    expect(html).not.toMatch(/onclick|<iframe/);
  });

  it('does without what is optional', async () => {
    for (const call of [contentCatalog, contentTeachers, contentRelated, siteConfig])
      mockRefusal(call, 503, '服务暂时不可用');
    const { status, text } = await read('/item/course/c1/detail');
    expect(status).toBe(200);
    expect(text).toContain('基层常见心律失常的识别与处理');
  });

  it('fetches the files of a course only for their tab', async () => {
    mockReply(resourceList, { list: [], can_download: 'N' });
    await open('/item/course/c1/detail');
    expect(requestsTo(resourceList)).toEqual([]);
    await open('/item/course/c1/detail?tab=resources');
    expect(requestsTo(resourceList)).toHaveLength(1);
  });

  it('that does not exist is a 404, which the browser renders', async () => {
    mockRefusal(contentDetail, 404, '课程不存在', 'not_found');
    expect(await open('/item/course/c1/detail')).toEqual({ status: 404, pages: ['course'] });
  });

  it.each([
    ['P', '/item/package/c1/detail'],
    ['L', '/item/live/c1/detail'],
  ])('of content that is of type %s moves to %s with its parameters', async (type, place) => {
    mockRefusal(contentDetail, 404, '课程不存在', 'not_found', { content_type: type });
    const { status, location, html } = await open('/item/course/c1/detail?from=wechat');
    expect([status, html]).toEqual([301, undefined]);
    expect(location).toBe(`${place}?from=wechat`);
  });

  it('whose data cannot be fetched is not rendered at all', async () => {
    mockRefusal(contentDetail, 503, '服务暂时不可用');
    await expect(open('/item/course/c1/detail')).rejects.toThrow('服务暂时不可用');
  });
});

describe('the pages of the portal', () => {
  const filled: [string, Call, unknown, string][] = [
    ['/', homeIndex, home, '推荐的课程'],
    ['/publicneed', contentList, page([sampleCard({ title: '职业道德' })]), '职业道德'],
    ['/profession', contentList, page([sampleCard({ title: '心电图' })]), '心电图'],
    ['/news', newsList, page([news]), '报名通知'],
    ['/helpcenter/certificate', helpBook, { articles: [{ ...article, group: 'faq' }] }, '怎样报名'],
    ['/item/package/p1/detail', packageDetail, samplePackage(), '护理急救能力提升套餐'],
    ['/xcys', trainingclassList, sampleTraining(sampleClass()), '2026年乡村医生专项培训'],
    ['/crbjc', trainingclassList, sampleTraining(sampleClass()), '2026年乡村医生专项培训'],
  ];
  it.each(filled)('at %s come with their data', async (address, call, reply, words) => {
    mockReply(call, reply as never);
    const { status, text } = await read(address);
    expect(status).toBe(200);
    expect(text).toContain(words);
  });

  it.each([
    ['?keyword=心肺&keyword=护理', '“心肺”的搜索结果', 1],
    [`?keyword=${'心'.repeat(120)}`, '现在有 120 个', 0],
  ])('for the search %s are those of the page in the browser', async (query, text, asked) => {
    const none = { course: 0, package: 0, class: 0, live: 0, news: 0, help: 0 };
    mockReply(searchIndex, { ...page([]), counts: none });
    mockReply(searchHot, { list: [] });
    expect((await read(`/search${query}`)).text).toContain(text);
    expect(requestsTo(searchIndex)).toHaveLength(asked);
  });
  it('for an item of the news come with its text', async () => {
    mockReply(newsDetail, { ...news, html: '<p>请按时报名</p>', view_count: 3, attachments: [] });
    expect((await read('/news/n1/detail')).text).toContain('请按时报名');
  });

  it('for 学分兑换 come with the kinds of activities', async () => {
    mockExchange();
    expect((await read('/changecredits/index')).text).toContain('学术会议');
    expect(requestsTo(exchangeKinds)).toHaveLength(1);
  });

  it('for a class come with its parts', async () => {
    mockReply(packageDetail, samplePackage({ content_type: 'X', id: 'K3' }));
    expect((await read('/item/package/K3/detail')).text).toContain('培训中心二号楼');
    expect(requestsTo(trainingclassDetail)[0]?.body).toEqual({ class_id: 'K3' });
    expect(requestsTo(trainingclassResource)).toHaveLength(1);
  });

  it('for a training without classes ask for no class', async () => {
    mockReply(trainingclassList, page([]));
    expect((await read('/xcys')).text).toContain('本站点暂未开设该培训');
    expect(requestsTo(trainingclassDetail)).toEqual([]);
  });
});

describe('a search', () => {
  beforeEach(() => {
    mockReply(searchHot, { list: [{ word: '护理' }] });
    mockReply(contentList, page([sampleCard({ title: '心电图' })]));
    mockReply(searchIndex, {
      ...page([]),
      counts: { course: 0, package: 0, class: 0, live: 0, news: 0, help: 0 },
    });
  });

  it.each([
    ['', searchHot],
    ['?keyword=', searchHot],
    ['?keyword=%E5%BF%83', searchIndex],
    ['?year=2026', contentList],
    ['?year=2026&keyword=%E5%BF%83', searchIndex],
    ['?year=next', searchHot],
  ])('%s asks for one list', async (search, asked) => {
    await open(`/search${search}`);
    for (const call of [searchHot, searchIndex, contentList])
      expect(requestsTo(call).length, call.path).toBe(call === asked ? 1 : 0);
  });
});

describe('the manual', () => {
  const tree = { groups: [{ key: 'g', title: '学习', articles: [entry] }] };
  beforeEach(() => {
    mockReply(helpList, tree);
    mockReply(helpDetail, article);
  });

  it('opens its first article', async () => {
    expect((await read('/helpcenter/manual')).text).toContain('点击报名');
    expect(requestsTo(helpDetail)[0]?.body).toEqual({ id: 'h1' });
  });

  it('of a site without articles is rendered without one', async () => {
    mockReply(helpList, { groups: [] });
    expect((await read('/helpcenter/manual')).status).toBe(200);
    expect(requestsTo(helpDetail)).toEqual([]);
  });

  it('with a keyword has what matches as well as the tree', async () => {
    await open('/helpcenter/manual?keyword=%E6%8A%A5%E5%90%8D');
    const keywords = requestsTo(helpList).map(({ body }) => body.keyword);
    expect(keywords.toSorted()).toEqual(['', '报名']);
  });

  it('is a 404 for an article that does not exist, but not for a first one that went', async () => {
    mockRefusal(helpDetail, 404, '文章不存在', 'not_found');
    expect((await open('/helpcenter/manual')).status).toBe(200);
    expect((await open('/helpcenter/manual?article=h9')).status).toBe(404);
  });
});

describe('a page that only browsers render', () => {
  it('has its head and chunk', async () => {
    const { status, html, title, head, pages } = await open('/certificate/verify?code=1');
    expect([status, html, pages]).toEqual([200, undefined, ['verify']]);
    expect(title).toBe('证书查询-省卫生健康继续教育中心');
    expect(head).toContainEqual({
      tag: 'meta',
      attributes: expect.objectContaining({
        name: 'description',
        content: expect.stringContaining('核验证书真伪'),
      }),
    });
    expect(head).toContainEqual({
      tag: 'link',
      attributes: { rel: 'canonical', href: 'https://cme.localhost/certificate/verify' },
    });
  });

  const isHidden = async (address: string) =>
    JSON.stringify((await open(address)).head).includes('noindex');
  it.each(['/cart', '/order/confirm', '/changecredits/declare', '/prohibit'])(
    'is kept from search engines at %s',
    async (address) => expect(await isHidden(address)).toBe(true),
  );

  it.each(['/certificate/verify', '/login', '/regist/person'])(
    'is open to search engines at %s',
    async (address) => expect(await isHidden(address)).toBe(false),
  );
});

it.each(['/no/such/page', '/404'])('%s is a 404 with its page', async (address) => {
  const { status, text } = await read(address);
  expect(status).toBe(404);
  expect(text).toContain('页面不存在');
});

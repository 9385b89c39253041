import { helpBook, helpDetail, helpList } from '@cme/contract/content';
import { describePageStates, mockRefusal, mockReply, renderPage, requestsTo } from '@cme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../routes.ts';

const entry = (id: string, title: string, snippet = '') => ({ id, title, summary: '', snippet });
const groups = [
  {
    key: 'account',
    title: '账号',
    articles: [entry('register', '注册账号'), entry('sign-in', '登录与退出')],
  },
  { key: 'invoices', title: '发票', articles: [entry('apply-invoice', '申请电子发票')] },
];
const article = {
  id: 'register',
  book: 'manual',
  group: 'account',
  group_title: '账号',
  title: '注册账号',
  summary: '用本人手机号注册',
  html: '<ol><li>填写<img src=x onerror=alert(1)>手机号</li></ol>',
  updated_at: '2026-11-01 00:00:00',
  next: { id: 'sign-in', title: '登录与退出' },
};

beforeEach(() => {
  mockReply(helpList, { groups });
  mockReply(helpDetail, article);
});

describePageStates('the manual', {
  address: '/helpcenter/manual?article=register',
  routes,
  call: helpDetail,
  filled: article,
  shows: '用本人手机号注册',
});

describe('the manual', () => {
  const tree = () => screen.findByRole('navigation', { name: '帮助目录' });

  it.each(['/helpcenter', '/helpcenter/manual'])('%s starts with its first article', async (at) => {
    renderPage(at, routes);
    expect(await screen.findByRole('heading', { name: '帮助手册', level: 1 })).toBeVisible();
    expect(await screen.findByRole('heading', { name: '注册账号', level: 2 })).toBeVisible();
    expect(requestsTo(helpDetail).at(-1)?.body).toMatchObject({ id: 'register' });
    expect(within(await tree()).getByText('发票')).toBeVisible();
  });

  it("has a URL for every article and uses the article's title there", async () => {
    const { user, router } = renderPage('/helpcenter/manual', routes);
    await user.click(within(await tree()).getByRole('link', { name: '登录与退出' }));
    expect(router.state.location.search).toBe('?article=sign-in');
    await waitFor(() =>
      expect(requestsTo(helpDetail).at(-1)?.body).toMatchObject({ id: 'sign-in' }),
    );
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('注册账号');
    expect(document.querySelector('main [onerror]')).toBeNull();
    await router.navigate(-1);
    expect(await screen.findByRole('heading', { name: '帮助手册', level: 1 })).toBeVisible();
  });

  it('searches on submit, keeps the keyword in the URL and can clear it', async () => {
    const { user, router } = renderPage('/helpcenter/manual?article=register', routes);
    await tree();
    mockReply(helpList, {
      groups: [{ ...groups[1]!, articles: [entry('apply-invoice', '申请电子发票', '…抬头有误…')] }],
    });
    await user.type(screen.getByRole('searchbox', { name: '在帮助手册中查找' }), ' 抬头 {Enter}');
    await waitFor(() =>
      expect(router.state.location.search).toBe(
        `?article=register&keyword=${encodeURIComponent('抬头')}`,
      ),
    );
    expect(await screen.findByText('找到 1 篇')).toBeVisible();
    expect(screen.getAllByText('抬头')[0]?.tagName).toBe('MARK');
    await user.click(screen.getByRole('button', { name: '清除' }));
    await waitFor(() => expect(router.state.location.search).toBe('?article=register'));
  });

  it('shows an empty state if nothing matches', async () => {
    mockReply(helpList, { groups: [] });
    renderPage('/helpcenter/manual?keyword=xyz', routes);
    expect(await screen.findByText('没有找到相关帮助')).toBeVisible();
  });

  it('a deleted article links back to the tree', async () => {
    mockRefusal(helpDetail, 404, '帮助文章不存在或已更名');
    renderPage('/helpcenter/manual?article=gone', routes);
    expect(await screen.findByText('帮助文章不存在或已更名')).toBeVisible();
    expect(screen.getByRole('link', { name: '查看全部目录' })).toHaveAttribute(
      'href',
      '/helpcenter/manual',
    );
  });
});

const step = { ...article, book: 'certificate', group: 'steps', group_title: '申请步骤' };
describePageStates('the manual of certificates', {
  address: '/helpcenter/certificate',
  routes,
  call: helpBook,
  filled: {
    articles: [
      { ...step, id: 's1', title: '查看是否达标' },
      { ...step, id: 'q1', group: 'faq', title: '收费吗？', html: '<p>不收费</p>' },
    ],
  },
  shows: '查看是否达标',
});

describe('an article', () => {
  it('leads on to its neighbours, within what was searched', async () => {
    mockReply(helpDetail, { ...article, previous: { id: 'first', title: '第一篇' } });
    renderPage('/helpcenter/manual?article=register&keyword=%E6%8A%A5%E5%90%8D', routes);
    const neighbours = within(await screen.findByRole('navigation', { name: '上一篇和下一篇' }));
    const links = neighbours
      .getAllByRole('link')
      .map((link) => [
        link.textContent,
        new URLSearchParams(link.getAttribute('href')?.split('?')[1]).toString(),
      ]);
    const keyword = 'keyword=%E6%8A%A5%E5%90%8D';
    expect(links).toEqual([
      ['上一篇第一篇', `article=first&${keyword}`],
      ['下一篇登录与退出', `article=sign-in&${keyword}`],
    ]);
  });

  it('can be printed', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    const { user } = renderPage('/helpcenter/manual?article=register', routes);
    await user.click(await screen.findByRole('button', { name: '打印' }));
    expect(print).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });
});

it.each([
  ['(号', '电话(号', ['(号']],
  ['a', 'Aba', ['A', 'a']],
  ['.', '登录与退出', []],
])('the keyword “%s” is marked in “%s” as written', async (keyword, title, marked) => {
  mockReply(helpList, { groups: [{ key: 'g', title: '组', articles: [entry('x', title)] }] });
  renderPage(`/helpcenter/manual?keyword=${encodeURIComponent(keyword)}`, routes);
  const tree = await screen.findByRole('navigation', { name: '帮助目录' });
  expect(within(tree).getByRole('link')).toHaveTextContent(title);
  expect([...tree.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(marked);
});

describe('the manual of certificates', () => {
  const articles = [
    { ...article, id: 's1', group: 'steps', title: '查看学分', html: '<p>第一步</p>' },
    { ...article, id: 's2', group: 'steps', title: '申请证书', html: '<p>第二步</p>' },
    { ...article, id: 'q1', group: 'faq', title: '多久签发？', html: '<p>三个<b>工作日</b></p>' },
  ];

  it('has its steps in order, and then the questions', async () => {
    mockReply(helpBook, { articles });
    renderPage('/helpcenter/certificate', routes);
    const steps = within(await screen.findByRole('region', { name: '申请步骤' }));
    expect(steps.getAllByRole('heading', { level: 3 }).map((h) => h.textContent)).toEqual([
      '查看学分',
      '申请证书',
    ]);
    const questions = within(screen.getByRole('region', { name: '常见问题' }));
    expect(questions.getByText('多久签发？')).toBeVisible();
    const data = () =>
      [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        ({ textContent }) => textContent,
      );
    await waitFor(() => expect(data().join()).toContain('三个工作日'));
  });

  it('can be asked for again, and waits', async () => {
    mockRefusal(helpBook, 503, '服务暂时不可用');
    const { user } = renderPage('/helpcenter/certificate', routes);
    await screen.findByText('服务暂时不可用');
    mockReply(helpBook, { articles });
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText('查看学分')).toBeVisible();
  });
});

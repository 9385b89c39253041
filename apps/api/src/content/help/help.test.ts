import { siteMap } from '@cme/contract/site';
import { helpBook, helpDetail, helpList } from '@cme/contract/content';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { extractSnippet } from './help.rules.ts';
import { type NewArticle, writeArticles } from './help.write.ts';
import { refusal } from '../../../test/refusal.ts';

const api = await startApiForFile();
const article = (id: string, sort: number, more: Partial<NewArticle> = {}): NewArticle => ({
  id,
  book: 'manual',
  group_key: 'account',
  group_title: '账号',
  title: `标题${id}`,
  summary: '摘要',
  html: '<p>点击“注册”<script>alert(1)</script></p>',
  sort,
  updated_at: api.clock.now(),
  ...more,
});
beforeAll(async () => {
  await writeArticles(
    api.db,
    [
      article('b', 2, { group_key: 'pay', group_title: '支付', html: '<p>退款 100%</p>' }),
      article('a', 1),
      article('c', 3),
      article('own', 4, { site_id: 'test', title: '测试站自己的' }),
      article('step', 1, { book: 'certificate', group_key: 'steps', group_title: '步骤' }),
    ],
    ['main', 'test'],
  );
});

const ids = async (keyword = '', host = 'cme.localhost') =>
  (await api.send(helpList, { keyword }, { host })).groups.map(({ key, articles }) => [
    key,
    ...articles.map(({ id }) => id),
  ]);

describe('the help centre', () => {
  it('is an ordered tree of common and site articles', async () => {
    expect(await ids()).toEqual([
      ['account', 'a', 'c'],
      ['pay', 'b'],
    ]);
    expect(await ids('', 'localhost')).toEqual([
      ['account', 'a', 'c', 'own'],
      ['pay', 'b'],
    ]);
    expect((await api.send(helpBook, { book: 'certificate' })).articles).toMatchObject([
      { id: 'step', html: '<p>点击“注册”</p>' },
    ]);
  });

  it('is searched literally, wildcards included', async () => {
    expect(await ids('注册')).toEqual([['account', 'a', 'c']]);
    expect(await ids('100%')).toEqual([['pay', 'b']]);
    expect(await ids('1_0')).toEqual([]);
    expect(await ids('script')).toEqual([]);
    const { groups } = await api.send(helpList, { keyword: '退款' });
    expect(groups[0]?.articles[0]?.snippet).toBe('退款 100%');
  });

  it('returns an article without active content, with its neighbours', async () => {
    expect(await api.send(helpDetail, { id: 'b' })).toMatchObject({
      html: '<p>退款 100%</p>',
      previous: { id: 'a' },
      next: { id: 'c' },
    });
    expect(await refusal(api.send(helpDetail, { id: 'own' }))).toBe('not_found');
    expect(await refusal(api.send(helpDetail, { id: 'nothing' }))).toBe('not_found');
    expect(await refusal(api.send(helpList, {}, { host: 'hospital.localhost' }))).toBe(
      'site_closed',
    );
  });

  it('is in the sitemap of its site', async () => {
    const { list, total } = await api.send(siteMap, {});
    expect([total, list.map(({ kind, id }) => `${kind} ${id}`).sort()]).toEqual([
      3,
      ['help a', 'help b', 'help c'],
    ]);
  });
});

it.each([
  ['abc', 'B', 'abc'],
  ['abc', 'x', ''],
  ['abc', '', ''],
  [`${'前'.repeat(40)}词${'后'.repeat(80)}`, '词', `…${'前'.repeat(24)}词${'后'.repeat(60)}…`],
])('an excerpt around a match: %s, %s', (text, keyword, snippet) =>
  expect(extractSnippet(text, keyword)).toBe(snippet),
);

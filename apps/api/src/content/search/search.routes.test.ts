import {
  searchForget,
  searchHistory,
  searchHot,
  searchIndex,
  searchRecord,
  searchSuggest,
} from '@cme/contract/content';
import { beforeAll, describe, expect, it } from 'vitest';
import { newCourse, newLearner } from '../../../test/learner.ts';
import { hostileTexts } from '../../../test/hostile-texts.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { writeEntries, writeEntry } from './entry.store.ts';
import { findMarks, getExcerpt } from './marks.rules.ts';
import { toRecordedWord } from './record.rules.ts';

const api = await startApiForFile();
const entry = (id: string, title: string, text: string, daysAgo: number, sites = ['main']) => ({
  kind: 'news' as const,
  id,
  sites,
  title,
  text,
  shown: { path: `/news/${id}/detail`, note: '省卫生健康委' },
  publish_at: new Date(api.clock.now().getTime() - daysAgo * 86_400_000),
});
beforeAll(async () => {
  await newCourse(api, { title: '心肺复苏与除颤', is_free: 'N', price_fen: 100, levels: ['A'] });
  await newCourse(api, { title: '心肺复苏', levels: ['B'], subject_kind: 'public' });
  await newCourse(api, { title: '急诊护理', detail_html: '<p>讲授<b>心肺复苏</b>的步骤</p>' });
  await writeEntries(api.db, [
    entry('old', '心肺复苏培训通知', '全省开展', 9),
    entry('new', '关于心肺复苏的通知', '全省开展', 2),
    entry('later', '心肺复苏比赛', '明天公布', -1),
    entry('elsewhere', '心肺复苏在医院', '', 1, ['hospital']),
    entry('ecg', '心电图判读', '每日一图', 5),
    entry('parts', '电图与心电', '心电监护和肌电图', 5),
  ]);
});

const found = async (body: Parameters<typeof api.send<typeof searchIndex>>[1]) =>
  api.send(searchIndex, { page_size: 50, ...body });
const titles = async (body: Parameters<typeof found>[0]) =>
  (await found(body)).list.map(({ title }) => title);

describe('search results', () => {
  it('are sorted by exact title, other titles, then texts; newer before older', async () => {
    expect(await titles({ keyword: '心肺复苏' })).toEqual([
      '心肺复苏',
      '心肺复苏与除颤',
      '关于心肺复苏的通知',
      '心肺复苏培训通知',
      '急诊护理',
    ]);
  });
  it('count every kind under the same filters, whatever the tab', async () => {
    const total = await found({ keyword: 'CPR' });
    expect(total.counts).toEqual({
      course: 3,
      package: 0,
      class: 0,
      live: 0,
      activity: 0,
      news: 2,
      help: 0,
    });
    expect(total.total).toBe(5);
    const news = await found({ keyword: 'CPR', type: 'news' });
    expect([news.total, news.counts.course, news.list.length]).toEqual([2, 3, 2]);
    const paid = await found({ keyword: 'CPR', price_kind: 'paid' });
    expect([paid.total, paid.counts.news]).toEqual([1, 0]);
  });
  it.each([
    [{ keyword: '心肺 通知' }, ['关于心肺复苏的通知', '心肺复苏培训通知']],
    [{ keyword: '心肺复苏', level: 'B' as const }, ['心肺复苏', '急诊护理']],
    [{ keyword: '心肺复苏', subject_kind: 'public' as const }, ['心肺复苏']],
    // Content for every profession is not for an unknown one.
    [{ keyword: '心肺复苏', series: '99' }, []],
    [{ keyword: '护理复苏' }, ['急诊护理']],
    [{ keyword: '比赛' }, []],
    // The n-grams of the word also occur in the other text, but apart from each other.
    [{ keyword: '心电图' }, ['心电图判读']],
    [{ keyword: 'ECG' }, ['心电图判读']],
    [{ keyword: '心电' }, ['心电图判读', '电图与心电']],
    [{ keyword: '' }, []],
    [{ keyword: '％_"*|&!' }, []],
  ])('%j finds %j', async (body, search) => {
    expect((await titles(body)).toSorted()).toEqual(search.toSorted());
  });
  it('are never those of another site', async () => {
    expect(await titles({ keyword: '心肺复苏在医院' })).not.toContain('心肺复苏在医院');
  });
  it('contain the matching excerpt, and the card or the page', async () => {
    const { list } = await found({ keyword: 'cpr', type: 'course' });
    const nursing = list.find(({ title }) => title === '急诊护理');
    const marked = nursing?.text_marks.map(([from, to]) => nursing.text.slice(from, to));
    expect(marked).toContain('心肺复苏');
    expect(nursing?.card?.content_type).toBe('C');
    const [news] = (await found({ keyword: '通知' })).list;
    expect(news).toMatchObject({ path: '/news/new/detail', note: '省卫生健康委' });
  });
  it('disappear with the last site, and are updated in place', async () => {
    await writeEntry(api.db, entry('moving', '搬迁公告', '', 1));
    expect(await titles({ keyword: '搬迁' })).toEqual(['搬迁公告']);
    await writeEntry(api.db, entry('moving', '改址公告', '', 1));
    expect([await titles({ keyword: '搬迁' }), await titles({ keyword: '改址' })]).toEqual([
      [],
      ['改址公告'],
    ]);
    await writeEntry(api.db, entry('moving', '改址公告', '', 1, []));
    expect(await titles({ keyword: '改址' })).toEqual([]);
  });
  it('pages continue where the last one ended', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => api.send(searchIndex, { keyword: '心肺复苏', page, page_size: 2 })),
    );
    expect(pages.flatMap(({ list }) => list)).toHaveLength(5);
    expect(new Set(pages.flatMap(({ list }) => list.map(({ id }) => id))).size).toBe(5);
  });
});

describe('any input', () => {
  const hostile = [
    ...hostileTexts,
    '%',
    '_',
    '\\',
    '%%%%%%%%',
    "'; drop table content; --",
    '"a" & !b | (c:*)',
    '.*+?^${}()|[]',
    '心'.repeat(100),
    'a b c d e f g h i j k l m n',
  ].filter((text) => text.trim().length <= 100);
  // The embedded database is the same engine: a tenth shows that it gets the same statements.
  const asked = process.env.TEST_DATABASE_URL
    ? hostile
    : hostile.filter((_, index) => index % 10 === 0);
  it('is answered', { timeout: 120_000 }, async () => {
    for (const keyword of asked) {
      await api.send(searchIndex, { keyword });
      await api.send(searchSuggest, { keyword });
    }
  });
  it.each([searchIndex, searchSuggest])('10 kB are refused with a message', async (call) => {
    await expect(api.send(call, { keyword: '心'.repeat(10_240) })).rejects.toMatchObject({
      statusCode: expect.not.stringMatching(/^5/),
    });
  });
});

it('suggested titles contain the input, those that begin with it first', async () => {
  const { list } = await api.send(searchSuggest, { keyword: '心肺' });
  expect(list.map(({ text }) => text)).toEqual([
    '心肺复苏',
    '心肺复苏与除颤',
    '心肺复苏培训通知',
    '关于心肺复苏的通知',
  ]);
});

describe('search terms', () => {
  const hot = async () => (await api.send(searchHot, {})).list.map(({ word }) => word);
  const own = async (token: string) =>
    (await api.send(searchHistory, {}, { token })).list.map(({ word }) => word);
  it('are popular when several people searched them with results', async () => {
    for (const keyword of ['急诊', '急诊', '没有的词', '没有的词', '护理'])
      await api.send(searchRecord, { keyword });
    expect(await hot()).toEqual(['急诊']);
  });
  it('are stored per learner, ten of them, and can be cleared', async () => {
    const [mine, other] = [await newLearner(api), await newLearner(api)];
    for (let index = 0; index < 12; index += 1) {
      api.clock.pass(1000);
      await api.send(searchRecord, { keyword: `词${index}` }, mine);
    }
    expect(await own(mine.token)).toEqual(
      Array.from({ length: 10 }, (_, index) => `词${11 - index}`),
    );
    expect(await own(other.token)).toEqual([]);
    await api.send(searchForget, { keyword: '词11' }, mine);
    expect((await own(mine.token))[0]).toBe('词10');
    await api.send(searchForget, {}, mine);
    expect(await own(mine.token)).toEqual([]);
  });
});

it.each([
  ['  心肺\u3000复苏 ', '心肺 复苏'],
  ['13800000001', undefined],
  ['１３８００００', undefined],
  ['第5版 2026', '第5版 2026'],
  ['心'.repeat(31), undefined],
  ['\u200b', undefined],
])('%j is kept as %j', (keyword, kept) => expect(toRecordedWord(keyword)).toBe(kept));

it.each([
  ['ＣＰＲ 与心肺复苏', ['cpr'], ['ＣＰＲ', '心肺复苏']],
  ['心电图心电', ['心电', '电图'], ['心电图心电']],
  ['<b>护理</b>', ['护理'], ['护理']],
  ['😀护理', ['护理'], ['护理']],
])('in %j %j marks %j', (text, words, marked) =>
  expect(findMarks(text, words).map(([from, to]) => text.slice(from, to))).toEqual(marked),
);

it('a long text is shown around its first match', () => {
  const { text, marks } = getExcerpt(`${'前'.repeat(200)}护理${'后'.repeat(200)}`, ['护理']);
  expect(text.startsWith('…前') && text.endsWith('后…')).toBe(true);
  expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(['护理']);
});

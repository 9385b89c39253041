import { homeIndex, newsDetail, newsDownload, newsList, newsView } from '@cme/contract/content';
import { eq, like } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { sendRaw, json } from '../../../test/ask.ts';
import { hostileTexts } from '../../../test/hostile-texts.ts';
import { newLearner } from '../../../test/learner.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { attachFiles } from '../../person/file/attach.action.ts';
import { storeFile } from '../../person/file/store-file.action.ts';
import { news, newsReader } from './news.tables.ts';
import { sweepReaders } from './news.store.ts';
import { insertNews, newsFileOwner, type NewNews } from './news.write.ts';
import { isRobot, hashReader } from './view.rules.ts';
import { refusal } from '../../../test/refusal.ts';

const api = await startApiForFile();

const hour = 3_600_000;
const item = (id: string, hoursAgo: number, more: Partial<NewNews> = {}): NewNews => ({
  id,
  site_id: 'main',
  type: 'B',
  title: `标题 ${id}`,
  source: '培训中心',
  summary: '摘要',
  html: '<p>正文</p>',
  publish_at: new Date(api.clock.now().getTime() - hoursAgo * hour),
  ...more,
});

describe('the list', () => {
  beforeAll(() =>
    insertNews(api.db, [
      item('a', 5),
      item('b', 4, { top: 'Y' }),
      item('c', 3, { type: 'N' }),
      item('d', 2),
      item('future', -1),
      item('elsewhere', 1, { site_id: 'test' }),
      item('inhouse', 1, { site_id: 'hospital' }),
    ]),
  );
  const ids = async (body: { type?: 'N' | 'B'; page?: number; page_size?: number } = {}) =>
    (await api.send(newsList, body)).list.map(({ id }) => id);

  it('returns pinned items first, then the newest, of both types or of one', async () => {
    expect(await ids()).toEqual(['b', 'd', 'c', 'a']);
    expect(await ids({ type: 'B' })).toEqual(['b', 'd', 'a']);
    expect(await ids({ type: 'N' })).toEqual(['c']);
    const { total, list } = await api.send(newsList, { page: 2, page_size: 3 });
    expect([total, list.map(({ id }) => id)]).toEqual([4, ['a']]);
    expect(await api.send(newsList, { page: 9 })).toMatchObject({ list: [], total: 4 });
  });

  it('is also shown on the home page', async () => {
    const { notices, regulations } = await api.send(homeIndex, {});
    expect([...notices, ...regulations].map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c']);
  });

  it('belongs to the site, and is closed on a closed site', async () => {
    const { list } = await api.send(newsList, {}, { host: 'localhost' });
    expect(list.map(({ id }) => id)).toEqual(['elsewhere']);
    expect(await refusal(api.send(newsList, {}, { host: 'hospital.localhost' }))).toBe(
      'site_closed',
    );
    const colleague = await newLearner(api, 'hospital', 'hospital.localhost');
    const own = await api.send(newsList, {}, colleague);
    expect(own.list.map(({ id }) => id)).toEqual(['inhouse']);
  });

  it.each(['elsewhere', 'inhouse', 'future', 'unknown', "a' or 1=1"])(
    '%s cannot be read here',
    async (id) => {
      expect(await refusal(api.send(newsDetail, { id }))).toBe('not_found');
      expect(await refusal(api.send(newsView, { id }))).toBe('not_found');
    },
  );

  it('links to the previous and next item of its type by date', async () => {
    const neighbours = async (id: string) => {
      const { previous, next } = await api.send(newsDetail, { id });
      return [previous?.id, next?.id];
    };
    expect(await neighbours('d')).toEqual([undefined, 'b']);
    expect(await neighbours('b')).toEqual(['d', 'a']);
    expect(await neighbours('a')).toEqual(['b', undefined]);
    expect(await neighbours('c')).toEqual([undefined, undefined]);
  });

  it('links items of the same time', async () => {
    await insertNews(api.db, [
      item('s1', 9, { site_id: 'test', type: 'N' }),
      item('s2', 9, { site_id: 'test', type: 'N' }),
      item('s3', 9, { site_id: 'test', type: 'N' }),
    ]);
    const { previous, next } = await api.send(newsDetail, { id: 's2' }, { host: 'localhost' });
    expect([previous?.id, next?.id]).toEqual(['s3', 's1']);
  });

  it('serves an attached file to everybody, and no other file', async () => {
    const { file_id } = await storeFile(api.context, api.db, {
      site_id: 'main',
      kind: 'attachment',
      name: '通知.pdf',
      format: 'pdf',
      bytes: Buffer.from('%PDF-1.4 a small one'),
    });
    const file = { name: '通知.pdf', size: 20, kind: 'pdf', sort: 0 };
    await insertNews(
      api.db,
      [item('open', 20), item('other', 20), item('later', -1)],
      [
        { ...file, id: 'o1', news_id: 'open', file_id },
        { ...file, id: 'o2', news_id: 'other', file_id },
        { ...file, id: 'o3', news_id: 'open' },
        { ...file, id: 'o4', news_id: 'later', file_id },
      ],
    );
    for (const owner_id of ['open', 'later'])
      await attachFiles(api.db, {
        site_id: 'main',
        user_id: '',
        owner_type: newsFileOwner,
        owner_id,
        title: '标题',
        file_ids: [file_id],
        kinds: ['attachment'],
        most: 10,
      });
    const fetchDownload = (id: string, attachmentId: string, host?: string) =>
      api.send(newsDownload, { id, attachment_id: attachmentId }, host ? { host } : {});
    expect((await api.send(newsDetail, { id: 'open' })).attachments[0]?.can_download).toBe('Y');
    const { url, file_name } = await fetchDownload('open', 'o1');
    expect([url, file_name]).toEqual([expect.stringMatching(file_id), '通知.pdf']);
    for (const [id, attachment_id] of [
      ['open', 'o2'],
      ['open', 'o3'],
      ['other', 'o2'],
      ['later', 'o4'],
      ['unknown', 'o1'],
    ] as const)
      expect(await refusal(fetchDownload(id, attachment_id))).toBe('not_found');
    expect(await refusal(fetchDownload('open', 'o1', 'localhost'))).toBe('not_found');
  });

  it('lists the files of an item in order', async () => {
    await insertNews(
      api.db,
      [item('files', 20, { type: 'N' })],
      [
        { id: 'f2', news_id: 'files', name: '样表.xlsx', size: 12_288, kind: 'xlsx', sort: 2 },
        { id: 'f1', news_id: 'files', name: '通知\n正文.pdf', size: 1, kind: 'pdf', sort: 1 },
      ],
    );
    expect((await api.send(newsDetail, { id: 'files' })).attachments).toEqual([
      { id: 'f1', name: '通知 正文.pdf', size: 1, kind: 'pdf', can_download: 'N', url: '' },
      { id: 'f2', name: '样表.xlsx', size: 12_288, kind: 'xlsx', can_download: 'N', url: '' },
    ]);
  });
});

describe('the view count', () => {
  const countView = (
    id: string,
    agent: string,
    more: { token?: string; headers?: Record<string, string> } = {},
  ) => api.send(newsView, { id }, { ...more, headers: { 'user-agent': agent, ...more.headers } });
  const views = async (id: string) =>
    (await api.db.select({ n: news.view_count }).from(news).where(eq(news.id, id)))[0]?.n;
  const browser = 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0';

  it('counts accounts and networks once a day, whatever they call themselves, and no robots', async () => {
    await insertNews(api.db, [item('seen', 30)]);
    for (let times = 0; times < 5; times += 1) await countView('seen', browser);
    await expect.poll(() => views('seen')).toBe(1);
    await countView('seen', 'Mozilla/5.0 (iPhone) MicroMessenger/8.0');
    const learner = await newLearner(api);
    await countView('seen', browser, learner);
    await countView('seen', 'another program', learner);
    await countView('seen', browser);
    await expect.poll(() => views('seen')).toBe(1);
    await countView('seen', browser, await newLearner(api));
    await expect.poll(() => views('seen')).toBe(2);
    await countView('seen', browser, { headers: { 'x-forwarded-for': '10.40.0.1' } });
    await expect.poll(() => views('seen')).toBe(3);
    for (const robot of ['Googlebot/2.1', 'Baiduspider', 'curl/8.5', ''])
      await countView('seen', robot);
    api.clock.pass(24 * hour);
    await countView('seen', browser);
    await expect.poll(() => views('seen')).toBe(4);
  });

  it('loses no concurrent readers', async () => {
    await insertNews(api.db, [item('rush', 30), item('rush2', 30)]);
    await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        countView(index % 2 ? 'rush' : 'rush2', browser, {
          headers: { 'x-forwarded-for': `10.41.0.${index % 40}` },
        }),
      ),
    );
    await expect.poll(async () => [await views('rush'), await views('rush2')]).toEqual([20, 20]);
  });

  it('stores nothing that identifies readers, and nothing beyond the day', async () => {
    const rows = await api.db.select().from(newsReader);
    expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|Mozilla|Firefox/);
    expect(rows.length).toBeGreaterThan(0);
    await sweepReaders(api.db, '2999-01-01');
    expect(await api.db.select().from(newsReader)).toEqual([]);
  });

  it('uses another pseudonym every day', () => {
    const key = Buffer.alloc(32, 1);
    const viewer = { network: '192.0.2.4', user_id: 'u' };
    const [first, second] = [
      hashReader(key, '2026-01-01', viewer),
      hashReader(key, '2026-01-02', viewer),
    ];
    const names = [...Object.values(first), ...Object.values(second)];
    expect(new Set(names).size).toBe(6);
    expect(hashReader(key, '2026-01-01', { network: '192.0.2.5', user_id: 'u' }).account).toBe(
      first.account,
    );
  });

  it.each([
    ['Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)', true],
    ['Mozilla/5.0 (compatible; Googlebot/2.1)', true],
    ['facebookexternalhit/1.1', true],
    ['python-requests/2.32', true],
    [undefined, true],
    ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', false],
    ['Mozilla/5.0 (iPhone) MicroMessenger/8.0.50', false],
    ['Mozilla/5.0 (CUBOT X30) Chrome/120', false],
  ])('a robot is recognised by its name: %s', (agent, robot) => expect(isRobot(agent)).toBe(robot));
});

describe('a text of the editors', () => {
  /** Elements and attributes that would execute or load foreign content. */
  const running = (html: string) =>
    (html.match(/<[^>]*>/g) ?? []).filter(
      (tag) =>
        /(?:href|src)="\s*(?:javascript|data|vbscript):/i.test(tag) ||
        /^<(?!\/?(?:p|br|h[2-4]|[uo]l|li|strong|em|b|i|u|blockquote|figure|figcaption|span|su[bp]|table|thead|tbody|t[rhd]|a|img)\b)|\son\w+\s*=|\sstyle\s*=/i.test(
          tag.replace(/"[^"]*"/g, '""'),
        ),
    );

  it('has no active content, even if stored unsanitised', async () => {
    const whole = hostileTexts.join('\n').replaceAll('\0', '');
    await insertNews(api.db, [
      item('hostileTexts', 40, { html: whole, title: hostileTexts[600] ?? 'x' }),
    ]);
    const [stored] = await api.db.select().from(news).where(eq(news.id, 'hostileTexts'));
    await api.db.insert(news).values(item('dirty', 41, { html: whole }));
    const shown = await api.send(newsDetail, { id: 'hostileTexts' });
    const dirty = await api.send(newsDetail, { id: 'dirty' });
    expect(hostileTexts.length).toBeGreaterThan(400);
    for (const html of [stored?.html ?? '', shown.html, dirty.html])
      expect(running(html)).toEqual([]);
    expect(dirty.html).toBe(stored?.html);
  });

  it('each payload separately', async () => {
    await insertNews(
      api.db,
      hostileTexts.map((html, index) =>
        item(`n-${index}`, 1000 + index, { html, title: html.slice(0, 90) || 'x' }),
      ),
    );
    const rows = await api.db
      .select({ id: news.id, html: news.html })
      .from(news)
      .where(like(news.id, 'n-%'));
    expect(rows).toHaveLength(hostileTexts.length);
    for (const { html } of rows) expect(running(html)).toEqual([]);
    const { status, text } = await sendRaw(`${api.url}/qm/api/v5/news/list`, {
      headers: json,
      body: JSON.stringify({ full_domain_name: 'cme.localhost', page_size: 100, page: 2 }),
    });
    expect(status).toBe(200);
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  });
});

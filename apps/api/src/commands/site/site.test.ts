import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { siteConfig, siteLogo, sitePage } from '@cme/contract/site';
import { login } from '@cme/contract/person';
import { homeIndex, homeNewCourse, contentList, searchIndex } from '@cme/contract/content';
import { learnList } from '@cme/contract/study';
import { creditsApply } from '@cme/contract/credits';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { formatDay } from '../../platform/http/format-time.ts';
import { enterAs } from '../../../test/staff.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { content, siteContent } from '../../content/catalogue/catalogue.tables.ts';
import { site as siteTable } from '../../platform/sites/site.tables.ts';
import { stateLog } from '../../platform/state-log/state-log.tables.ts';
import { sites } from '@cme/sample/sites';
import { courseId } from '@cme/sample/ids';
import type { Account } from '../staff/account.ts';
import { site } from './site.ts';

const api = await startApiForFile({ sample: true, now: new Date() });
let account: Account;
beforeAll(async () => {
  const own = await enterAs(api, '13900000001');
  account = { ...own, roles: [...own.roles, 'super'] };
});

const run = (name: string, ...args: string[]) => site[name]!.run(api.context, args, account);
const getSiteId = (key: string) => sites.find((site) => site.key === key)!.site_id;
const city = { host: 'city.localhost' };

describe('a setting', () => {
  test.each([
    ['theme_primary', '#123456', { theme: { primary: '#123456', radius: 16 } }],
    ['theme_radius', '4', { theme: { radius: 4 } }],
    ['header_style', 'light', { header_style: 'light' }],
    ['slogan', '学有所用', { slogan: '学有所用' }],
    ['icp_url', 'https://example.org/icp', { icp_url: 'https://example.org/icp' }],
    ['defaultLoginUrl', '/user/learn', { defaultLoginUrl: '/user/learn' }],
  ])('%s = %s is returned by the next request', async (name, value, expected) => {
    expect(await run('set', 'city.localhost', name, value)).toContain(value);
    expect(await api.send(siteLogo, {}, city)).toMatchObject(expected);
    const log = await api.db
      .select()
      .from(stateLog)
      .where(eq(stateLog.entity_id, getSiteId('city')));
    expect(log.at(-1)).toMatchObject({ to: `${name}=${value}`, actor_id: account.user_id });
  });

  test.each([
    ['theme_primary', 'red'],
    ['theme_primary', '#12345'],
    ['theme_radius', '99'],
    ['theme_radius', 'x'],
    ['header_style', 'dark'],
    ['site_name', ''],
    ['site_logo', 'https://evil.example/x.svg'],
    ['site_logo', '/qm/static/../secret.svg'],
    ['icp_url', 'javascript:alert(1)'],
    ['icp_url', 'http://example.org'],
    ['defaultLoginUrl', '//evil.example'],
    ['defaultLoginUrl', 'https://evil.example'],
    ['pay_channels', 'cash'],
    ['effective_from', '2026-13-01'],
    ['effective_from', 'tomorrow'],
    ['links', '[{"title":"x","url":"javascript:alert(1)"}]'],
    ['links', 'no json'],
    ['isEndSite', 'maybe'],
    ['domain', 'evil.example'],
  ])('%s = %j is refused', async (name, value) => {
    const before = await api.db.select().from(siteTable);
    await expect(run('set', 'city.localhost', name, value)).rejects.toThrow(/[\u4e00-\u9fff]/);
    expect(await api.db.select().from(siteTable)).toEqual(before);
  });

  test.each([
    ['content_scope', 'all'],
    ['isEndSite', 'Y'],
    ['effective_to', '2030-01-01'],
  ])('of the main site is unchanged: %s = %s', async (name, value) => {
    await expect(run('set', 'cme.localhost', name, value)).rejects.toThrow('主站');
  });

  test('closes a site to outsiders only where a unit admits people, or nobody registers', async () => {
    const set = (name: string, value: string) => run('set', 'city.localhost', name, value);
    const registration = async () => (await api.send(siteConfig, {}, city)).registration;
    await expect(set('isOpenOutsideWorld', 'N')).rejects.toThrow('须由单位审核注册');
    await expect(set('registration', 'sometimes')).rejects.toThrow('可用：open、approval、closed');
    await set('registration', 'approval');
    await set('isOpenOutsideWorld', 'N');
    expect(await api.send(siteLogo, {}, city)).toMatchObject({ isOpenOutsideWorld: 'N' });
    await expect(set('registration', 'open')).rejects.toThrow('须由单位审核注册');
    await set('registration', 'closed');
    expect(await api.send(siteConfig, {}, city)).toMatchObject({ regist_open: 'N' });
    await set('isOpenOutsideWorld', 'Y');
    await set('registration', 'open');
    expect(await registration()).toBe('open');
  });

  test('is shown together with its change log', async () => {
    expect(await run('show', 'city.localhost')).toContain('content_scope  all');
    expect(await run('log', 'city.localhost')).toContain(account.user_id);
  });
});

describe('an administrator of one site', () => {
  test.each([
    ['set', ['city.localhost', 'slogan', '学有所用']],
    ['menus', ['city.localhost', 'pc', '[{"key":"home","title":"首页","path":"/"}]']],
    ['block', ['city.localhost', 'free', 'on']],
    ['page', ['city.localhost', 'terms', 'terms.html']],
  ])('cannot change another one: %s', async (name, args) => {
    const own = { ...account, roles: ['site_admin'] };
    await expect(site[name]!.run(api.context, args, own)).rejects.toThrow('这是其他站点的');
  });
});

describe('the pages of a site', () => {
  const publish = async (page: string, html: string) => {
    const path = join(await mkdtemp(join(tmpdir(), 'cme-pages-')), 'page.html');
    await writeFile(path, html);
    return run('page', 'city.localhost', page, path);
  };
  const read = (page: 'terms' | 'about', version = '') =>
    api.send(sitePage, { page, version }, city);

  test('have a default text, then versions, of which earlier ones stay readable', async () => {
    const first = await read('terms');
    expect(first).toMatchObject({ version: '2026-01', title: '服务条款', versions: ['2026-01'] });
    expect(first.html).toContain('清渚市卫生健康在线学堂');
    const day = formatDay(api.clock.now());
    expect(await publish('terms', '<p>第二版</p><script>x</script>')).toBe(
      `服务条款已发布：${day}`,
    );
    expect(await publish('terms', '<p>第二版</p>')).toBe(`服务条款没有变化：${day}`);
    api.clock.pass(1000);
    expect(await publish('terms', '<p>第三版</p>')).toContain(`${day}-2`);
    expect(await read('terms')).toMatchObject({
      html: '<p>第三版</p>',
      versions: [`${day}-2`, day, '2026-01'],
    });
    expect((await read('terms', day)).html).toBe('<p>第二版</p>');
    expect((await read('terms', '2026-01')).html).toBe(first.html);
    await expect(read('terms', '1999')).rejects.toThrow('没有这一版本');
    expect((await api.send(sitePage, { page: 'terms' })).versions).toEqual(['2026-01']);
    expect(await api.send(siteConfig, {}, city)).toMatchObject({
      terms_version: `${day}-2`,
      privacy_version: '2026-01',
    });
  });

  test('need a text and a known name', async () => {
    await expect(publish('terms', '<script>x</script>')).rejects.toThrow('页面没有文字');
    await expect(publish('cookies', '<p>x</p>')).rejects.toThrow('可用：about、contact');
    await expect(run('page', 'city.localhost', 'about', '/none')).rejects.toThrow('不能读取文件');
  });
});

describe('menus and blocks', () => {
  test('are in the given order', async () => {
    await run(
      'menus',
      'city.localhost',
      'pc',
      '[{"key":"home","title":"首页","path":"/"},{"key":"gov","title":"市卫健委","path":"https://example.org/","open_in":"new"}]',
    );
    expect((await api.send(siteConfig, {}, city)).menus).toMatchObject([
      { title: '首页', open_in: 'self' },
      { title: '市卫健委', open_in: 'new' },
    ]);
    await expect(
      run('menus', 'city.localhost', 'pc', '[{"key":"x","title":"x","path":"javascript:x"}]'),
    ).rejects.toThrow('地址');
    await run('block', 'city.localhost', 'free', 'on', '1', '2', '免费学');
    await run('block', 'city.localhost', 'recommend', 'off');
    const home = await api.send(homeIndex, {}, city);
    const kinds = home.blocks?.map(({ kind }) => kind) ?? [];
    expect(kinds.indexOf('free')).toBeLessThan(kinds.indexOf('banner'));
    expect(home.blocks?.find(({ kind }) => kind === 'free')?.title).toBe('免费学');
    expect(home.free).toHaveLength(2);
    expect([kinds.includes('recommend'), home.recommend, home.partner]).toEqual([false, [], []]);
    expect(home.banner.length).toBeGreaterThan(0);
  });
});

describe('the scope of content', () => {
  const titles = async (host: string) =>
    (await api.send(homeNewCourse, {}, { host })).list.map(({ id }) => id);
  const total = async (host: string) =>
    (await api.send(contentList, { page_size: 1 }, { host })).total;

  test('all mirrors the main site without other customers’ content', async () => {
    expect(await total('city.localhost')).toBe(await total('cme.localhost'));
    expect(await titles('city.localhost')).toEqual(await titles('cme.localhost'));
  });

  test('all follows the main site, except for rows placed by hand', async () => {
    const [one, other] = [courseId('main', 'bls'), courseId('main', 'medical-ethics')];
    const here = (site: string, id: string) =>
      and(eq(siteContent.site_id, getSiteId(site)), eq(siteContent.content_id, id));
    const shownIn = async (id: string) =>
      (await api.db.select().from(siteContent).where(here('city', id)))[0]?.shown;
    await api.db.update(siteContent).set({ by_scope: false }).where(here('city', other));
    await api.db.update(siteContent).set({ shown: false }).where(here('main', one));
    await api.db.update(siteContent).set({ shown: false }).where(here('main', other));
    expect([await shownIn(one), await shownIn(other)]).toEqual([false, true]);
    await api.db.update(siteContent).set({ shown: true }).where(here('main', one));
    await api.db.update(siteContent).set({ shown: true }).where(here('main', other));
    expect(await shownIn(one)).toBe(true);
  });

  test('new content of the main site appears at once', async () => {
    const [row] = await api.db.select().from(content).limit(1);
    await api.db.insert(content).values({ ...row!, content_id: 'brand-new' });
    await api.db
      .insert(siteContent)
      .values({ site_id: getSiteId('hospital'), content_id: 'brand-new', shown: true });
    const onCity = () =>
      api.db
        .select()
        .from(siteContent)
        .where(
          and(eq(siteContent.site_id, getSiteId('city')), eq(siteContent.content_id, 'brand-new')),
        );
    expect(await onCity()).toEqual([]);
    await api.db
      .insert(siteContent)
      .values({ site_id: getSiteId('main'), content_id: 'brand-new' });
    expect(await onCity()).toMatchObject([{ shown: true, by_scope: true }]);
    await api.db
      .delete(siteContent)
      .where(
        and(eq(siteContent.site_id, getSiteId('main')), eq(siteContent.content_id, 'brand-new')),
      );
    expect(await onCity()).toMatchObject([{ shown: false }]);
  });

  test('listed contains only what is placed by hand, and all restores the rest', async () => {
    await run('set', 'city.localhost', 'content_scope', 'listed');
    expect(await total('city.localhost')).toBe(1);
    await run('set', 'city.localhost', 'content_scope', 'all');
    expect(await total('city.localhost')).toBe(await total('cme.localhost'));
  });

  test('changed by SQL reaches lists, counts and search in the same transaction', async () => {
    const set = (contentScope: 'all' | 'listed') =>
      api.db
        .update(siteTable)
        .set({ content_scope: contentScope })
        .where(eq(siteTable.site_id, getSiteId('city')));
    const listed = async (host: string) =>
      (await api.send(contentList, { page_size: 100, sort: 'credit' }, { host })).list.map(
        ({ id }) => id,
      );
    const found = async (host: string) =>
      (await api.send(searchIndex, { keyword: '心肺复苏', page_size: 50 }, { host })).list
        .filter(({ kind }) => kind !== 'news' && kind !== 'help')
        .map(({ id }) => id);
    const all = await found('cme.localhost');
    expect(all.length).toBeGreaterThan(1);
    await set('listed');
    expect((await listed('city.localhost')).length).toBe(1);
    expect(await found('city.localhost')).toEqual([]);
    expect(await found('cme.localhost')).toEqual(all);
    await set('all');
    expect(await listed('city.localhost')).toEqual(await listed('cme.localhost'));
    expect(await found('city.localhost')).toEqual(all);
    expect((await api.send(homeIndex, {}, city)).counts.course).toBe(
      (await api.send(homeIndex, {}, { host: 'cme.localhost' })).counts.course,
    );
  });
});

describe('the contract term of a site', () => {
  test('before it every call is refused, branding returns the opening date, and the clock opens the site', async () => {
    const opening = { host: 'opening.localhost' };
    const early = await api.send(siteLogo, {}, opening);
    expect(early).toMatchObject({ isEffectiveSite: 'N', isEndSite: 'N' });
    expect(early.opens_at).toMatch(/^\d{4}-\d\d-\d\d 00:00:00$/);
    await expect(api.send(homeIndex, {}, opening)).rejects.toMatchObject({
      statusCode: 460,
      code: 'site_closed',
      message: '本站尚未开放',
    });
    api.clock.pass(31 * 86_400_000);
    expect(await api.send(siteLogo, {}, opening)).toMatchObject({ isEffectiveSite: 'Y' });
    expect((await api.send(siteLogo, {}, opening)).opens_at).toBeUndefined();
    await api.send(homeIndex, {}, opening);
    api.clock.pass(-31 * 86_400_000);
  });

  test('after it the site is closed, even for signed-in people', async () => {
    await run('set', 'city.localhost', 'effective_to', '2020-01-01');
    expect(await api.send(siteLogo, {}, city)).toMatchObject({ isEndSite: 'Y' });
    await expect(api.send(homeIndex, {}, city)).rejects.toMatchObject({ code: 'site_closed' });
    await expect(run('set', 'city.localhost', 'effective_from', '2021-01-01')).rejects.toThrow(
      '早于',
    );
    await run('set', 'city.localhost', 'effective_to', '-');
    await api.send(homeIndex, {}, city);
  });
});

describe('credits on a site with applications', () => {
  test('wait for an application and are granted once', async () => {
    const { message: token } = await api.sendForMessage(
      login,
      { login_kind: 'password', account: '13800000031', password: 'Learner2026' },
      city,
    );
    const as = { ...city, token };
    const done = async () =>
      (await api.send(learnList, { tab: 'completed' }, as)).list.map((row) => row.may_apply);
    expect(await done()).toEqual(['Y']);
    const [row] = (await api.send(learnList, { tab: 'completed' }, as)).list;
    const first = await api.send(creditsApply, { learning_id: row!.learning_id }, as);
    const again = await api.send(creditsApply, { learning_id: row!.learning_id }, as);
    expect([first.status, again.id]).toEqual(['granted', first.id]);
    expect(await done()).toEqual([undefined]);
  });
});

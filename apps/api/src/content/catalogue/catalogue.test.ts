import type { BodyOf } from '@cme/contract/base';
import {
  contentCatalog,
  contentDetail,
  contentList,
  contentRelated,
  contentTeachers,
  courseDetailCount,
  homeExpense,
  homeFooter,
  homeFree,
  homeHot,
  homeIndex,
  homeNewCourse,
  homePartner,
  homeRecommend,
  packageDetail,
} from '@cme/contract/content';
import { learnJoin } from '@cme/contract/study';
import { orderCreate, orderPreview } from '@cme/contract/payment';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { newCourse, newLearner } from '../../../test/learner.ts';
import { newPackage } from '../../../test/pay/trade.ts';
import { insertCreditRules } from '../../credits/credits/credits.store.ts';
import { order } from '../../payment/order/order.tables.ts';
import { likePattern } from '../../platform/database/like.ts';
import { getContentAction, isOfType } from './catalogue.rules.ts';
import { yuan } from '../../platform/money/money.rules.ts';
import { insertNews } from '../news/news.write.ts';
import { news } from '../news/news.tables.ts';
import { content } from './catalogue.tables.ts';
import { homeBlockKinds } from './home-blocks.rules.ts';
import { contentListing, siteTally } from './listing.tables.ts';
import {
  insertBanners,
  insertBlocks,
  insertPartners,
  rebuildCard,
} from './write/catalogue.write.ts';
import { refusal } from '../../../test/refusal.ts';

const api = await startApiForFile();

describe('the catalogue list', () => {
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    const add = async (key: string, options: Parameters<typeof newCourse>[1]) => {
      api.clock.pass(1000);
      ids[key] = (await newCourse(api, { title: key, ...options })).id;
    };
    await add('free', {
      subject_kind: 'public',
      series_codes: ['01', '04'],
      levels: ['A'],
      study_count: 5,
      credits: 1,
    });
    await add('dear', {
      is_free: 'N',
      price_fen: 29_800,
      series_codes: ['03'],
      levels: ['C'],
      post_types: ['M'],
      study_count: 50,
      credits: 5,
    });
    await add('cheap', {
      is_free: 'N',
      price_fen: 990,
      series_codes: ['01'],
      levels: ['B', 'C'],
      study_count: 20,
      credits: 3,
      subtitle: '100%_通过\\技巧',
    });
    await add('off', { status: 'off' });
    await add('over', { end_at: api.clock.now() });
    await add('elsewhere', { site: 'hospital' });
  });

  it.each([
    { filters: {}, found: ['cheap', 'dear', 'free'] },
    { filters: { sort: 'hot' }, found: ['dear', 'cheap', 'free'] },
    { filters: { sort: 'credit' }, found: ['dear', 'cheap', 'free'] },
    { filters: { sort: 'price' }, found: ['free', 'cheap', 'dear'] },
    { filters: { subject_kind: 'public' }, found: ['free'] },
    { filters: { series: '01' }, found: ['cheap', 'free'] },
    { filters: { level: 'C' }, found: ['cheap', 'dear'] },
    { filters: { post_type: 'E' }, found: ['cheap', 'free'] },
    { filters: { price_kind: 'free' }, found: ['free'] },
    { filters: { price_kind: 'paid', level: 'C', series: '01' }, found: ['cheap'] },
    { filters: { keyword: '王芳' }, found: ['cheap', 'dear', 'free'] },
    { filters: { keyword: 'CHEAP' }, found: ['cheap'] },
    { filters: { keyword: '%' }, found: [] },
    { filters: { keyword: '_' }, found: [] },
    { filters: { keyword: '\\' }, found: [] },
    { filters: { keyword: '100%_通' }, found: ['cheap'] },
    { filters: { keyword: "' or 1=1 --" }, found: [] },
  ] as { filters: BodyOf<typeof contentList>; found: string[] }[])(
    '$filters finds $found',
    async ({ filters, found }) => {
      const { list, total } = await api.send(contentList, { page_size: 24, ...filters });
      expect(list.map(({ title }) => title)).toEqual(found);
      expect(total).toBe(found.length);
    },
  );

  it('returns the years of the site’s content, newest first, and filters recommended content', async () => {
    const { years, total } = await api.send(contentList, { page_size: 1 });
    expect(years).toEqual([...new Set(years)].toSorted().toReversed());
    const counts = await Promise.all(
      (years ?? []).map(async (year) => (await api.send(contentList, { year })).total),
    );
    expect(counts.every((count) => count > 0)).toBe(true);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total);
    const { list } = await api.send(contentList, { recommended: 'Y', page_size: 50 });
    const block = await api.send(homeRecommend, {});
    expect(list.slice(0, block.list.length).map(({ id }) => id)).toEqual(
      block.list.map(({ id }) => id),
    );
    expect(list.length).toBeLessThan(total);
  });

  it('returns the total on every page, even past the last one', async () => {
    const page = (number: number) => api.send(contentList, { page: number, page_size: 2 });
    expect(await page(1)).toMatchObject({ total: 3, page: 1, page_size: 2 });
    expect((await page(2)).list.map(({ title }) => title)).toEqual(['free']);
    expect(await page(9)).toMatchObject({ total: 3, list: [] });
  });

  it.each([
    { sort: 'new; drop table content' },
    { level: 'X' },
    { page_size: 101 },
    { page: 0 },
    { keyword: 'x'.repeat(101) },
  ] as never[])('refuses %o', async (body) => {
    expect(await refusal(api.send(contentList, body))).toBe('bad_request');
  });

  it('shows cards with price, teacher and counts', async () => {
    const { list } = await api.send(contentList, { keyword: 'dear' });
    expect(list[0]).toMatchObject({
      id: ids.dear,
      price: '298.00',
      is_free: 'N',
      teacher_name: '王芳',
      teacher_unit: '省人民医院',
      section_count: 1,
      study_count: 50,
      credits: 5,
      hours: 2,
    });
  });

  it('finds a changed title immediately', async () => {
    await api.db.update(content).set({ title: 'renamed' }).where(eq(content.content_id, ids.dear!));
    await rebuildCard(api.db, ids.dear!);
    expect((await api.send(contentList, { keyword: 'renamed' })).total).toBe(1);
  });

  it('shows no content of another site, and nothing on a closed site', async () => {
    expect((await api.send(contentList, {}, { host: 'localhost:8080' })).total).toBe(0);
    expect(await refusal(api.send(contentList, {}, { host: 'hospital.localhost' }))).toBe(
      'site_closed',
    );
    const nurse = await newLearner(api, 'hospital', 'hospital.localhost');
    expect((await api.send(contentList, {}, nurse)).list.map(({ title }) => title)).toEqual([
      'elsewhere',
    ]);
  });
});

describe('a content item', () => {
  it('returns the action of its button for guests and for each learner', async () => {
    const { id } = await newCourse(api);
    const learner = await newLearner(api);
    expect(await api.send(contentDetail, { id })).toMatchObject({ action: 'join' });
    expect((await api.send(contentDetail, { id }, learner)).my_learning).toBeUndefined();
    const { learning_id } = await api.send(learnJoin, { id }, learner);
    expect(await api.send(contentDetail, { id }, learner)).toMatchObject({
      action: 'study',
      my_learning: { learning_id, learn_status: 'enrolled', progress: 0 },
      study_count: 1,
    });
    expect((await api.send(contentDetail, { id })).action).toBe('join');
    await api.db.update(content).set({ status: 'off' }).where(eq(content.content_id, id));
    expect((await api.send(contentDetail, { id })).action).toBe('closed');
    expect((await api.send(contentDetail, { id }, learner)).action).toBe('study');
  });

  it.each([
    ['enrolled', 'study'],
    ['studying', 'continue'],
    ['study_done', 'continue'],
    ['exam_failed', 'continue'],
    ['completed', 'review'],
    ['expired', 'buy'],
    [undefined, 'buy'],
  ])('for an enrolment %s the action is %s', (status, action) => {
    const now = new Date();
    expect(
      getContentAction(
        { status: 'on', is_free: 'N', start_at: now, end_at: new Date(now.getTime() + 1) },
        status,
        now,
      ),
    ).toBe(action);
  });

  it('has an outline, teachers, counts and related contents', async () => {
    // Numbers in the content's own columns are ignored.
    const { id, sections } = await newCourse(api, {
      lengths: [60, null],
      resource_count: 2,
      appraise_count: 7,
      score_avg: 4.7,
    });
    const { chapters } = await api.send(contentCatalog, { id });
    expect(chapters[0]?.sections).toMatchObject([
      { section_id: sections[0], seconds: 60, section_status: '' },
      { seconds: 600 },
    ]);
    expect((await api.send(contentTeachers, { id })).list).toMatchObject([
      { name: '王芳', role: '主讲' },
    ]);
    expect(await api.send(courseDetailCount, { id })).toEqual({
      appraiseCount: 0,
      noteCount: 0,
      resourceCount: 0,
      homeworkCount: 0,
    });
    expect(await api.send(contentDetail, { id })).toMatchObject({
      appraise_count: 0,
      resource_count: 0,
      score_avg: 0,
    });
    const related = await api.send(contentRelated, { id });
    expect(related.list.length).toBeGreaterThan(0);
    expect(related.list.map((card) => card.id)).not.toContain(id);
  });

  it.each([
    [180, 300, 180],
    [180, 160, 160],
    [0, 42, 42],
  ])(
    'with %i days of its own that ends in %i is available for %i days',
    async (studyDays, ends, validDays) => {
      const { id } = await newCourse(api, {
        study_days: studyDays,
        end_at: new Date(api.clock.now().getTime() + ends * 86_400_000),
      });
      expect(await api.send(contentDetail, { id })).toMatchObject({
        study_days: studyDays,
        valid_days: validDays,
      });
    },
  );

  it('returns the number of missing videos and the refund period; a package adds those of its courses', async () => {
    const whole = await newCourse(api, { lengths: [60], refund_days: 15 });
    const part = await newCourse(api, { lengths: [60, null, null] });
    expect(await api.send(contentDetail, { id: whole.id })).toMatchObject({
      waiting_sections: 0,
      refund_days: 15,
    });
    expect(await api.send(contentDetail, { id: part.id })).toMatchObject({
      waiting_sections: 2,
      refund_days: 7,
    });
    const bundle = await newPackage(api, 100, [whole, part]);
    expect(await api.send(packageDetail, { id: bundle.id })).toMatchObject({
      waiting_sections: 2,
    });
  });

  it('returns the unpaid order to its buyer alone', async () => {
    const { id } = await newCourse(api, { is_free: 'N', price_fen: 100 });
    const bundle = await newPackage(api, 100, [{ id }]);
    const learner = await newLearner(api);
    const { order_code } = await api.send(
      orderCreate,
      { item: { content_type: 'P', id: bundle.id }, request_id: 'w1', seen_amount: '1.00' },
      learner,
    );
    expect(await api.send(contentDetail, { id }, learner)).toMatchObject({
      action: 'buy',
      pending_order: order_code,
    });
    expect(await api.send(packageDetail, { id: bundle.id }, learner)).toMatchObject({
      pending_order: order_code,
    });
    expect((await api.send(contentDetail, { id })).pending_order).toBeUndefined();
    expect(
      (await api.send(contentDetail, { id }, await newLearner(api))).pending_order,
    ).toBeUndefined();
  });

  it('returns an order only while it can be paid, even if it is not closed yet', async () => {
    const { id } = await newCourse(api, { is_free: 'N', price_fen: 100 });
    const learner = await newLearner(api);
    const { order_code, expire_ms } = await api.send(
      orderCreate,
      { item: { content_type: 'C', id }, request_id: 'w2', seen_amount: '1.00' },
      learner,
    );
    const left = expire_ms - api.clock.now().getTime();
    const shown = await api.send(contentDetail, { id }, learner);
    expect(shown.pending_order).toBe(order_code);
    expect(shown.pending_ms).toBeGreaterThan(left - 60_000);
    await api.db
      .update(order)
      .set({ expire_at: api.clock.now() })
      .where(eq(order.order_code, order_code));
    const after = await api.send(contentDetail, { id }, learner);
    expect([after.action, after.pending_order, after.pending_ms]).toEqual([
      'buy',
      undefined,
      undefined,
    ]);
    expect(
      (await api.send(orderPreview, { item: { content_type: 'C', id } }, learner)).pending_order,
    ).toBeUndefined();
  });

  it('is not found on another site by any of its calls', async () => {
    const { id } = await newCourse(api, { site: 'hospital' });
    const learner = await newLearner(api);
    for (const call of [
      contentDetail,
      contentCatalog,
      contentTeachers,
      contentRelated,
      courseDetailCount,
      learnJoin,
    ]) {
      expect(await refusal(api.send(call, { id }, learner))).toBe('not_found');
      expect(await refusal(api.send(call, { id: 'nothing' }, learner))).toBe('not_found');
    }
  });

  it.each([
    ['course', 'P'],
    ['course', 'L'],
    ['package', 'C'],
    ['package', ''],
  ] as const)('a %s is not found as %j by any of its calls', async (what, contentType) => {
    const course = await newCourse(api);
    const { id } =
      what === 'course' ? course : await newPackage(api, 0, [course], { is_free: 'Y' });
    const learner = await newLearner(api);
    for (const call of [
      contentDetail,
      contentCatalog,
      contentTeachers,
      contentRelated,
      courseDetailCount,
      learnJoin,
    ]) {
      expect(
        await refusal(api.send(call, { content_type: contentType, id }, learner)),
        call.path,
      ).toBe('not_found');
      expect(
        await refusal(api.send(call, { content_type: what === 'course' ? 'C' : 'P', id }, learner)),
        call.path,
      ).toBe('accepted');
    }
  });

  it.each([
    ['C', 'C', true],
    ['K', 'C', true],
    ['P', 'X', true],
    ['L', 'R', true],
    ['P', 'C', false],
    ['C', 'P', false],
    ['L', 'C', false],
    ['A', 'Z', false],
    ['C', '', false],
  ])('a content of type %s requested as %j: %s', (type, asked, answer) =>
    expect(isOfType(type, asked)).toBe(answer),
  );

  it('is stored and returned without active content', async () => {
    const { id } = await newCourse(api, {
      detail_html:
        '<p onclick="x()">text<script>alert(1)</script><a href="javascript:x()">go</a><img src=x onerror=x()></p>',
    });
    const { detail_html } = await api.send(contentDetail, { id });
    expect(detail_html).toBe('<p>text<a>go</a><img src="x"></p>');
    // Data written without the sanitising module.
    await api.db
      .update(content)
      .set({ detail_html: '<p>text</p><img src=x onerror=x()>' })
      .where(eq(content.content_id, id));
    expect((await api.send(contentDetail, { id })).detail_html).toBe('<p>text</p><img src="x">');
    await insertNews(api.db, [
      {
        id: 'unclean',
        site_id: 'main',
        type: 'B',
        title: '通知',
        html: '<p>text<script>alert(1)</script></p>',
        publish_at: api.clock.now(),
      },
    ]);
    const [stored] = await api.db
      .select({ html: news.html })
      .from(news)
      .where(eq(news.id, 'unclean'));
    expect(stored).toEqual({ html: '<p>text</p>' });
  });
});

describe('the home page', () => {
  beforeAll(async () => {
    const now = api.clock.now();
    await insertBlocks(
      api.db,
      homeBlockKinds.map((kind) => ({ site_id: 'test', kind, size: 2, enabled: kind !== 'hot' })),
    );
    await insertBanners(api.db, [
      { id: 'b1', site_id: 'test', title: '第一张' },
      { id: 'b2', site_id: 'main', title: '主站' },
    ]);
    await insertPartners(api.db, [
      { id: 'p1', site_id: 'test', name: '省医学会' },
      { id: 'p2', site_id: 'main', name: '主站' },
    ]);
    await insertNews(api.db, [
      {
        id: 'n1',
        site_id: 'test',
        type: 'B',
        title: '旧通知',
        publish_at: new Date(now.getTime() - 2000),
      },
      {
        id: 'n2',
        site_id: 'test',
        type: 'B',
        title: '新通知',
        publish_at: new Date(now.getTime() - 1000),
      },
      {
        id: 'n3',
        site_id: 'test',
        type: 'B',
        title: '置顶',
        publish_at: new Date(now.getTime() - 9000),
        top: 'Y',
      },
      {
        id: 'n4',
        site_id: 'test',
        type: 'B',
        title: '明天',
        publish_at: new Date(now.getTime() + 9000),
      },
      { id: 'n5', site_id: 'test', type: 'N', title: '法规', publish_at: now },
      { id: 'n6', site_id: 'main', type: 'N', title: '主站', publish_at: now },
    ]);
    for (const options of [
      { title: '免费', recommended: true },
      { title: '付费', is_free: 'N' as const, price_fen: 100 },
      { title: '免费二' },
      { title: '免费三' },
    ]) {
      api.clock.pass(1000);
      await newCourse(api, { site: 'test', ...options });
    }
  });
  const as = { host: 'localhost:8080' };
  const titles = (list: { title: string }[]) => list.map(({ title }) => title);

  it('returns all blocks of its own site in one reply', async () => {
    const home = await api.send(homeIndex, {}, as);
    expect(titles(home.banner)).toEqual(['第一张']);
    expect(titles(home.notices)).toEqual(['置顶', '新通知', '旧通知']);
    expect(titles(home.regulations)).toEqual(['法规']);
    expect(home.partner.map(({ name }) => name)).toEqual(['省医学会']);
    expect(titles(home.recommend)).toEqual(['免费']);
    expect(titles(home.expense)).toEqual(['付费']);
    expect(titles(home.newCourse)).toEqual(['免费三', '免费二']);
    expect(home.free).toHaveLength(2);
    expect(home.hot).toEqual([]);
    expect(home.counts).toEqual({ course: 4, learner: 0, teacher: 4 });
  });

  it('neither shows nor counts scheduled content', async () => {
    const [course] = await api.db
      .update(contentListing)
      .set({ publish_at: new Date(api.clock.now().getTime() + 60_000) })
      .where(eq(contentListing.site_id, 'test'))
      .returning();
    await api.db.delete(siteTally);
    const home = await api.send(homeIndex, {}, as);
    for (const list of [home.recommend, home.expense, home.newCourse, home.free])
      expect(list).toEqual([]);
    expect(home.counts.course).toBe(0);
    expect((await api.send(contentRelated, { id: course?.content_id ?? '' }, as)).list).toEqual([]);
    api.clock.pass(60_000);
    await api.db.delete(siteTally);
    expect(titles((await api.send(homeIndex, {}, as)).expense)).toEqual(['付费']);
  });

  it('shows the annual requirement where the site has a rule', async () => {
    expect((await api.send(homeIndex, {}, as)).year_need).toBeUndefined();
    const year = api.clock.now().getFullYear();
    const rule = { site_id: 'test', name: '要求', year, need_public: 0, need_pro: 0 };
    await insertCreditRules(api.db, [
      { ...rule, rule_id: 'narrow', need_hours: 40, need_credits: 0, scope: { levels: ['D'] } },
      { ...rule, rule_id: 'wide', need_hours: 72, need_credits: 20 },
    ]);
    expect((await api.send(homeIndex, {}, as)).year_need).toEqual({
      year,
      need_hours: 72,
      need_credits: 20,
    });
  });

  it('returns each block separately as well', async () => {
    const home = await api.send(homeIndex, {}, as);
    expect((await api.send(homeRecommend, {}, as)).list).toEqual(home.recommend);
    expect((await api.send(homeFree, {}, as)).list).toEqual(home.free);
    expect((await api.send(homeExpense, {}, as)).list).toEqual(home.expense);
    expect((await api.send(homeNewCourse, {}, as)).list).toEqual(home.newCourse);
    expect((await api.send(homeHot, {}, as)).list).toEqual([]);
    expect((await api.send(homePartner, {}, as)).list).toEqual(home.partner);
    expect((await api.send(homeFooter, {}, as)).list).toEqual(home.footer);
  });
});

describe('rules', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [9800, '98.00'],
    [123_456, '1234.56'],
  ])('%i fen are %s yuan', (fen, wire) => expect(yuan(fen)).toBe(wire));
  it.each([
    ['a%b_c\\', '%a\\%b\\_c\\\\%'],
    ['a\0b', '%ab%'],
  ])('the keyword %j is matched literally', (keyword, pattern) =>
    expect(likePattern(keyword)).toBe(pattern),
  );
});

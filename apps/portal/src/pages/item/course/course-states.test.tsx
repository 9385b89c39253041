import {
  collectionState,
  collectionToggle,
  contentCatalog,
  contentDetail,
  contentRelated,
  contentTeachers,
} from '@cme/contract/content';
import { shopplistCount } from '@cme/contract/payment';
import { topNoticeCount, userInfo } from '@cme/contract/person';
import {
  customerPage,
  mockPending,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  sampleCard,
  sampleDetail,
  sampleSite,
  sampleUser,
} from '@cme/testing';
import { sampleTeacher } from '@cme/testing/items';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const { id } = sampleDetail();
const page = customerPage({ site: sampleSite({ isCustomerDomain: 'Y' }) });
const open = (search = '', token?: string) =>
  renderPage(`/item/course/${id}/detail${search}`, routes, { page, ...(token ? { token } : {}) });
const offer = (change: Parameters<typeof sampleDetail>[0]) =>
  mockReply(contentDetail, sampleDetail(change));
const section = (title: string, status: string, type = 'video') => ({
  section_id: `s-${title}`,
  title,
  type,
  seconds: 125,
  required: 'Y' as const,
  section_status: status,
});
const my_learning = { learning_id: 'l1', learn_status: 'studying', progress: 40 };

beforeEach(() => {
  mockReply(userInfo, sampleUser());
  mockReply(topNoticeCount, { unread_count: 0 });
  mockReply(shopplistCount, { count: 0 });
  mockReply(collectionState, { collected: [] });
  mockReply(contentDetail, sampleDetail());
  mockReply(contentCatalog, { chapters: [] });
  mockReply(contentTeachers, { list: [] });
  mockReply(contentRelated, { list: [] });
});

describe('the outline of a course', () => {
  const chapters = [
    {
      chapter_id: 'h1',
      title: '第一章',
      sections: [
        section('起源', 'finished'),
        section('分类', 'studying'),
        { ...section('练习', 'not_started', 'exam'), required: 'N' as const, seconds: 0 },
        section('总结', 'locked'),
      ],
    },
  ];
  const findRows = async () =>
    (
      await within(await screen.findByRole('tabpanel', { name: /^目录/ })).findAllByRole('listitem')
    ).map(({ textContent }) => textContent);

  it('links the learner to the sections that can be played, and marks all of them', async () => {
    mockReply(contentCatalog, { chapters });
    offer({ action: 'continue', my_learning });
    open('?tab=outline', 'T1');
    const link = await screen.findByRole('link', { name: '分类' });
    expect(link).toHaveAttribute('href', `/player/${id}/play?section=s-%E5%88%86%E7%B1%BB`);
    expect(await findRows()).toEqual([
      expect.stringMatching(/^起源已完成 · 必修 · 2分/),
      expect.stringMatching(/^分类学习中 · 必修 · 2分/),
      '练习未学习 · 选修',
      expect.stringMatching(/^总结未解锁 · 必修 · 2分/),
    ]);
    for (const name of ['练习', '总结']) expect(screen.queryByRole('link', { name })).toBeNull();
  });

  it('only names the sections for everybody else', async () => {
    mockReply(contentCatalog, {
      chapters: [{ ...chapters[0]!, sections: [section('起源', ''), section('分类', '')] }],
    });
    open('?tab=outline');
    expect(await findRows()).toEqual([
      expect.stringMatching(/^起源必修/),
      expect.stringMatching(/^分类必修/),
    ]);
    expect(screen.queryByRole('link', { name: '起源' })).toBeNull();
  });
});

describe('the contents of a course', () => {
  it.each([
    ['outline', contentCatalog, { chapters: [] }],
    ['teachers', contentTeachers, { list: [] }],
  ])('at ?tab=%s wait, and can be asked for again', async (tab, call, reply) => {
    mockPending(call);
    const first = open(`?tab=${tab}`);
    const waiting = await screen.findByRole('tabpanel');
    await waitFor(() => expect(waiting.querySelector('.skeleton')).toBeInTheDocument());
    first.unmount();
    mockRefusal(call, 503, '服务暂时不可用');
    const { user } = open(`?tab=${tab}`);
    const panel = within(await screen.findByRole('tabpanel'));
    await panel.findByText('服务暂时不可用');
    mockReply(call, reply);
    await user.click(panel.getByRole('button', { name: '重试' }));
    await waitFor(() => expect(panel.queryByText('服务暂时不可用')).toBeNull());
  });

  it('introduce the teachers, each with what is known', async () => {
    mockReply(contentTeachers, {
      list: [
        sampleTeacher(),
        sampleTeacher({ teacher_id: 't2', name: '陈立', title: '', unit: '县医院', intro: '' }),
      ],
    });
    open('?tab=teachers');
    const rows = within(await screen.findByRole('tabpanel'));
    expect((await rows.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      '周建国主任医师 · 省人民医院心内科',
      '陈立县医院',
    ]);
  });

  it('count the sections, reviews and files on their tabs', async () => {
    offer({ section_count: 5, appraise_count: 12, resource_count: 0 });
    open();
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      '介绍',
      '目录5',
      '讲师',
      '评价12',
      '资料0',
    ]);
  });

  it.each(['?tab=from_tomorrow', '?tab=', ''])(
    'begin with the description at “%s”',
    async (tab) => {
      open(tab);
      expect(await screen.findByRole('tabpanel', { name: '介绍' })).toHaveTextContent(
        '识别常见心律失常',
      );
    },
  );

  it('are followed by other courses, at most four', async () => {
    mockReply(contentRelated, {
      list: ['一', '二', '三', '四', '五'].map((title) => sampleCard({ id: title, title })),
    });
    open();
    const related = within(await screen.findByRole('complementary', { name: '相关课程' }));
    expect(related.getAllByRole('heading', { level: 3 }).map((h) => h.textContent)).toEqual([
      '一',
      '二',
      '三',
      '四',
    ]);
  });
});

describe('a course that cannot be studied', () => {
  it.each([
    ['off_shelf', '该内容已下架，暂不能加入学习'],
    ['not_started', '尚未开始，2026-01-01 00:00 开始'],
    ['ended', '该内容已结束'],
    ['expired', '您的学习期限已结束'],
    ['not_in_scope', '该内容不在您的适用范围内'],
    ['from_a_newer_api', '课程不在开放时间内'],
    [undefined, '课程不在开放时间内'],
  ])('because of %s says: %s', async (reason, words) => {
    offer({ action: 'closed', ...(reason ? { closed_reason: reason } : {}) });
    open();
    expect(await screen.findByText(words)).toBeVisible();
  });

  it.each([
    ['public', '公需科目', '/publicneed'],
    ['pro', '专业科目', '/profession'],
  ])('leads to others of its kind (%s), as its trail does', async (subject, name, href) => {
    offer({ action: 'closed', subject_kind: subject });
    open();
    expect(await screen.findByRole('link', { name: '看看其他课程' })).toHaveAttribute('href', href);
    const trail = within(screen.getByRole('navigation', { name: '当前位置' }));
    expect(trail.getByRole('link', { name })).toHaveAttribute('href', href);
  });
});

describe('the facts of a course', () => {
  const findFacts = async () => {
    await screen.findByRole('heading', { level: 1 });
    return Object.fromEntries(
      screen
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    );
  };

  it('are all that is known', async () => {
    offer({
      leader: '林文清',
      project_no: '2026-01-001',
      project_level: '省',
      source_unit: '省医学会',
      is_free: 'N',
      refund_days: 0,
      score_avg: 4.75,
      appraise_count: 8,
    });
    open();
    expect(await findFacts()).toEqual({
      主讲: '周建国 · 省人民医院',
      项目负责人: '林文清',
      项目编号: '2026-01-001',
      项目级别: '省级',
      主办单位: '省医学会',
      学习期限: '加入后 180 天',
      退款期限: '付款后不支持退款',
      综合评分: '4.8 分（8 人评价）',
    });
  });

  it('are few for a free course that says little', async () => {
    offer({
      teacher_name: '',
      teacher_unit: '',
      project_level: '',
      refund_days: 15,
      hours: 0,
      credits: 0,
    });
    open();
    expect(await findFacts()).toEqual({ 学习期限: '加入后 180 天' });
    expect(screen.queryByText('0 学时')).toBeNull();
  });

  it.each([
    [
      { is_free: 'Y', hours: 6 },
      { category: 'Free', price: '0.00', priceCurrency: 'CNY' },
      'PT270M',
    ],
    [
      { is_free: 'N', price: '12.00', hours: 0 },
      { category: 'Paid', price: '12.00', priceCurrency: 'CNY' },
      'PT1M',
    ],
  ] as const)('are told to search engines: %o', async (change, offers, courseWorkload) => {
    offer({ ...change, source_unit: '省医学会', teacher_name: '', subtitle: '副标题' });
    open();
    await screen.findByRole('heading', { level: 1 });
    const scripts = () => [...document.querySelectorAll('script[type="application/ld+json"]')];
    await waitFor(() => expect(scripts()).not.toHaveLength(0));
    const data = scripts()
      .flatMap(({ textContent }) => JSON.parse(textContent ?? '') as Record<string, unknown>[])
      .find((entry) => entry['@type'] === 'Course');
    expect(data).toMatchObject({
      name: sampleDetail().title,
      description: '副标题',
      provider: { name: '省医学会' },
      isAccessibleForFree: change.is_free === 'Y',
      offers,
      hasCourseInstance: { courseWorkload },
    });
    expect(data).not.toHaveProperty('instructor');
  });
});

describe('a favourite', () => {
  it('is added and removed by the state that is wanted', async () => {
    mockReply(collectionToggle, ({ body: { collected = 'Y' } }) => {
      mockReply(collectionState, { collected: collected === 'Y' ? [id] : [] });
      return { collected, count: 1 };
    });
    const { user } = open('', 'T1');
    await user.click(await screen.findByRole('button', { name: '收藏' }));
    expect(await screen.findByText('已加入收藏')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: '已收藏' }));
    expect(await screen.findByText('已取消收藏')).toBeVisible();
    expect(requestsTo(collectionToggle).map(({ body }) => body)).toEqual([
      { content_type: 'C', id, collected: 'Y' },
      { content_type: 'C', id, collected: 'N' },
    ]);
  });

  it('that cannot be added says why', async () => {
    mockRefusal(collectionToggle, 400, '收藏夹已满', 'collection_full');
    const { user } = open('', 'T1');
    await user.click(await screen.findByRole('button', { name: '收藏' }));
    expect(await screen.findByText('收藏夹已满')).toBeVisible();
    expect(screen.getByRole('button', { name: '收藏' })).toBeEnabled();
  });

  it('needs a sign-in, and cancelling it says nothing', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '收藏' }));
    const dialog = await screen.findByRole('dialog', { name: '登录' });
    await user.click(within(dialog).getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('button', { name: '收藏' })).toBeEnabled();
    expect(screen.queryByText('未登录')).toBeNull();
    for (const call of [collectionToggle, collectionState]) expect(requestsTo(call)).toEqual([]);
  });
});

describe('a course that cannot be studied yet', () => {
  const presale_until = '2099-12-20 00:00:00';

  it('in presale is bought, and says its day and from when its days count', async () => {
    offer({ action: 'buy', is_free: 'N', price: '68.00', study_days: 180, presale_until });
    open();
    expect(await screen.findByText(/^预售 · 12月20日开课，开课后学习/)).toBeVisible();
    expect(screen.getByText('开课后 180 天')).toBeVisible();
    expect(screen.getByRole('button', { name: '立即购买' })).toBeVisible();
  });

  it('in presale does not lead its buyer to the player', async () => {
    const enrolled = { ...my_learning, learn_status: 'enrolled', progress: 0 };
    offer({ action: 'study', my_learning: enrolled, presale_until });
    open('', 'T1');
    expect(await screen.findByText('已报名，12月20日开课')).toBeVisible();
    expect(screen.queryByRole('link', { name: '立即学习' })).toBeNull();
  });

  it.each([
    ['unready', '课程内容尚在准备，暂不能报名'],
    ['late', '课程未能如期开课，内容尚在准备，暂停报名'],
  ])('that is %s says so and cannot be bought', async (closed_reason, words) => {
    offer({ action: 'closed', closed_reason, unready: 'Y' });
    open();
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByRole('button', { name: '立即购买' })).toBeNull();
  });
});

import { login } from '@cme/contract/person';
import { contentDetail, contentList, packageDetail } from '@cme/contract/content';
import { playerCourse } from '@cme/contract/study';
import {
  cardBind,
  cardList,
  orderCreate,
  orderDetail,
  orderList,
  orderPreview,
  orderStatuses,
} from '@cme/contract/payment';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApiForFile } from '../../test/api-for-file.ts';
import { cards } from '@cme/sample/cards';
import { courses } from '@cme/sample/courses';
import { paidWithVideos } from '@cme/sample/courses/paid';
import { courseId } from '@cme/sample/ids';
import { packages } from '@cme/sample/packages';

const api = await startApiForFile({ sample: true });
let nurse: { token: string };
let physician: { token: string };
beforeAll(async () => {
  nurse = await signIn('13800000001');
  physician = await signIn('13800000002');
});

const signIn = async (account: string, host?: string) => {
  const as = host === undefined ? {} : { host };
  return {
    ...as,
    token: (
      await api.sendForMessage(
        login,
        { login_kind: 'password', account, password: 'Learner2026' },
        as,
      )
    ).message,
  };
};

describe('the sample trade', () => {
  it('has orders in every state with consistent amounts', async () => {
    const total = [
      ...(await api.send(orderList, { page_size: 50 }, nurse)).list,
      ...(await api.send(orderList, { page_size: 50 }, physician)).list,
    ];
    expect([...new Set(total.map(({ order_status }) => order_status))].sort()).toEqual(
      [...orderStatuses].sort(),
    );
    for (const order of total) {
      const fen = (yuan: string) => Math.round(Number(yuan) * 100);
      expect(fen(order.pay), order.order_code).toBe(
        fen(order.total) - fen(order.discount) - fen(order.card),
      );
      expect(
        order.items.reduce((sum, { pay }) => sum + fen(pay), 0),
        order.order_code,
      ).toBe(fen(order.pay) + fen(order.card));
      for (const { deliver_status, course_id } of order.items)
        expect(course_id !== '').toBe(deliver_status === 'done');
    }
    const [open] = total.filter(({ order_status }) => order_status === 'pending');
    expect(open?.actions).toEqual(['pay', 'cancel']);
    expect(open && open.expire_ms > api.clock.now().getTime()).toBe(true);
  });

  it('enrols in what was paid for', async () => {
    for (const [person, key] of [
      [nurse, 'wound-nurse'],
      [nurse, 'iv-therapy'],
      [physician, 'outbreak-report'],
    ] as const) {
      expect(['study', 'continue', 'review'], key).toContain(
        (await api.send(contentDetail, { id: courseId('main', key) }, person)).action,
      );
    }
    // A refund was requested for it.
    expect(
      await api.send(contentDetail, { id: courseId('main', 'airway') }, physician),
    ).toMatchObject({ action: 'closed', my_learning: { learn_status: 'suspended' } });
    for (const key of ['illustration', 'social-work', 'elder-assessment'])
      expect(
        (await api.send(contentDetail, { id: courseId('main', key) }, nurse)).action,
        key,
      ).toBe('buy');
  });

  it('has four packages in the catalogue, each cheaper than its courses and with shares that add up', async () => {
    expect(packages).toHaveLength(4);
    const listed = (await api.send(contentList, { page_size: 100 })).list.filter(
      ({ content_type }) => content_type === 'P',
    );
    expect(listed.map(({ id, section_count }) => [id, section_count]).sort()).toEqual(
      packages.map(({ id, courses: parts }) => [id, parts.length]).sort(),
    );
    for (const { id, market_price_fen, price_fen } of packages) {
      expect(market_price_fen).toBeGreaterThan(price_fen);
      const { price, courses: parts } = await api.send(packageDetail, { id });
      expect(parts.reduce((sum, { share }) => sum + Math.round(Number(share) * 100), 0)).toBe(
        price_fen,
      );
      expect(price).toBe((price_fen / 100).toFixed(2));
    }
    const own = await api.send(packageDetail, { id: packages[0]!.id }, nurse);
    expect(own.courses.filter(({ owned }) => owned === 'Y').map(({ course }) => course.id)).toEqual(
      expect.arrayContaining([courseId('main', 'wound-nurse'), courseId('main', 'iv-therapy')]),
    );
    expect(Number(own.pay) + Number(own.saved)).toBeCloseTo(Number(own.price));
  });

  it('has paid courses that can be completed, one of them within a minute', async () => {
    expect(paidWithVideos.length).toBeGreaterThanOrEqual(6);
    for (const { key } of paidWithVideos) {
      const course = courses.find(({ id }) => id === courseId('main', key))!;
      expect(
        course.chapters
          .flatMap(({ sections }) => sections)
          .every(({ media }) => media !== undefined),
        key,
      ).toBe(true);
      expect([course.has_exam, course.has_survey], key).toEqual(['Y', 'Y']);
    }
    const short = courses.find(({ id }) => id === courseId('main', 'hand-hygiene-pro'))!;
    expect(
      short.chapters.flatMap(({ sections }) => sections).map(({ seconds }) => seconds),
    ).toEqual([59]);
    const item = { content_type: 'C', id: short.id };
    const { order_code } = await api.send(
      orderCreate,
      { item, request_id: 'r', seen_amount: '19.90' },
      nurse,
    );
    expect((await api.send(orderDetail, { order_code }, nurse)).order_status).toBe('pending');
    await expect(api.send(playerCourse, { course_id: short.id }, nurse)).rejects.toMatchObject({
      code: 'not_owned',
    });
  });

  it('has a study card of each kind with the documented password', async () => {
    const bind = async (no: number) =>
      api
        .send(cardBind, { card_no: cards[no]!.card_no, password: cards[no]!.password }, physician)
        .then(
          ({ status }) => status,
          (error: Error) => error.message,
        );
    expect(await bind(0)).toBe('bound');
    expect(await bind(1)).toBe('bound');
    expect(await bind(2)).toBe('您的学习卡已经过期');
    expect(await bind(3)).toBe('该学习卡处于禁用状态，不可绑定用户');
    expect(await bind(4)).toBe('used_up');
    expect(await bind(5)).toBe('该卡未绑定项目，无法添加成功');
    expect(await bind(6)).toBe('此卡已被用户使用！');
    expect((await api.send(cardList, {}, nurse)).list).toMatchObject([
      { card_no: cards[6]!.card_no, left: '50.00', status_name: '可使用' },
    ]);
    const item = { content_type: 'C', id: courseId('main', 'ai-ward') };
    expect(await api.send(orderPreview, { item, card_no: cards[6]!.card_no }, nurse)).toMatchObject(
      { pay: '0.00', card: '29.90', cards: [{ face: '50.00' }] },
    );
  });

  it('includes the hospital’s site', async () => {
    const learner = await signIn('13800000011', 'hospital.localhost');
    const item = { content_type: 'C', id: courseId('hospital', 'hygiene-inspector') };
    expect(await api.send(orderPreview, { item }, learner)).toMatchObject({ pay: '9.90' });
    await expect(api.send(orderPreview, { item }, nurse)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

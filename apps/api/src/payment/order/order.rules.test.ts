import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  packagePrice,
  packageStanding,
  splitInProportion,
} from '../../content/catalogue/package.rules.ts';
import type { Purchasable } from '../../content/catalogue/package.store.ts';
import { evaluateOffers } from './offer.rules.ts';
import { getOrderActions, canBecome, newOrderCode, nextStatuses } from './order.rules.ts';
import type { OrderStatus } from './order.tables.ts';

const statuses = Object.keys(nextStatuses) as OrderStatus[];

describe('the states of an order', () => {
  it('never return to unpaid, and a full refund is final', () => {
    for (const from of statuses) expect(canBecome(from, 'pending'), from).toBe(false);
    for (const to of statuses) expect(canBecome('refunded', to), to).toBe(false);
    for (const from of statuses) expect(canBecome(from, from), from).toBe(false);
  });

  it('allow closing only when unpaid and refunding only when paid', () => {
    expect(statuses.filter((from) => canBecome(from, 'closed'))).toEqual(['pending']);
    expect(statuses.filter((from) => canBecome(from, 'refunding'))).toEqual([
      'paid',
      'completed',
      'partial_refunded',
    ]);
    expect(statuses.filter((from) => canBecome(from, 'paid'))).toEqual([
      'pending',
      'closed',
      'refunding',
    ]);
  });
});

describe("a buyer's actions", () => {
  const now = new Date('2026-06-15T02:00:00Z');
  const later = (ms: number) => new Date(now.getTime() + ms);
  const bought = (refundDays?: number) => [
    {
      deliver_status: 'done',
      snapshot: refundDays === undefined ? {} : { refund_days: refundDays },
    },
  ];
  const standing = {
    created_at: later(-2000),
    expire_at: later(1000),
    paid_at: later(-1000),
    paid_fen: 100,
    refunded_fen: 0,
    invoice_status: 'none' as const,
  };
  it.each([
    ['pending', ['pay', 'cancel']],
    ['paid', ['study', 'refund', 'invoice']],
    ['completed', ['study', 'refund', 'invoice']],
    ['closed', ['hide']],
    ['refunding', []],
    ['partial_refunded', ['study', 'refund', 'invoice']],
    ['refunded', ['hide']],
  ] as const)('for an order in state %s: %j', (orderStatus, actions) => {
    expect(getOrderActions({ ...standing, order_status: orderStatus }, bought(7), now)).toEqual(
      actions,
    );
  });

  it("end in time: paying at the order's expiry, an invoice once requested", () => {
    expect(getOrderActions({ ...standing, order_status: 'pending' }, [], later(1000))).toEqual([
      'cancel',
    ]);
    expect(
      getOrderActions(
        { ...standing, order_status: 'completed', invoice_status: 'applied' },
        bought(7),
        now,
      ),
    ).toEqual(['study', 'refund']);
    expect(
      getOrderActions({ ...standing, order_status: 'completed', paid_fen: 0 }, [], now),
    ).toEqual([]);
  });

  it.each([
    [7, 7],
    [15, 15],
    [1, 1],
    [undefined, 7],
  ])('include a refund until the agreed days are over: %s are %i', (agreed, days) => {
    const order = { ...standing, order_status: 'completed' as const };
    expect(getOrderActions(order, bought(agreed), later(days * 86_400_000 - 1001))).toContain(
      'refund',
    );
    expect(getOrderActions(order, bought(agreed), later(days * 86_400_000 - 1000))).not.toContain(
      'refund',
    );
  });

  it('include a refund only while some item can be refunded', () => {
    expect(
      getOrderActions({ ...standing, order_status: 'completed' }, bought(0), now),
    ).not.toContain('refund');
    expect(
      getOrderActions(
        { ...standing, order_status: 'completed' },
        [...bought(0), ...bought(30)],
        later(20 * 86_400_000),
      ),
    ).toContain('refund');
  });
});

it('an order code is the time in Shanghai and six digits', () => {
  expect(newOrderCode(new Date('2026-12-31T16:00:05Z'))).toMatch(/^20270101000005\d{6}$/);
});

describe('the shares of a package', () => {
  it('assign the remainder to the largest fractions', () => {
    expect(splitInProportion(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(splitInProportion(12_800, [1990, 3900, 3900, 8800])).toEqual([1370, 2686, 2685, 6059]);
    expect(splitInProportion(5, [0, 0])).toEqual([3, 2]);
    expect(splitInProportion(6800, [0, 2990, 1290, 5900])[0]).toBe(0);
    expect(splitInProportion(0, [3, 4])).toEqual([0, 0]);
    expect(splitInProportion(7, [])).toEqual([]);
  });

  it('add up to its price whatever the courses cost, are never negative, and keep their order', () => {
    fc.assert(
      fc.property(
        fc.nat(2_000_000_000),
        fc.array(fc.nat(2_000_000_000), { minLength: 1, maxLength: 30 }),
        (total, weights) => {
          const shares = splitInProportion(total, weights);
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
          expect(shares.every((share) => Number.isInteger(share) && share >= 0)).toBe(true);
          for (const [index, weight] of weights.entries())
            for (const [other, less] of weights.entries())
              if (weight > less) expect(shares[index]).toBeGreaterThanOrEqual(shares[other]!);
        },
      ),
    );
  });

  it('are deducted for owned courses: none owned costs the full price, all owned nothing', () => {
    const courses = [
      { content_id: 'a', price_fen: 3000 },
      { content_id: 'b', price_fen: 1000 },
    ];
    expect(packagePrice(2000, courses, new Set())).toEqual({ saved_fen: 0, pay_fen: 2000 });
    expect(packagePrice(2000, courses, new Set(['b']))).toEqual({ saved_fen: 500, pay_fen: 1500 });
    expect(packagePrice(2000, courses, new Set(['a', 'b', 'c']))).toEqual({
      saved_fen: 2000,
      pay_fen: 0,
    });
  });

  it.each([
    ['enrolled', [undefined, { learn_status: 'enrolled', progress: 0 }], 0],
    ['studying', [undefined, { learn_status: 'completed', progress: 100 }], 50],
    ['completed', [{ learn_status: 'completed', progress: 100 }], 100],
    [
      'expired',
      [
        { learn_status: 'expired', progress: 40 },
        { learn_status: 'completed', progress: 100 },
      ],
      70,
    ],
    ['enrolled', [], 0],
  ] as const)('stands as %s', (learnStatus, courses, progress) => {
    expect(packageStanding(courses)).toEqual({ learn_status: learnStatus, progress });
  });
});

describe('items bought together', () => {
  const now = new Date('2026-06-15T02:00:00Z');
  const buyer = {
    level: 'A',
    series_code: '04',
    area_id: '330106',
    unit_ids: [],
    verified: ['level' as const],
  };
  const purchasable = (
    contentId: string,
    priceFen: number,
    more: {
      type?: string;
      courses?: [string, number][];
      status?: string;
      shown?: boolean;
      levels?: string[];
    } = {},
  ) =>
    ({
      content: {
        content_id: contentId,
        content_type: more.type ?? 'C',
        price_fen: priceFen,
        status: more.status ?? 'on',
        start_at: new Date(0),
        end_at: new Date('2027-01-01'),
        apply_scope: { levels: more.levels ?? [] },
      },
      shown: more.shown ?? true,
      readiness: [],
      courses: (more.courses ?? [[contentId, priceFen]]).map(([id, fen]) => ({
        content_id: id,
        price_fen: fen,
        required: 'Y',
      })),
    }) as unknown as Purchasable;
  const judged = (purchasables: Purchasable[], owned: string[] = []) =>
    evaluateOffers(purchasables, buyer, new Set(owned), now).map(
      ({ purchasable: { content }, state, pay_fen }) => [content.content_id, state, pay_fen],
    );

  it('are not paid for twice: neither next to a package nor in a second one', () => {
    const [a, b] = [purchasable('a', 3000), purchasable('b', 1000)];
    const one = purchasable('P1', 2000, {
      type: 'P',
      courses: [
        ['a', 3000],
        ['b', 1000],
      ],
    });
    const two = purchasable('P2', 3000, {
      type: 'P',
      courses: [
        ['b', 1000],
        ['c', 2000],
      ],
    });
    expect(judged([a, one, b])).toEqual([
      ['a', 'in_package', 3000],
      ['P1', 'ok', 2000],
      ['b', 'in_package', 1000],
    ]);
    expect(judged([one, two])).toEqual([
      ['P1', 'ok', 2000],
      ['P2', 'ok', 2000],
    ]);
    expect(judged([one], ['b'])).toEqual([['P1', 'ok', 1500]]);
  });

  it('are owned, off the shelf or out of scope, checked in this order', () => {
    expect(judged([purchasable('a', 1, { status: 'off' })], ['a'])).toEqual([['a', 'owned', 1]]);
    expect(
      judged(
        [
          purchasable('P', 2, {
            type: 'P',
            courses: [
              ['a', 1],
              ['b', 1],
            ],
          }),
        ],
        ['a', 'b'],
      ),
    ).toEqual([['P', 'owned', 0]]);
    expect(judged([purchasable('a', 1, { status: 'off', levels: ['C'] })])).toEqual([
      ['a', 'off_shelf', 1],
    ]);
    expect(judged([purchasable('a', 1, { shown: false })])).toEqual([['a', 'off_shelf', 1]]);
    expect(judged([purchasable('a', 1, { levels: ['C'] })])).toEqual([['a', 'not_for_you', 1]]);
    const off = purchasable('P', 2, { type: 'P', courses: [['a', 1]], status: 'off' });
    expect(judged([off, purchasable('a', 1)])).toEqual([
      ['P', 'off_shelf', 2],
      ['a', 'ok', 1],
    ]);
  });
});

import { createHash } from 'node:crypto';
import { formatTime } from '../platform/http/format-time.ts';
import { courses } from '@cme/sample/courses';
import { courseId, sampleId } from '@cme/sample/ids';
import { toMoment } from '@cme/sample/moments';
import { packages } from '@cme/sample/packages';
import type { When } from '@cme/sample/shapes';

type Status =
  | 'pending'
  | 'paid'
  | 'completed'
  | 'closed'
  | 'refunding'
  | 'partial_refunded'
  | 'refunded';

/** An order in the source: item keys, and which of them were refunded. */
interface Draft {
  key: string;
  who: 'nurse' | 'physician';
  things: string;
  status: Status;
  at: When;
  channel?: 'wx_native' | 'ali_page' | 'offline';
  reason?: 'canceled' | 'timeout';
  late?: true;
  returned?: string;
  /** A failed delivery that needs staff. */
  stuck?: true;
}

const drafts: Draft[] = [
  {
    key: 'nurse-open',
    who: 'nurse',
    things: 'hip-fracture',
    status: 'pending',
    at: { daysAgo: 0, minutes: 5 },
  },
  {
    key: 'nurse-iv',
    who: 'nurse',
    things: 'iv-therapy',
    status: 'completed',
    at: { daysAgo: 34 },
    channel: 'wx_native',
  },
  {
    key: 'nurse-wound',
    who: 'nurse',
    things: 'wound-nurse',
    status: 'completed',
    at: { daysAgo: 2 },
    channel: 'ali_page',
  },
  {
    key: 'nurse-late',
    who: 'nurse',
    things: 'elder-assessment',
    status: 'closed',
    at: { daysAgo: 12 },
    reason: 'timeout',
  },
  {
    key: 'nurse-canceled',
    who: 'nurse',
    things: 'lab-biosafety food-safety',
    status: 'closed',
    at: { daysAgo: 26 },
    reason: 'canceled',
  },
  {
    key: 'nurse-refunding',
    who: 'nurse',
    things: 'tcm-wellness',
    status: 'refunding',
    at: { daysAgo: 3 },
    channel: 'wx_native',
  },
  {
    key: 'nurse-part',
    who: 'nurse',
    things: 'health-communication illustration',
    status: 'partial_refunded',
    at: { daysAgo: 45 },
    channel: 'wx_native',
    returned: 'illustration',
  },
  {
    key: 'nurse-refunded',
    who: 'nurse',
    things: 'social-work',
    status: 'refunded',
    at: { daysAgo: 52 },
    channel: 'ali_page',
    returned: 'social-work',
  },
  {
    key: 'physician-first',
    who: 'physician',
    things: 'diabetes heart-failure',
    status: 'completed',
    at: { daysAgo: 300 },
    channel: 'wx_native',
  },
  {
    key: 'physician-unit',
    who: 'physician',
    things: 'stroke eras chest-ct',
    status: 'completed',
    at: { daysAgo: 210 },
    channel: 'offline',
  },
  {
    key: 'physician-late',
    who: 'physician',
    things: 'airway',
    status: 'completed',
    at: { daysAgo: 5 },
    channel: 'wx_native',
    late: true,
  },
  {
    key: 'physician-stuck',
    who: 'physician',
    things: 'ckd',
    status: 'paid',
    at: { daysAgo: 1 },
    channel: 'wx_native',
    stuck: true,
  },
  {
    key: 'physician-closed',
    who: 'physician',
    things: 'drg',
    status: 'closed',
    at: { daysAgo: 9 },
    reason: 'timeout',
  },
];

const minutes = (at: Date, count: number) => new Date(at.getTime() + count * 60_000);
const purchasables = new Map(
  [...courses.filter(({ site }) => site === 'main'), ...packages].map((purchasable) => [
    purchasable.key,
    purchasable,
  ]),
);
const orderItemId = (key: string, purchasable: string): string =>
  sampleId('order_item', key, purchasable);
export const tradeNo = (key: string): string => sampleId('trade', key);

/** The sample orders relative to `now`; ids depend on their keys alone, order codes also on their
 * time. */
export function sampleOrders(now: Date) {
  return drafts.map((draft) => {
    const created_at = toMoment(draft.at, now);
    const tail =
      Number.parseInt(createHash('sha256').update(draft.key).digest('hex').slice(0, 8), 16) %
      1_000_000;
    const order_code = formatTime(created_at).replaceAll(/\D/g, '') + String(tail).padStart(6, '0');
    const items = createItems(draft, order_code, created_at);
    const sum = (field: 'price_fen' | 'saved_fen' | 'pay_fen' | 'refunded_fen') =>
      items.reduce((total, item) => total + item[field], 0);
    const isPaid = draft.channel !== undefined;
    const title = items[0]?.snapshot.title ?? '';
    const paid_at = isPaid ? minutes(created_at, draft.late ? 34 : 2) : null;
    return {
      key: draft.key,
      order: {
        order_code,
        user_id: sampleId('user', draft.who),
        subject: items.length > 1 ? `${title}等${items.length}项` : title,
        item_count: items.length,
        total_fen: sum('price_fen'),
        discount_fen: sum('saved_fen'),
        pay_fen: sum('pay_fen'),
        paid_fen: isPaid ? sum('pay_fen') : 0,
        refunded_fen: sum('refunded_fen'),
        order_status: draft.status,
        status_before: draft.status === 'refunding' ? ('completed' as const) : ('' as const),
        close_reason: draft.reason ?? ('' as const),
        source: 'pc' as const,
        channel: draft.channel ?? '',
        trade_no: isPaid ? tradeNo(draft.key) : '',
        created_at,
        // The open one does not expire for a day, so that it can be viewed.
        expire_at: minutes(created_at, draft.status === 'pending' ? 1445 : 30),
        paid_at,
        completed_at: isPaid && !draft.stuck ? paid_at : null,
        closed_at: draft.reason ? minutes(created_at, draft.reason === 'timeout' ? 30 : 6) : null,
        late_paid: draft.late ? ('Y' as const) : ('N' as const),
      },
      items,
    };
  });
}

function createItems(
  { key, things: names, returned, status, stuck, channel }: Draft,
  orderCode: string,
  at: Date,
) {
  return names.split(' ').map((name, sort) => {
    const purchasable = purchasables.get(name);
    if (!purchasable) throw new Error(`the sample has no ${name} to buy`);
    const isReturned = returned?.split(' ').includes(name) === true;
    const { title, cover, hours, credits, study_days, refund_days, price_fen, content_type } =
      purchasable;
    const delivered = channel !== undefined && !stuck;
    return {
      order_item_id: orderItemId(key, name),
      order_code: orderCode,
      content_type,
      content_id: purchasable.id,
      snapshot: { title, cover, hours, credits, study_days, refund_days },
      courses: 'courses' in purchasable ? purchasable.courses : [courseId('main', name)],
      price_fen,
      saved_fen: 0,
      pay_fen: price_fen,
      refunded_fen: isReturned ? price_fen : 0,
      deliver_status: isReturned
        ? ('revoked' as const)
        : stuck
          ? ('failed' as const)
          : status === 'pending' || !delivered
            ? ('waiting' as const)
            : ('done' as const),
      deliver_tries: stuck ? 5 : 0,
      delivered_at: delivered ? minutes(at, 2) : null,
      sort,
    };
  });
}

export type SampleOrder = ReturnType<typeof sampleOrders>[number];

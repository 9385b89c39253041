import type { AccountClosing, closeAccount } from '@cme/contract/person';
import { sql } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import type { CallRequest } from '../../platform/http/answer.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatMinute, formatTime } from '../../platform/http/format-time.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { proveSelf } from '../../person/identity/step-up/step-up.ts';
import type { Keys } from '../../person/identity/secret.rules.ts';
import { endOtherSessions } from '../../person/identity/session/device.store.ts';
import { insertMessages } from '../../person/message/message.store.ts';
import { type ClosingRow, endClosing, insertClosing, openClosing } from './personal-data.store.ts';
import { personalTables } from './register.rules.ts';

/** Cooling-off period in days. */
const coolingDays = 7;
const day = 86_400_000;

/** What prevents closing an account, with the query that finds it. */
const blockers: readonly (readonly [text: string, found: string])[] = [
  [
    '您是工作人员，请先由管理员收回角色',
    `select 1 from "user" where user_id = :user and roles <> array['learner']`,
  ],
  ['您是单位管理员，请先移交管理', 'select 1 from unit_admin where user_id = :user'],
  [
    '有待付款、待交付或退款中的订单',
    `select 1 from "order" where user_id = :user and order_status in ('pending', 'paid', 'refunding')`,
  ],
  [
    '有处理中的退款',
    `select 1 from refund where user_id = :user and refund_status in ('pending', 'approved', 'processing', 'failed')`,
  ],
  [
    '有开票中的发票',
    `select 1 from invoice where user_id = :user and invoice_status in ('applied', 'issuing')`,
  ],
  [
    '有进行中的考试',
    `select 1 from exam_attempt where user_id = :user and attempt_status = 'in_progress'`,
  ],
  [
    '有审核中的学分申报',
    `select 1 from declare where user_id = :user and declare_status in ('submitted', 'unit_passed', 'approved')`,
  ],
];

export async function readClosingBlockers(db: Db, userId: string): Promise<string[]> {
  const found: string[] = [];
  for (const [text, query] of blockers) {
    const parts = query.split(':user').map((part) => sql.raw(part));
    const { rows } = await db.execute(sql`${sql.join(parts, sql`${userId}`)} limit 1`);
    if (rows.length > 0) found.push(text);
  }
  return found;
}

const tables = Object.values(personalTables);
const deleted = tables
  .filter(({ onClosing, isInternal }) => onClosing === 'delete' && !isInternal)
  .map(({ name }) => ({ name, text: '' }));
const kept = tables
  .filter(({ onClosing }) => onClosing === 'keep')
  .map(({ name, kept: text }) => ({ name, text }));

export async function readClosing(db: Db, userId: string): Promise<AccountClosing> {
  const open = await openClosing(db, userId);
  return {
    status: open ? 'waiting' : 'none',
    requested_at: open ? formatTime(open.requested_at) : '',
    close_at: open ? formatTime(open.close_at) : '',
    cooling_days: coolingDays,
    blockers: await readClosingBlockers(db, userId),
    deleted,
    kept,
  };
}

const entry = (userId: string, from: string, to: string, at: Date) => ({
  entity: 'account_closing',
  entity_id: userId,
  from,
  to,
  actor_type: 'learner' as const,
  actor_id: userId,
  at,
});

export async function requestClosing(callRequest: CallRequest<typeof closeAccount>, keys: Keys) {
  const { db, context, session } = callRequest;
  const spendProof = await proveSelf(callRequest, keys);
  const now = context.now();
  return db.transaction(async (tx) => {
    const { user_id, site_id } = await spendProof(tx);
    if (await openClosing(tx, user_id)) return readClosing(tx, user_id);
    const [blocker] = await readClosingBlockers(tx, user_id);
    if (blocker) throw new RefusalError(400, `暂不能注销：${blocker}`, 'closing_blocked');
    const close_at = new Date(now.getTime() + coolingDays * day);
    await insertClosing(tx, {
      closing_id: ulid(now.getTime()),
      site_id,
      user_id,
      requested_at: now,
      close_at,
    });
    await endOtherSessions(tx, now, user_id, session.session_id, 'account_closing');
    await logState(tx, entry(user_id, 'normal', 'closing', now));
    await insertMessages(tx, [
      {
        id: ulid(now.getTime()),
        site_id,
        user_id,
        kind: 'system',
        title: '账号注销申请已提交',
        text: `您的账号将于${formatMinute(close_at)}注销。在此之前可以到“账号设置-注销账号”撤销申请。如非本人操作，请立即撤销并修改密码。`,
        link_type: 'setting',
        created_at: now,
      },
    ]);
    return readClosing(tx, user_id);
  });
}

export function cancelClosing({ db, now }: AppContext, userId: string): Promise<AccountClosing> {
  return db.transaction(async (tx) => {
    const open: ClosingRow | undefined = await openClosing(tx, userId);
    if (open && (await endClosing(tx, open.closing_id, 'cancelled', now())))
      await logState(tx, entry(userId, 'closing', 'normal', now()));
    return readClosing(tx, userId);
  });
}

import { createHash } from 'node:crypto';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { payAudit } from './trade/pay.tables.ts';

export interface Incident {
  gateway: string;
  /** `forged`, `unknown_trade`, `pay_amount`, `pay_order`, `gone`, `duplicate`, `sandbox`. */
  event: string;
  reason: string;
  trade_no?: string;
  address?: string;
  body?: Buffer;
}

/** Appends an entry to the payment audit log. */
export async function recordIncident(db: Db, at: Date, { body, ...row }: Incident): Promise<void> {
  await db.insert(payAudit).values({
    ...row,
    id: ulid(at.getTime()),
    reason: row.reason.slice(0, 200),
    digest: body ? createHash('sha256').update(body).digest('hex') : '',
    at,
  });
}

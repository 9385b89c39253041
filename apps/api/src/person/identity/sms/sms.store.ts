import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { type EarlierCode, smsCode } from '../identity.tables.ts';
import { isSame, type Keys, keyedHash } from '../secret.rules.ts';
import { smsLimits } from './sms.rules.ts';

/** Context of a code: it is invalid for another site, scene or number. */
export interface CodeScope {
  site_id: string;
  scene: string;
  mobile_hash: string;
}

const hashCode = (keys: Keys, { site_id, scene, mobile_hash }: CodeScope, code: string) =>
  keyedHash(keys.sms, site_id, scene, mobile_hash, code);
const isScene = ({ site_id, scene, mobile_hash }: CodeScope) =>
  and(eq(smsCode.site_id, site_id), eq(smsCode.scene, scene), eq(smsCode.mobile_hash, mobile_hash));

/** Valid codes, newest first. A newer code leaves earlier ones valid, so that a stranger who
 * requests one invalidates none. */
async function liveCodes(db: Db, now: Date, scene: CodeScope): Promise<EarlierCode[]> {
  const [row] = await db.select().from(smsCode).where(isScene(scene));
  if (!row || row.used) return [];
  const newest = {
    code_hash: row.code_hash,
    device: row.device,
    sent_at: row.sent_at.getTime(),
    expires_at: row.expires_at.getTime(),
  };
  return [newest, ...row.earlier].filter(({ expires_at }) => expires_at > now.getTime());
}

export interface NewCode {
  code: string;
  /** The requesting browser; empty if unknown. */
  device: string;
  /** In seconds. */
  life: number;
}

/** Adds a code. Requires the SMS lock of the number. */
export async function saveCode(
  tx: Db,
  now: Date,
  keys: Keys,
  scene: CodeScope,
  { code, device, life }: NewCode,
): Promise<void> {
  const earlier = (await liveCodes(tx, now, scene)).slice(0, smsLimits.alive - 1);
  const newCode = {
    code_hash: hashCode(keys, scene, code),
    device,
    earlier,
    tries: 0,
    used: false,
    sent_at: now,
    expires_at: new Date(now.getTime() + life * 1000),
  };
  const { site_id, scene: name, mobile_hash } = scene;
  await tx
    .insert(smsCode)
    .values({ site_id, scene: name, mobile_hash, ...newCode })
    .onConflictDoUpdate({
      target: [smsCode.site_id, smsCode.scene, smsCode.mobile_hash],
      set: newCode,
    });
}

/** When this browser requested its newest valid code. */
export async function askedAt(
  db: Db,
  now: Date,
  scene: CodeScope,
  device: string,
): Promise<Date | undefined> {
  if (!device) return undefined;
  const ownCode = (await liveCodes(db, now, scene)).find((code) => code.device === device);
  return ownCode && new Date(ownCode.sent_at);
}

/** Whether this code was sent; it stays valid until it is consumed. */
export async function isRightCode(
  db: Db,
  now: Date,
  keys: Keys,
  scene: CodeScope,
  code: string,
): Promise<boolean> {
  const hash = hashCode(keys, scene, code);
  return (await liveCodes(db, now, scene)).some(({ code_hash }) => isSame(code_hash, hash));
}

/** Consumes the codes in the transaction of the operation; true for one caller only. */
export async function spendCode(
  db: Db,
  keys: Keys,
  scene: CodeScope,
  code: string,
): Promise<boolean> {
  const hash = hashCode(keys, scene, code);
  const isSent = sql`(${smsCode.code_hash} = ${hash} or ${smsCode.earlier} @> ${JSON.stringify([{ code_hash: hash }])}::jsonb)`;
  const rows = await db
    .update(smsCode)
    .set({ used: true })
    .where(and(isScene(scene), eq(smsCode.used, false), isSent))
    .returning({ scene: smsCode.scene });
  return rows.length === 1;
}

/** An earlier code may expire later than the newest one. */
export async function sweepCodes(db: Db, now: Date): Promise<void> {
  await db
    .delete(smsCode)
    .where(lt(smsCode.expires_at, new Date(now.getTime() - smsLimits.longest * 1000)));
}

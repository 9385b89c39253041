import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../../database.ts';
import { smsCode } from './identity.tables.ts';
import { isSame, type Keys, keyedHash } from './secret.rules.ts';

export const smsLimits = { expire: 300, interval: 60, tries: 5, perDay: 10, fromAddressPerHour: 200 };

/** What a code is bound to: it opens nothing for another site, scene or number. */
export interface Scene {
  site_id: string;
  scene: string;
  mobile_hash: string;
}

const hashOf = (keys: Keys, { site_id, scene, mobile_hash }: Scene, code: string) => keyedHash(keys.sms, site_id, scene, mobile_hash, code);
const isScene = ({ site_id, scene, mobile_hash }: Scene) =>
  and(eq(smsCode.site_id, site_id), eq(smsCode.scene, scene), eq(smsCode.mobile_hash, mobile_hash));

/** Puts a new code in the place of the one before. */
export async function saveCode(tx: Db, now: Date, keys: Keys, scene: Scene, code: string): Promise<void> {
  const fresh = { code_hash: hashOf(keys, scene, code), tries: 0, used: false, sent_at: now, expires_at: new Date(now.getTime() + smsLimits.expire * 1000) };
  const { site_id, scene: name, mobile_hash } = scene;
  await tx
    .insert(smsCode)
    .values({ site_id, scene: name, mobile_hash, ...fresh })
    .onConflictDoUpdate({ target: [smsCode.site_id, smsCode.scene, smsCode.mobile_hash], set: fresh });
}

/** Counts a try and says whether it was right; the code stays usable until it is spent. */
export async function checkCode(db: Db, now: Date, keys: Keys, scene: Scene, code: string): Promise<boolean> {
  const [row] = await db
    .update(smsCode)
    .set({ tries: sql`${smsCode.tries} + 1` })
    .where(and(isScene(scene), eq(smsCode.used, false), lt(smsCode.tries, smsLimits.tries), gt(smsCode.expires_at, now)))
    .returning({ code_hash: smsCode.code_hash });
  return isSame(row?.code_hash ?? '', hashOf(keys, scene, code));
}

/** Uses the code up, together with what it was for: true for one caller only. */
export async function spendCode(tx: Db, keys: Keys, scene: Scene, code: string): Promise<boolean> {
  const rows = await tx
    .update(smsCode)
    .set({ used: true })
    .where(and(isScene(scene), eq(smsCode.used, false), eq(smsCode.code_hash, hashOf(keys, scene, code))))
    .returning({ scene: smsCode.scene });
  return rows.length === 1;
}

export async function sweepCodes(db: Db, now: Date): Promise<void> {
  await db.delete(smsCode).where(lt(smsCode.expires_at, now));
}

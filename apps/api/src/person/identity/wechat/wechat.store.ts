import type { WechatWay } from '@cme/contract/person';
import { and, asc, eq, gt, inArray, lt } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { newSecret, secretHash } from '../secret.rules.ts';
import { wechatBinding, wechatIdentity, type WechatIdKind, wechatState } from './wechat.tables.ts';

const lifeMs = 600_000;
const end = (now: Date) => new Date(now.getTime() + lifeMs);

/** A browser on a site. */
export interface Browser {
  site_id: string;
  device: string;
}

/** A stored WeChat identity: hashes of its ids. */
export interface WechatIds {
  way: WechatWay;
  id_hash: string;
  /** Empty if WeChat does not return it. */
  union_hash: string;
}

/** What a state is for: signing in, or binding in this session. */
export interface StatePurpose {
  way: WechatWay;
  /** Empty: signing in. */
  session_id: string;
}

/** The state returned with the code, valid for this browser and purpose only. */
export async function newState(
  db: Db,
  { site_id, device }: Browser,
  { way, session_id }: StatePurpose,
  now: Date,
): Promise<string> {
  const state = newSecret();
  await db
    .insert(wechatState)
    .values({ hash: secretHash(state), site_id, device, way, session_id, expires_at: end(now) });
  return state;
}

/** Consumes the state and returns the method that this browser used. */
export async function spendState(
  db: Db,
  { site_id, device }: Browser,
  { state, session_id }: { state: string; session_id: string },
  now: Date,
): Promise<WechatWay | undefined> {
  const [row] = await db
    .delete(wechatState)
    .where(
      and(
        eq(wechatState.hash, secretHash(state)),
        eq(wechatState.site_id, site_id),
        eq(wechatState.device, device),
        eq(wechatState.session_id, session_id),
        gt(wechatState.expires_at, now),
      ),
    )
    .returning({ way: wechatState.way });
  return row?.way;
}

export async function newBinding(
  db: Db,
  { site_id, device }: Browser,
  { way, id_hash, union_hash }: WechatIds,
  now: Date,
): Promise<string> {
  const ticket = newSecret();
  await db.insert(wechatBinding).values({
    hash: secretHash(ticket),
    site_id,
    device,
    way,
    id_hash,
    union_hash,
    expires_at: end(now),
  });
  return ticket;
}

/** The person of this browser has just authenticated in this session: only it may use the tickets
 * issued before. */
export async function assignBindings(
  tx: Db,
  { site_id, device }: Browser,
  sessionId: string,
): Promise<void> {
  if (device)
    await tx
      .update(wechatBinding)
      .set({ session_id: sessionId })
      .where(
        and(
          eq(wechatBinding.site_id, site_id),
          eq(wechatBinding.device, device),
          eq(wechatBinding.session_id, ''),
        ),
      );
}

/** Consumes the ticket of this browser and session and returns its identity. */
export async function spendBinding(
  tx: Db,
  { site_id, device }: Browser,
  { ticket, session_id }: { ticket: string; session_id: string },
  now: Date,
): Promise<WechatIds | undefined> {
  const [row] = await tx
    .delete(wechatBinding)
    .where(
      and(
        eq(wechatBinding.hash, secretHash(ticket)),
        eq(wechatBinding.site_id, site_id),
        eq(wechatBinding.device, device),
        eq(wechatBinding.session_id, session_id),
        gt(wechatBinding.expires_at, now),
      ),
    )
    .returning();
  return row;
}

const getHashes = ({ id_hash, union_hash }: WechatIds) =>
  [id_hash, union_hash].filter((hash) => hash !== '');

/** The account of an identity. The app's own id takes precedence over the owner's. */
export async function findOwner(
  db: Db,
  siteId: string,
  ids: WechatIds,
): Promise<string | undefined> {
  const rows = await db
    .select()
    .from(wechatIdentity)
    .where(
      and(eq(wechatIdentity.site_id, siteId), inArray(wechatIdentity.id_hash, getHashes(ids))),
    );
  return (rows.find(({ kind }) => kind === ids.way) ?? rows[0])?.user_id;
}

/** Binds an identity to an account: `same` if it was bound to it already, `taken` if it or a part of it is bound to another account,
 * `other` if another identity is bound to this one. */
export async function bindIdentity(
  tx: Db,
  siteId: string,
  userId: string,
  ids: WechatIds,
  now: Date,
): Promise<'bound' | 'same' | 'taken' | 'other'> {
  const parts: [WechatIdKind, string][] = [
    [ids.way, ids.id_hash],
    ['union', ids.union_hash],
  ];
  const rows = parts
    .filter(([, idHash]) => idHash !== '')
    .map(([kind, idHash]) => ({
      site_id: siteId,
      id_hash: idHash,
      kind,
      user_id: userId,
      created_at: now,
    }));
  const added = await tx
    .insert(wechatIdentity)
    .values(rows)
    .onConflictDoNothing()
    .returning({ kind: wechatIdentity.kind });
  const binding = await tx
    .select()
    .from(wechatIdentity)
    .where(
      and(eq(wechatIdentity.site_id, siteId), inArray(wechatIdentity.id_hash, getHashes(ids))),
    );
  if (binding.some((row) => row.user_id !== userId)) return 'taken';
  if (binding.length < rows.length) return 'other';
  return added.length > 0 ? 'bound' : 'same';
}

/** When the account was bound, or undefined if it is not. */
export async function boundAt(db: Db, userId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: wechatIdentity.created_at })
    .from(wechatIdentity)
    .where(eq(wechatIdentity.user_id, userId))
    .orderBy(asc(wechatIdentity.created_at))
    .limit(1);
  return row?.at;
}

export const isBound = async (db: Db, userId: string) => (await boundAt(db, userId)) !== undefined;

export async function unbind(tx: Db, userId: string): Promise<boolean> {
  const rows = await tx
    .delete(wechatIdentity)
    .where(eq(wechatIdentity.user_id, userId))
    .returning({ kind: wechatIdentity.kind });
  return rows.length > 0;
}

export async function sweepWechat(db: Db, now: Date): Promise<void> {
  await db.delete(wechatState).where(lt(wechatState.expires_at, now));
  await db.delete(wechatBinding).where(lt(wechatBinding.expires_at, now));
}

import { networkOf } from '@cme/contract/site/network';
import type { FastifyRequest } from 'fastify';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { clientNetwork } from '../../../platform/http/call-limits.ts';
import { loginLog, userDevice } from '../identity.tables.ts';
import { deviceCookie } from '../session/origin.rules.ts';
import { isSecret, secretHash } from '../secret.rules.ts';

const knownForMs = 180 * 86_400_000;

/** The client of a sign-in attempt. Known devices and networks have their own budget, which
 * strangers cannot exhaust; others share that of their network. */
export interface Asker {
  network: string;
  /** Hash of this browser's device secret; empty without one. */
  device: string;
  /** Key of the budget. */
  part: string;
  isKnown: boolean;
}

export async function identifyAsker(
  db: Db,
  now: Date,
  request: FastifyRequest,
  account: string,
): Promise<Asker> {
  const network = clientNetwork(request);
  const device = hashDevice(request);
  const since = new Date(now.getTime() - knownForMs);
  if (device && (await isKnownDevice(db, since, account, device)))
    return { network, device, part: `device:${device}`, isKnown: true };
  if (await isKnownNetwork(db, since, account, network))
    return { network, device, part: `known:${network}`, isKnown: true };
  return { network, device, part: network, isKnown: false };
}

function hashDevice(request: FastifyRequest): string {
  const secret = request.cookies[deviceCookie];
  return isSecret(secret) ? secretHash(secret) : '';
}

async function isKnownDevice(
  db: Db,
  since: Date,
  account: string,
  device: string,
): Promise<boolean> {
  const rows = await db
    .select({ device: userDevice.device })
    .from(userDevice)
    .where(
      and(
        eq(userDevice.account_hash, account),
        eq(userDevice.device, device),
        gt(userDevice.seen_at, since),
      ),
    );
  return rows.length > 0;
}

async function isKnownNetwork(
  db: Db,
  since: Date,
  account: string,
  network: string,
): Promise<boolean> {
  const rows = await db
    .selectDistinct({ address: loginLog.address })
    .from(loginLog)
    .where(
      and(eq(loginLog.account_hash, account), eq(loginLog.result, 'ok'), gt(loginLog.at, since)),
    );
  return rows.some(({ address }) => networkOf(address) === network);
}

/** Marks this browser as known for the account. */
export async function rememberDevice(
  tx: Db,
  now: Date,
  account: string,
  device: string,
): Promise<void> {
  if (!device) return;
  await tx
    .insert(userDevice)
    .values({ account_hash: account, device, created_at: now, seen_at: now })
    .onConflictDoUpdate({
      target: [userDevice.account_hash, userDevice.device],
      set: { seen_at: now },
    });
}

/** Forgets all known browsers, as after a password reset. */
export async function forgetDevices(tx: Db, account: string): Promise<void> {
  await tx.delete(userDevice).where(eq(userDevice.account_hash, account));
}

export async function sweepDevices(db: Db, before: Date): Promise<void> {
  await db.delete(userDevice).where(lt(userDevice.seen_at, before));
}

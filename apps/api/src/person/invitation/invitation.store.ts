import { maskMobile } from '@cme/contract/base';
import { randomInt } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, ne, type InferSelectModel } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { mobileHash, mobileHashes } from '../identity/number.rules.ts';

import { type Keys, keyedHash } from '../identity/secret.rules.ts';
import { staffInvitation } from './invitation.tables.ts';

export type Invitation = InferSelectModel<typeof staffInvitation>;

/** How long the one-time code is valid. */
export const invitationHours = 24;
const lifeMs = invitationHours * 3_600_000;

/** No letters and digits that look alike; 20 of them are 98 bits. */
const signs = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const newCode = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => signs[randomInt(signs.length)]).join(''),
  ).join('-');

const hashCode = (keys: Keys, invitationId: string, code: string): string =>
  keyedHash(keys.factor, 'invitation', invitationId, code.toUpperCase().replace(/[\s-]/g, ''));

interface NewInvitation {
  site_id: string;
  mobile: string;
  role: string;
  given_by: string;
}

/** An invitation that has no code yet. */
export async function insertInvitation(
  db: Db,
  keys: Keys,
  now: Date,
  { mobile, ...invitation }: NewInvitation,
): Promise<Invitation> {
  const [row] = await db
    .insert(staffInvitation)
    .values({
      ...invitation,
      invitation_id: ulid(now.getTime()),
      mobile_hash: mobileHash(keys, invitation.site_id, mobile),
      mobile_masked: maskMobile(mobile),
      created_at: now,
      expire_at: new Date(now.getTime() + lifeMs),
    })
    .returning();
  if (!row) throw new Error('an inserted invitation was not returned');
  return row;
}

/** Gives an invitation its code, which is shown this once and replaces an earlier one. */
export async function giveCode(
  db: Db,
  keys: Keys,
  now: Date,
  invitationId: string,
): Promise<string> {
  const code = newCode();
  await db
    .update(staffInvitation)
    .set({
      code_hash: hashCode(keys, invitationId, code),
      expire_at: new Date(now.getTime() + lifeMs),
    })
    .where(eq(staffInvitation.invitation_id, invitationId));
  return code;
}

export async function findInvitation(db: Db, id: string): Promise<Invitation | undefined> {
  const [row] = await db
    .select()
    .from(staffInvitation)
    .where(eq(staffInvitation.invitation_id, id));
  return row;
}

/** Valid invitations of a number, newest first. */
export const readInvitations = (
  db: Db,
  keys: Keys,
  now: Date,
  { site_id, mobile }: { site_id: string; mobile: string },
): Promise<Invitation[]> =>
  db
    .select()
    .from(staffInvitation)
    .where(
      and(
        eq(staffInvitation.site_id, site_id),
        inArray(staffInvitation.mobile_hash, mobileHashes(keys, site_id, mobile)),
        ne(staffInvitation.code_hash, ''),
        isNull(staffInvitation.used_at),
        gt(staffInvitation.expire_at, now),
      ),
    )
    .orderBy(desc(staffInvitation.created_at));

interface Acceptance {
  site_id: string;
  user_id: string;
  mobile: string;
  code: string;
}

/** Consumes the invitation to which a code belongs; nothing if there is none. Of two at once, one
 * succeeds. */
export async function acceptInvitation(
  tx: Db,
  keys: Keys,
  now: Date,
  { user_id, code, ...number }: Acceptance,
): Promise<Invitation | undefined> {
  const open = await readInvitations(tx, keys, now, number);
  const found = open.find(
    ({ invitation_id, code_hash }) => code_hash === hashCode(keys, invitation_id, code),
  );
  if (!found) return undefined;
  const [row] = await tx
    .update(staffInvitation)
    .set({ used_at: now, user_id })
    .where(
      and(
        eq(staffInvitation.invitation_id, found.invitation_id),
        eq(staffInvitation.code_hash, found.code_hash),
        isNull(staffInvitation.used_at),
      ),
    )
    .returning();
  return row;
}

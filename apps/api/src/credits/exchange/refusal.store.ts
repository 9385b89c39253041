import { and, desc, eq, inArray, type InferSelectModel, isNotNull, or } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { AuditStep } from '@cme/contract/credits';
import type { Db } from '../../platform/database/database.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { accountsOfPerson } from '../../person/identity/former-account.store.ts';
import type { Declaration, Kind } from './exchange.store.ts';
import { declare, declareRefusal } from './exchange.tables.ts';
import { isPerhapsSameNumber, isSameActivity, numberKey } from './same-activity.rules.ts';

const toYear = (at: Date): number => Number(formatDay(at).slice(0, 4));

export type DeclareRefusal = InferSelectModel<typeof declareRefusal>;

/** Records a refusal with the activity as it was declared. */
export async function insertRefusal(
  tx: Db,
  row: Declaration,
  refusal: Pick<DeclareRefusal, 'decision' | 'reason' | 'refused_by' | 'at'> & { step: AuditStep },
): Promise<void> {
  const { site_id, declare_no, user_id, year, kind_code, activity_no, activity_name } = row;
  const { start_on, end_on, unit_id, unit_name } = row;
  await tx.insert(declareRefusal).values({
    ...refusal,
    site_id,
    declare_no,
    user_id,
    year,
    kind_code,
    activity_no,
    activity_name,
    start_on,
    end_on,
    unit_id,
    unit_name,
    id: ulid(refusal.at.getTime()),
    number_key: numberKey(activity_no),
  });
}

/** Earlier declarations and refusals that concern a declaration. */
export interface Earlier {
  /** Latest first: of the person in the year, and of the same activity. */
  refusals: (DeclareRefusal & { isSame: boolean })[];
  /** Submitted by the person for the same activity, latest first. */
  declarations: Declaration[];
}

/** What was declared before by this person, under any account, and, where a number belongs to one
 * person, what others were refused for it. */
export async function readEarlier(
  db: Db,
  row: Declaration,
  numberOf: Kind['number_of'],
  now: Date,
): Promise<Earlier> {
  const accounts = await accountsOfPerson(db, row.user_id);
  const key = numberKey(row.activity_no);
  const isOthers = numberOf === 'person' && key !== '';
  const refusals = await db
    .select()
    .from(declareRefusal)
    .where(
      and(
        eq(declareRefusal.site_id, row.site_id),
        or(
          inArray(declareRefusal.user_id, accounts),
          isOthers ? eq(declareRefusal.number_key, key) : undefined,
        ),
      ),
    )
    .orderBy(desc(declareRefusal.at), desc(declareRefusal.id));
  const submitted = await db
    .select()
    .from(declare)
    .where(
      and(
        eq(declare.site_id, row.site_id),
        inArray(declare.user_id, accounts),
        isNotNull(declare.submitted_at),
      ),
    )
    .orderBy(desc(declare.submitted_at));
  const thisYear = toYear(now);
  return {
    refusals: refusals
      .filter(({ year, at }) => year === row.year || toYear(at) === thisYear)
      .filter(
        ({ user_id, activity_no }) =>
          accounts.includes(user_id) || isPerhapsSameNumber(activity_no, row.activity_no),
      )
      .map((refusal) => ({
        ...refusal,
        isSame: refusal.declare_no === row.declare_no || isSameActivity(refusal, row),
      })),
    declarations: submitted.filter(
      (other) => other.declare_no !== row.declare_no && isSameActivity(other, row),
    ),
  };
}

import type { Db } from '../../platform/database/database.ts';
import { findUser } from '../../person/identity/user.store.ts';
import { readUnitAdmins, findUnit } from '../../person/unit/unit.store.ts';
import type { Declarer } from './draft.action.ts';
import type { Declaration, Kind } from './exchange.store.ts';
import { readEarlier } from './refusal.store.ts';

/** The person's own unit, or the workplace they have typed. */
async function readOwnUnit(db: Db, { site_id, user_id }: Declarer) {
  const person = await findUser(db, user_id);
  const isInUnit = person?.unit_status === 'joined' || person?.unit_status === 'leaving';
  const unit =
    person?.unit_id && isInUnit ? await findUnit(db, site_id, person.unit_id) : undefined;
  return { unit_id: unit?.unit_id ?? '', unit_name: unit?.name ?? person?.unit_name ?? '' };
}

/** The unit that had this activity before: what it has refused or still audits stays with it, and
 * people without a unit do not get around the one that they had when they declared it. */
async function findKeepingUnit(
  db: Db,
  row: Declaration,
  numberOf: Kind['number_of'],
  hasUnit: boolean,
  now: Date,
): Promise<string> {
  const { refusals, declarations } = await readEarlier(db, row, numberOf, now);
  const refusal = refusals.find(({ isSame, step }) => isSame && step === 'unit');
  if (refusal) return refusal.unit_id;
  const had = [row, ...declarations].find(
    ({ unit_id, first_step, audit_step, submitted_at }) =>
      unit_id !== '' &&
      submitted_at !== null &&
      first_step === 'unit' &&
      (!hasUnit || audit_step === 'unit'),
  );
  return had?.unit_id ?? '';
}

/** Who audits a declaration first: the unit that had the activity before, else the person's own,
 * if another person administers it or an ancestor. Otherwise two people of the centre audit. */
export async function readFirstAudit(
  db: Db,
  declarer: Declarer,
  row: Declaration,
  numberOf: Kind['number_of'],
  now: Date,
) {
  const own = await readOwnUnit(db, declarer);
  const keepingId = await findKeepingUnit(db, row, numberOf, own.unit_id !== '', now);
  const keeping = keepingId === '' ? undefined : await findUnit(db, declarer.site_id, keepingId);
  const unit = keeping ? { unit_id: keeping.unit_id, unit_name: keeping.name } : own;
  const admins = unit.unit_id === '' ? [] : await readUnitAdmins(db, unit.unit_id);
  const step = admins.some((admin) => admin !== declarer.user_id) ? 'unit' : 'centre';
  return { ...unit, audit_step: step, first_step: step } as const;
}

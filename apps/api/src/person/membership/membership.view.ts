import { maskIdNumber, maskMobile } from '@cme/contract/base';
import type { MyUnit, UnitApplication, UnitStatus } from '@cme/contract/person';
import { recordShownPeople } from '../../platform/http/staff-log.ts';
import type { Db } from '../../platform/database/database.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { readFormerAccounts } from '../identity/former-account.store.ts';
import { isUnitVerified } from '../fact/fact.rules.ts';
import { readPersonFacts } from '../fact/fact.store.ts';
import { getUnitStatus } from '../identity/person.view.ts';
import type { Keys } from '../identity/secret.rules.ts';
import { unsealIdNumber, unsealMobile, readUsers, type UserRow } from '../identity/user.store.ts';
import { readUnits, type UnitRow } from '../unit/unit.store.ts';
import { toUnitChoice } from '../unit/unit.view.ts';
import { applicationNames, isInUnit, standingNames } from './membership.rules.ts';
import { type ApplicationRow, newestApplication, readRefusals } from './membership.store.ts';

type Units = Map<string, UnitRow>;

/** These units with their parents. */
async function readUnitsWithParents(db: Db, ids: readonly string[]): Promise<Units> {
  const units = await readUnits(db, ids);
  const parents = await readUnits(
    db,
    [...units.values()].map(({ parent_id }) => parent_id).filter((id) => id !== ''),
  );
  return new Map([...parents, ...units]);
}

function unitIn(units: Units, id: string) {
  const row = units.get(id);
  if (!row) throw new Error(`no unit ${id}`);
  return toUnitChoice(row, units.get(row.parent_id)?.name ?? '');
}

const applicationIn = (units: Units, row: ApplicationRow): UnitApplication => ({
  application_id: row.application_id,
  unit: unitIn(units, row.unit_id),
  status: row.status,
  status_name: applicationNames[row.status] ?? '',
  reason: row.reason,
  created_at: formatTime(row.created_at),
  decided_at: row.decided_at ? formatTime(row.decided_at) : '',
});

/** The person's membership status. */
export async function readMyUnit(db: Db, user: UserRow): Promise<MyUnit> {
  const unit_status = getUnitStatus(user) as UnitStatus;
  const application = await newestApplication(db, user.user_id);
  const unitId = user.unit_id !== null && isInUnit(unit_status) ? user.unit_id : undefined;
  const units = await readUnitsWithParents(
    db,
    [unitId, application?.unit_id].filter((id) => id !== undefined),
  );
  const isVerified =
    unitId !== undefined && isUnitVerified(await readPersonFacts(db, user.user_id), unitId);
  return {
    unit_status,
    unit_status_name: standingNames[unit_status],
    is_verified: isVerified ? 'Y' : 'N',
    unit_name: user.unit_name,
    unit: unitId === undefined ? null : unitIn(units, unitId),
    application: application ? applicationIn(units, application) : null,
  };
}

/** Refused applications by person, including those of accounts that they have closed. */
async function readRefusalsByPerson(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, ApplicationRow[]>> {
  const former = await readFormerAccounts(db, userIds);
  const owners = new Map(former.map(({ former_id, user_id }) => [former_id, user_id]));
  const rows = await readRefusals(db, [...new Set([...userIds, ...owners.keys()])]);
  return Map.groupBy(rows, ({ user_id }) => owners.get(user_id) ?? user_id);
}

/** Applications as shown to those who decide. */
export async function readApplicants(db: Db, keys: Keys, rows: readonly ApplicationRow[]) {
  recordShownPeople(rows.map(({ user_id }) => user_id));
  const users = await readUsers(
    db,
    rows.map(({ user_id }) => user_id),
  );
  const refusals = await readRefusalsByPerson(
    db,
    rows.map(({ user_id }) => user_id),
  );
  const units = await readUnitsWithParents(
    db,
    [...rows, ...[...refusals.values()].flat()].flatMap(({ unit_id, from_unit_id }) => [
      unit_id,
      from_unit_id,
    ]),
  );
  return rows.flatMap((row) => {
    const user = users.get(row.user_id);
    if (!user) return [];
    const { user_id, real_name, department, post_name, title_name } = user;
    return [
      {
        ...applicationIn(units, row),
        user_id,
        real_name,
        department,
        post_name,
        title_name,
        mobile: maskMobile(unsealMobile(keys, user)),
        id_no: maskIdNumber(unsealIdNumber(keys, user)),
        from_unit_name: units.get(row.from_unit_id)?.name ?? '',
        is_registration: user.admission === 'admitted' ? ('N' as const) : ('Y' as const),
        refused_before: (refusals.get(user_id) ?? [])
          .filter(({ application_id }) => application_id !== row.application_id)
          .map(({ unit_id, reason, decided_at }) => ({
            unit_name: units.get(unit_id)?.name ?? '',
            reason,
            decided_at: decided_at ? formatTime(decided_at) : '',
          })),
      },
    ];
  });
}

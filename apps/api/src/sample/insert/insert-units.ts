import { usccWithCheck } from '@cme/contract/person';
import type { Db } from '../../platform/database/database.ts';
import { insertApplications } from '../../person/membership/membership.store.ts';
import { addUnitAdmin, insertUnits } from '../../person/unit/unit.store.ts';
import { logStates } from '../../platform/state-log/state-log.store.ts';
import { sampleId, unitId } from '@cme/sample/ids';
import { toMoment } from '@cme/sample/moments';
import { sites } from '@cme/sample/sites';
import { unitAdmins, unitApplications, units } from '@cme/sample/units';

const siteId = new Map(sites.map(({ key, site_id }) => [key, site_id]));
const siteOfUnit = new Map(units.map(({ key, site }) => [key, siteId.get(site) ?? '']));
const userId = (key: string) => sampleId('user', key);

export async function insertSampleUnits(db: Db, now: Date): Promise<void> {
  await insertUnits(
    db,
    units.map(({ key, site, name, level, area_id, parent }, index) => ({
      unit_id: unitId(key),
      site_id: siteId.get(site) ?? '',
      name,
      level,
      area_id,
      uscc: usccWithCheck(`12${area_id}${String(460_000_000 + index * 7).padStart(9, '0')}`),
      parent_id: parent === undefined ? '' : unitId(parent),
      created_at: toMoment({ daysAgo: 700 }, now),
    })),
  );
}

/** Administrators and applications. Requires people and units. */
export async function insertSampleMembership(db: Db, now: Date): Promise<void> {
  for (const { unit, who: personKey } of unitAdmins)
    await addUnitAdmin(db, {
      unit_id: unitId(unit),
      user_id: userId(personKey),
      given_by: userId('staff'),
      given_at: toMoment({ daysAgo: 190 }, now),
    });
  await insertApplications(
    db,
    unitApplications.map(({ who: personKey, unit, from, status, reason = '', daysAgo, by }) => ({
      application_id: sampleId('unit-application', personKey, unit),
      site_id: siteOfUnit.get(unit) ?? '',
      user_id: userId(personKey),
      unit_id: unitId(unit),
      from_unit_id: from === undefined ? '' : unitId(from),
      status,
      reason,
      created_at: toMoment({ daysAgo }, now),
      decided_at: by === undefined ? null : toMoment({ daysAgo: daysAgo - 1 }, now),
      decided_by: by === undefined ? '' : userId(by),
    })),
  );
  await logStates(
    db,
    unitApplications.map(({ who: personKey, unit, status, reason = '', daysAgo, by }) => ({
      entity: 'unit_application',
      entity_id: sampleId('unit-application', personKey, unit),
      from: status === 'waiting' ? '' : 'waiting',
      to: status,
      actor_type: by === undefined ? ('learner' as const) : ('staff' as const),
      actor_id: userId(by ?? personKey),
      reason,
      at: toMoment({ daysAgo: by === undefined ? daysAgo : daysAgo - 1 }, now),
    })),
  );
}

import {
  cancelUnit,
  joinUnit as joinCall,
  leaveUnit,
  myUnit,
  unitApplications,
  unitAudit,
} from '@cme/contract/person';
import type { FastifyInstance } from 'fastify';
import type { AppContext, Person } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { answer } from '../../platform/http/answer.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { deriveKeys } from '../identity/secret.rules.ts';
import { findUser, lockUser, type UserRow } from '../identity/user.store.ts';
import { unitsAdministered } from '../unit/unit.store.ts';
import { cancelApplication, decide, joinUnit, leave } from './membership.action.ts';
import { findApplication, readApplications } from './membership.store.ts';
import { readApplicants, readMyUnit } from './membership.view.ts';

const loginRequired = () => new RefusalError(401, '请先登陆', 'need_login');

export function registerMembership(app: FastifyInstance, context: AppContext): void {
  answer(app, context, myUnit, ({ db, person }) => readStanding(db, person));
  answer(
    app,
    context,
    joinCall,
    ({ body: { unit_id }, db, person }) =>
      notifyUnitChange(db, person, (tx, user) =>
        joinUnit(tx, { user, unit_id, now: context.now(), isReviewed: true }),
      ),
    { perMinute: 60 },
  );
  answer(app, context, cancelUnit, ({ db, person }) =>
    notifyUnitChange(db, person, (tx, user) => cancelApplication(tx, user, context.now())),
  );
  answer(app, context, leaveUnit, ({ body, db, person }) =>
    notifyUnitChange(db, person, (tx, user) => leave(tx, user, body.unit_name, context.now())),
  );
  registerAudit(app, context);
}

/** Decisions of a unit's administrator. */
function registerAudit(app: FastifyInstance, context: AppContext): void {
  answer(app, context, unitApplications, async ({ body, db, person }) => {
    const unitIds = await unitsAdministered(db, person.site_id, person.user_id);
    if (unitIds.length === 0) throw new RefusalError(403, '您不是单位管理员');
    const { rows, total } = await readApplications(db, { unitIds, ...body });
    const list = await readApplicants(db, deriveKeys(context.settings), rows);
    return { list, total, page: body.page, page_size: body.page_size };
  });
  answer(app, context, unitAudit, async ({ body, db, person }) => {
    const unitIds = await unitsAdministered(db, person.site_id, person.user_id);
    if (unitIds.length === 0) throw new RefusalError(403, '您不是单位管理员');
    const row = await findApplication(db, body.application_id);
    // Applications to other units are not found.
    if (!row || !unitIds.includes(row.unit_id))
      throw new RefusalError(404, '没有找到该申请', 'not_found');
    if (row.user_id === person.user_id) throw new RefusalError(400, '不能审核自己的申请');
    const { status } = await decide(
      db,
      body,
      { actor_type: 'staff', actor_id: person.user_id },
      context.now(),
    );
    return { status };
  });
}

async function readStanding(db: Db, { user_id }: Person) {
  const user = await findUser(db, user_id);
  if (!user) throw loginRequired();
  return readMyUnit(db, user);
}

/** Changes a person's membership, serialised per person, and returns the result. */
async function notifyUnitChange(
  db: Db,
  person: Person,
  change: (tx: Db, user: UserRow) => Promise<unknown>,
) {
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, person.user_id);
    if (!user) throw loginRequired();
    await change(tx, user);
  });
  return readStanding(db, person);
}

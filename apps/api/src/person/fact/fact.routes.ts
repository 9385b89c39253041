import {
  askFact,
  myFacts,
  unitFactAudit,
  unitFactProof,
  unitFacts,
  withdrawFact,
} from '@cme/contract/person';
import type { FastifyInstance } from 'fastify';
import type { AppContext, Person } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { answer } from '../../platform/http/answer.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { recordShownPeople } from '../../platform/http/staff-log.ts';
import { fileOfOwner } from '../file/attach.action.ts';
import { signDownload } from '../file/download.ts';
import { deriveKeys } from '../identity/secret.rules.ts';
import { findUser } from '../identity/user.store.ts';
import { unitsAdministered } from '../unit/unit.store.ts';
import { requestFact, fileOwner, logFact, withdrawRequest } from './ask.action.ts';
import { decideFact, type FactEffects } from './decide.action.ts';
import type { FactRow } from './fact.rules.ts';
import { findFact, pageOfUnits, readByIds } from './fact.store.ts';
import { readFactApplicants, readMyFacts } from './fact.view.ts';

/** Facts about a person's work: requested by the person, decided by their unit, or by the centre
 * (`npm run staff -- fact`). */
export function registerFact(
  app: FastifyInstance,
  context: AppContext,
  effects: FactEffects,
): void {
  const now = () => context.now();
  answer(app, context, myFacts, ({ db, person }) => readMyFacts(db, person.user_id, now()));
  answer(
    app,
    context,
    askFact,
    async ({ db, person, body }) => {
      await requestFact(db, person.user_id, body, now());
      return readMyFacts(db, person.user_id, now());
    },
    { perMinute: 20 },
  );
  answer(app, context, withdrawFact, async ({ db, person, body }) => {
    await withdrawRequest(db, person.user_id, body.fact_id, now());
    return readMyFacts(db, person.user_id, now());
  });
  registerAudit(app, context, effects);
}

/** Decisions of a unit's administrator. */
function registerAudit(app: FastifyInstance, context: AppContext, effects: FactEffects): void {
  answer(app, context, unitFacts, async ({ body, db, person }) => {
    const unitIds = await unitsAdministered(db, person.site_id, person.user_id);
    if (unitIds.length === 0) throw new RefusalError(403, '您不是单位管理员');
    const { page, page_size } = body;
    const { ids, total } = await pageOfUnits(db, unitIds, { ...body, deciderId: person.user_id });
    const rows = await readByIds(db, ids);
    const list = await readFactApplicants(db, deriveKeys(context.settings), rows);
    return { list, total, page, page_size };
  });
  answer(app, context, unitFactProof, async ({ body, db, person, site }) => {
    const { fact_id, user_id } = await requireDecider(db, person, body.fact_id);
    recordShownPeople([user_id]);
    const file = await fileOfOwner(db, { owner_type: fileOwner, owner_id: fact_id }, body.file_id);
    const actor = { actor_type: 'staff' as const, actor_id: person.user_id };
    if (file) await logFact(db, fact_id, ['', 'viewed'], actor, context.now());
    return signDownload(context, site, file);
  });
  answer(app, context, unitFactAudit, async ({ body, db, person }) => {
    await requireDecider(db, person, body.fact_id);
    const actor = { actor_type: 'staff' as const, actor_id: person.user_id };
    const { fact_status } = await decideFact(db, effects, body, actor, context.now());
    return { fact_status };
  });
}

/** Requests of people of other units, and one's own, are not found. */
async function requireDecider(db: Db, { site_id, user_id }: Person, id: string): Promise<FactRow> {
  const unitIds = await unitsAdministered(db, site_id, user_id);
  if (unitIds.length === 0) throw new RefusalError(403, '您不是单位管理员');
  const row = await findFact(db, id);
  const unitId = row && row.user_id !== user_id && (await findUser(db, row.user_id))?.unit_id;
  if (!row || !unitId || !unitIds.includes(unitId))
    throw new RefusalError(404, '没有找到该申请', 'not_found');
  return row;
}

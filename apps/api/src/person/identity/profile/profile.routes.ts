import { factKinds, profilePutOff, userUpdate } from '@cme/contract/person';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import { answer } from '../../../platform/http/answer.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { toPersonInfo } from '../person.view.ts';
import type { Keys } from '../secret.rules.ts';
import { hasPutOffProfile, putOffProfile } from '../session/session.store.ts';
import { findUser, lockUser, setProfile, type UserRow } from '../user.store.ts';
import {
  type JoinUnit,
  refuseUnknownChoices,
  requireUnit,
  withoutUndefined,
} from './profile.rules.ts';

export function registerProfile(
  app: FastifyInstance,
  context: AppContext,
  keys: Keys,
  joinUnit: JoinUnit,
): void {
  answer(app, context, userUpdate, async ({ body, db, person, session, site }) => {
    const now = context.now();
    const { unit_id, unit_name, ...rest } = body;
    refuseUnknownChoices(rest);
    await requireUnit(db, site.site_id, unit_id);
    const row = await db.transaction(async (tx) => {
      const user = await lockUser(tx, person.user_id);
      if (!user) throw new RefusalError(401, '请先登陆', 'need_login');
      refuseKnownFacts(user, rest);
      if (unit_id === undefined && unit_name !== undefined) refuseInsideUnit(user, unit_name);
      const typed = unit_id === undefined ? { unit_name } : {};
      await setProfile(tx, user.user_id, withoutUndefined({ ...rest, ...typed }));
      if (unit_id !== undefined)
        await joinUnit(tx, {
          user: { ...user, ...withoutUndefined(rest) },
          unit_id,
          now,
          isReviewed: true,
        });
      return (await findUser(tx, user.user_id)) ?? user;
    });
    return toPersonInfo(db, keys, now, row, await hasPutOffProfile(db, session.session_id));
  });
  answer(app, context, profilePutOff, async ({ db, session }) => {
    await putOffProfile(db, session.session_id);
    return {};
  });
}

const factNames = {
  level: '专业级别',
  series_code: '专业系列',
  post_type: '岗位类型',
  area_id: '所在地区',
} as const;

/** Facts are entered once; they decide requirements and admissions, so a change needs a proof. */
function refuseKnownFacts(
  user: UserRow,
  given: { [Kind in (typeof factKinds)[number]]?: string | undefined },
): void {
  const kind = factKinds.find(
    (name) => user[name] !== '' && given[name] !== undefined && given[name] !== user[name],
  );
  if (!kind) return;
  throw new RefusalError(
    400,
    `“${factNames[kind]}”已经填报，不能直接修改，请在账号设置的“职称与岗位”提交变更申请和证明`,
    'fact_locked',
    { field: kind },
  );
}

/** Membership of a unit ends before a free-text workplace is stored. */
function refuseInsideUnit({ unit_id, unit_name }: UserRow, typed: string): void {
  if (unit_id === null || typed === unit_name) return;
  throw new RefusalError(400, '您已加入单位，请先退出该单位再填写其他工作单位', 'unit_joined', {
    field: 'unit_name',
  });
}

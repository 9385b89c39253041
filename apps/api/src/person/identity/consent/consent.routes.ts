import { type ConsentRow, consentList, consentSet } from '@cme/contract/person';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { answer } from '../../../platform/http/answer.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { formatTime } from '../../../platform/http/format-time.ts';
import { logState } from '../../../platform/state-log/state-log.store.ts';
import { findUser, lockUser, type UserRow } from '../user.store.ts';
import { newestConsent, setConsent } from './consent.store.ts';

const loginRequired = () => new RefusalError(401, '请先登陆', 'need_login');

export function registerConsent(app: FastifyInstance, context: AppContext): void {
  answer(app, context, consentList, async ({ db, person }) => {
    const user = await findUser(db, person.user_id);
    if (!user) throw loginRequired();
    return { list: await readConsents(db, user) };
  });
  answer(
    app,
    context,
    consentSet,
    ({ body, db, person }) =>
      db.transaction(async (tx) => {
        const now = context.now();
        const user = await lockUser(tx, person.user_id);
        if (!user) throw loginRequired();
        const isGiven = body.given === 'Y';
        if (await setConsent(tx, user, body.kind, isGiven, now))
          await logState(tx, {
            entity: 'consent',
            entity_id: user.user_id,
            from: isGiven ? 'withdrawn' : 'given',
            to: isGiven ? 'given' : 'withdrawn',
            reason: body.kind,
            actor_type: 'learner',
            actor_id: user.user_id,
            at: now,
          });
        return { list: await readConsents(tx, user) };
      }),
    { perMinute: 60 },
  );
}

async function readConsents(db: Db, user: UserRow): Promise<ConsentRow[]> {
  const { user_id, agree_version, privacy_version, agreed_at } = user;
  const consent = await newestConsent(db, user_id, 'identity');
  const isWithdrawn = consent !== undefined && consent.withdrawn_at !== null;
  const { rows } = await db.execute<{ version: string; at: string }>(sql`
    select agree_version as version, max(created_at) as at from "order"
    where user_id = ${user_id} and agree_version <> '' group by 1 order by 2 desc`);
  return [
    {
      kind: 'terms',
      name: '服务条款与隐私政策',
      version: [...new Set([agree_version, privacy_version].filter(Boolean))].join('、'),
      given_at: formatTime(agreed_at),
      withdrawn_at: '',
      effect: '这是使用本平台的前提。撤回同意需要注销账号，注销前已进行的处理不受影响。',
      action: 'close_account',
    },
    {
      kind: 'identity',
      name: '使用证件号码（敏感个人信息）',
      version: consent?.version ?? agree_version,
      given_at: formatTime(consent?.given_at ?? agreed_at),
      withdrawn_at: consent?.withdrawn_at ? formatTime(consent.withdrawn_at) : '',
      effect: '撤回后不能再申请学分和证书，已发放的证书不受影响，可以随时重新同意。',
      action: isWithdrawn ? 'give' : 'withdraw',
    },
    ...rows.map(({ version, at }) => ({
      kind: 'order',
      name: '购买协议',
      version,
      given_at: formatTime(new Date(at)),
      withdrawn_at: '',
      effect: '下单时同意，随订单保存。',
      action: '',
    })),
  ];
}

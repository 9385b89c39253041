import { maskMobile } from '@cme/contract/base';
import {
  factorConfirm,
  factorEnrol,
  factorRemove,
  factorState,
  loginFactor,
} from '@cme/contract/person';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import { answer } from '../../../platform/http/answer.ts';
import { formatTime } from '../../../platform/http/format-time.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import type { Site } from '../../../platform/sites/site.store.ts';
import { proveSelf } from '../step-up/step-up.ts';
import type { Keys } from '../secret.rules.ts';
import { toVisitor } from '../session/origin.rules.ts';
import { admit } from '../sign-in/admit.action.ts';
import { recordSignInAttempt } from '../sign-in/sign-in-log.store.ts';
import { isStaff } from '../staff.rules.ts';
import { findUser, lockUser, unsealMobile, type UserRow } from '../user.store.ts';
import { recordPending, removeFactor } from '../factor/factor.action.ts';
import { proveFactor } from '../factor/factor.proof.ts';
import {
  countRecoveryCodes,
  insertFactor,
  readActiveFactor,
  renewRecoveryCodes,
} from '../factor/factor.store.ts';
import { readFactorTicket, spendFactorTicket } from '../factor/factor-ticket.store.ts';
import { factorUri } from '../factor/totp.rules.ts';

const flag = (is: boolean) => (is ? ('Y' as const) : ('N' as const));
const expired = () => new RefusalError(400, '登录已超时，请重新登录', 'factor_expired');
const notOffered = () => new RefusalError(400, '本站未开放两步验证', 'not_allowed');
const codeMissing = () =>
  new RefusalError(400, '请输入当前的动态验证码或恢复码', 'factor_wrong', { field: 'code' });

/** Staff always have it; learners where their site offers it. */
const isOffered = (site: Site, { roles }: Pick<UserRow, 'roles'>): boolean =>
  site.second_factor === 'optional' || isStaff(roles);

export function registerFactor(app: FastifyInstance, context: AppContext, keys: Keys): void {
  registerSecondStep(app, context, keys);
  registerEnrolment(app, context, keys);
  const { settings } = context;

  answer(app, context, factorState, async ({ db, person, site }) => {
    const row = await findUser(db, person.user_id);
    const factor = await readActiveFactor(db, settings, person.user_id, context.now());
    const roles = row?.roles ?? [];
    return {
      offered: flag(Boolean(factor) || isOffered(site, { roles })),
      enrolled: flag(factor !== undefined),
      required: flag(isStaff(roles)),
      enrolled_at: factor?.confirmed_at ? formatTime(factor.confirmed_at) : '',
      recovery_left: factor ? await countRecoveryCodes(db, factor.factor_id) : 0,
    };
  });

  answer(
    app,
    context,
    factorRemove,
    async (callRequest) => {
      const { body, db, person, session, request } = callRequest;
      const spendProof = await proveSelf(callRequest, keys);
      const spend = await proveFactor(context, person, body.code, { address: request.ip });
      await db.transaction(async (tx) => {
        const row = await spendProof(tx);
        if (isStaff(row.roles))
          throw new RefusalError(400, '工作人员账号须使用两步验证，不能停用', 'not_allowed');
        await spend(tx);
        await removeFactor(tx, context.now(), row, session.session_id);
      });
      return {};
    },
    { perMinute: 30 },
  );
}

/** Turns it on, or replaces it. */
function registerEnrolment(app: FastifyInstance, context: AppContext, keys: Keys): void {
  const { settings } = context;
  answer(
    app,
    context,
    factorEnrol,
    async (callRequest) => {
      const { body, db, person, site, request, session } = callRequest;
      const spendProof = await proveSelf(callRequest, keys);
      const now = context.now();
      const active = await readActiveFactor(db, settings, person.user_id, now);
      if (active && !body.code) throw codeMissing();
      const spend =
        active && body.code
          ? await proveFactor(context, person, body.code, {
              address: request.ip,
              keptSession: session.session_id,
            })
          : undefined;
      return db.transaction(async (tx) => {
        const row = await spendProof(tx);
        if (!active && !isOffered(site, row)) throw notOffered();
        await spend?.(tx);
        const { secret } = await insertFactor(tx, keys, now, { user_id: row.user_id });
        await recordPending(tx, now, row);
        const label = maskMobile(unsealMobile(keys, row));
        return { secret, uri: factorUri(secret, label, site.site_short_name) };
      });
    },
    { perMinute: 30 },
  );

  answer(
    app,
    context,
    factorConfirm,
    async ({ body, db, person, session, request }) => {
      const spend = await proveFactor(context, person, body.code, {
        address: request.ip,
        keptSession: session.session_id,
        isPending: true,
      });
      return db.transaction(async (tx) => {
        const { factor_id } = await spend(tx);
        return { recovery_codes: await renewRecoveryCodes(tx, keys, factor_id) };
      });
    },
    { perMinute: 30 },
  );
}

/** The second step of a sign-in; its ticket survives a wrong code. */
function registerSecondStep(app: FastifyInstance, context: AppContext, keys: Keys): void {
  answer(
    app,
    context,
    loginFactor,
    async (callRequest) => {
      const { body, db, site, request } = callRequest;
      const now = context.now();
      const ticket = await readFactorTicket(db, now, site.site_id, body.factor_ticket);
      const row = ticket && (await findUser(db, ticket.user_id));
      if (!ticket || !row) throw expired();
      const { kind } = ticket;
      const spendCode = await proveFactor(context, row, body.code, {
        address: request.ip,
      }).catch(async (error: unknown) => {
        await recordSignInAttempt(db, now, toVisitor(request), {
          site_id: site.site_id,
          user_id: row.user_id,
          account_hash: row.mobile_hash,
          kind,
          result: 'wrong',
        });
        throw error;
      });
      return admit(
        { ...callRequest, isSecondStep: true },
        keys,
        kind,
        row.mobile_hash,
        async (tx) => {
          const locked = await lockUser(tx, row.user_id);
          if (!locked || !(await spendFactorTicket(tx, now, locked, body.factor_ticket)))
            throw expired();
          await spendCode(tx);
          return locked;
        },
      );
    },
    { perMinute: 60 },
  );
}

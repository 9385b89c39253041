import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context/context.ts';
import type { FactEffects } from './fact/decide.action.ts';
import { registerFact } from './fact/fact.routes.ts';
import { createCheckQueue } from './file/check/check.job.ts';
import { registerFile } from './file/file.routes.ts';
import { registerChangeMobile } from './identity/account/change-mobile.routes.ts';
import { registerChangePassword } from './identity/account/change-password.routes.ts';
import { registerDevices } from './identity/account/device.routes.ts';
import { registerFactor } from './identity/account/factor.routes.ts';
import { registerRecover } from './identity/account/recover.routes.ts';
import { registerRegist } from './identity/account/register.routes.ts';
import { registerSms } from './identity/account/sms.routes.ts';
import { startIdentitySweep } from './identity/account/sweep.job.ts';
import { registerConsent } from './identity/consent/consent.routes.ts';
import { registerProfileDetail } from './identity/profile/detail.routes.ts';
import { registerProfile } from './identity/profile/profile.routes.ts';
import { deriveKeys } from './identity/secret.rules.ts';
import { registerSession } from './identity/session/session.routes.ts';
import { registerLogin } from './identity/sign-in/login.routes.ts';
import { registerWechat } from './identity/sign-in/wechat.routes.ts';
import { joinUnit } from './membership/membership.action.ts';
import { registerMembership } from './membership/membership.routes.ts';
import { registerMessage } from './message/message.routes.ts';
import { registerUnit } from './unit/unit.routes.ts';
import { registerVerification } from './verification/verification.routes.ts';

export function registerPersonCalls(
  app: FastifyInstance,
  context: AppContext,
  factEffects: FactEffects,
): void {
  registerUnit(app, context);
  registerIdentity(app, context);
  registerFact(app, context, factEffects);
  registerMembership(app, context);
  registerMessage(app, context);
  registerFile(app, context, createCheckQueue(context));
  registerVerification(app, context);
}

function registerIdentity(app: FastifyInstance, context: AppContext): void {
  const keys = deriveKeys(context.settings);
  registerSms(app, context, keys);
  registerLogin(app, context, keys);
  registerRegist(app, context, keys, joinUnit);
  registerProfile(app, context, keys, joinUnit);
  registerProfileDetail(app, context, keys);
  registerWechat(app, context, keys);
  registerRecover(app, context, keys);
  registerChangePassword(app, context, keys);
  registerChangeMobile(app, context, keys);
  registerFactor(app, context, keys);
  registerSession(app, context, keys);
  registerDevices(app, context, keys);
  registerConsent(app, context);
  const stopSweep = startIdentitySweep(context);
  app.addHook('preClose', async () => stopSweep());
}

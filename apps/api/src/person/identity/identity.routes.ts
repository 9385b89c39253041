import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../platform/context.ts';
import { registerLogin } from './sign-in/login.routes.ts';
import { registerChangePassword } from './account/change-password.routes.ts';
import { registerChangeMobile } from './account/change-mobile.routes.ts';
import { registerRecover } from './account/recover.routes.ts';
import { registerRegist } from './account/register.routes.ts';
import { registerConsent } from './consent/consent.routes.ts';
import { registerFactor } from './account/factor.routes.ts';
import { keysOf } from './secret.rules.ts';
import { registerDevices } from './account/device.routes.ts';
import { registerSession } from './session/session.routes.ts';
import { registerProfile } from './profile/profile.routes.ts';
import type { JoinUnit } from './profile/profile.rules.ts';
import { registerWechat } from './sign-in/wechat.routes.ts';
import { registerSms } from './account/sms.routes.ts';
import { sweepIdentity } from './account/sweep.job.ts';

const hour = 3_600_000;

/** `joinUnit`: requests membership in a unit. */
export function registerIdentity(
  app: FastifyInstance,
  context: AppContext,
  joinUnit: JoinUnit,
): void {
  const keys = keysOf(context.settings);
  registerSms(app, context, keys);
  registerLogin(app, context, keys);
  registerRegist(app, context, keys, joinUnit);
  registerProfile(app, context, keys, joinUnit);
  registerWechat(app, context, keys);
  registerRecover(app, context, keys);
  registerChangePassword(app, context, keys);
  registerChangeMobile(app, context, keys);
  registerFactor(app, context, keys);
  registerSession(app, context, keys);
  registerDevices(app, context, keys);
  registerConsent(app, context);
  const sweepTimer = setInterval(
    () =>
      void sweepIdentity(context).catch((error: unknown) =>
        context.log.error({ err: error }, 'sweep'),
      ),
    hour,
  );
  app.addHook('preClose', async () => clearInterval(sweepTimer));
}

import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { registerLogin } from './sign-in/login.routes.ts';
import { registerRecover } from './account/recover.routes.ts';
import { registerRegist } from './account/register.routes.ts';
import { keysOf } from './secret.rules.ts';
import { registerSession } from './session/session.routes.ts';
import { registerSms } from './sms/sms.routes.ts';
import { sweepIdentity } from './sweep.job.ts';

const hour = 3_600_000;

export function registerIdentity(app: FastifyInstance, context: AppContext): void {
  const keys = keysOf(context.settings);
  registerSms(app, context, keys);
  registerLogin(app, context, keys);
  registerRegist(app, context, keys);
  registerRecover(app, context, keys);
  registerSession(app, context, keys);
  const broom = setInterval(
    () =>
      void sweepIdentity(context).catch((error: unknown) =>
        context.log.error({ err: error }, 'sweep'),
      ),
    hour,
  );
  app.addHook('preClose', async () => clearInterval(broom));
}

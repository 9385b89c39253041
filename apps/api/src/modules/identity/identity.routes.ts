import type { FastifyInstance } from 'fastify';
import type { House } from '../../house.ts';
import { registerLogin } from './login.routes.ts';
import { registerRecover } from './recover.routes.ts';
import { registerRegist } from './register.routes.ts';
import { keysOf } from './secret.rules.ts';
import { registerSession } from './session.routes.ts';
import { registerSms } from './sms.routes.ts';
import { sweepIdentity } from './sweep.ts';

const hour = 3_600_000;

export function registerIdentity(app: FastifyInstance, house: House): void {
  const keys = keysOf(house.settings);
  registerSms(app, house, keys);
  registerLogin(app, house, keys);
  registerRegist(app, house, keys);
  registerRecover(app, house, keys);
  registerSession(app, house, keys);
  const broom = setInterval(
    () =>
      void sweepIdentity(house).catch((error: unknown) => house.log.error({ err: error }, 'sweep')),
    hour,
  );
  app.addHook('preClose', async () => clearInterval(broom));
}

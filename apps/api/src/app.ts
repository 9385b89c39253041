import type { FastifyInstance } from 'fastify';
import { requireRole, signIn } from './commands/staff/account.ts';
import { registerContentCalls } from './content/register.ts';
import { completion } from './credits/certificate/issuing/completion.action.ts';
import { classEffects } from './credits/certificate/issuing/of-class.action.ts';
import { registerCreditsCalls } from './credits/register.ts';
import { pendingOn } from './payment/order/reservation.store.ts';
import { registerPaymentCalls } from './payment/register.ts';
import { registerPersonCalls } from './person/register.ts';
import type { AppContext } from './platform/context/context.ts';
import { registerPlatformCalls } from './platform/register.ts';
import { openServer } from './platform/server/open-server.ts';
import { readEmptyPaths } from './screens/home/empty-paths.store.ts';
import { registerScreenCalls } from './screens/register.ts';
import { registerSiteCalls } from './site/register.ts';
import { createDetailReader } from './study/detail/detail.view.ts';
import { registerStudyCalls } from './study/register.ts';
import { qualifyProven } from './study/training-class/qualify.action.ts';

/** The whole API over one context. Rooms are registered in their order; effects in higher rooms are
 * passed in as functions. */
export async function buildApp(context: AppContext): Promise<FastifyInstance> {
  const app = await openServer(context);
  const readDetail = createDetailReader(pendingOn);
  await registerPlatformCalls(app, context);
  registerSiteCalls(
    app,
    context,
    async (credentials) => {
      const { account, token } = await signIn(context, credentials);
      requireRole(account, 'rollout_operator');
      return { actor_id: account.user_id, name: account.name, session: token };
    },
    readEmptyPaths,
  );
  registerPersonCalls(app, context, (tx, userId, now) =>
    qualifyProven(tx, classEffects, userId, now),
  );
  registerContentCalls(app, context);
  registerStudyCalls(app, context, { completion, classEffects, readDetail });
  registerCreditsCalls(app, context);
  registerPaymentCalls(app, context, completion);
  registerScreenCalls(app, context, readDetail);
  return app;
}

import { orderCreate, orderPreview } from '@cme/contract/payment';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { yuan } from '../../platform/money/money.rules.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { registerTimeoutJob } from './close.action.ts';
import { createOrder, type OrderEffects } from './create.action.ts';
import { registerDeliveryJob } from './deliver.job.ts';
import { readOrderPreview } from './preview.view.ts';
import { startSweep } from './sweep.job.ts';

export function registerOrder(
  app: FastifyInstance,
  context: AppContext,
  effects: OrderEffects,
): void {
  const { trades, cart } = effects;
  const keys = deriveKeys(context.settings);
  const sweeping = startSweep(context, trades);
  registerTimeoutJob(context, trades);
  registerDeliveryJob(context);
  // Runs at startup too, so that leftovers of a crash do not wait for the next sweep.
  app.addHook('onListen', async () => sweeping.now());
  app.addHook('preClose', async () => sweeping.stop());
  answer(app, context, orderPreview, ({ db, site, person, body }) =>
    readOrderPreview(
      db,
      keys,
      { siteId: site.site_id, userId: person.user_id, selection: body, cart },
      context.now(),
    ),
  );
  answer(app, context, orderCreate, async ({ site, person, body }) => {
    const { order_code, order_status, pay_fen, expire_at } = await createOrder(
      context,
      site.site_id,
      person,
      body,
      effects,
    );
    return {
      order_code,
      order_status,
      pay: yuan(pay_fen),
      server_time: context.now().getTime(),
      expire_at: formatTime(expire_at),
      expire_ms: expire_at.getTime(),
    };
  });
}

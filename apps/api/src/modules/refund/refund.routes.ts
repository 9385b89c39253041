import { refundApply, refundCancel, refundDetail, refundPreview } from '@cme/contract';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../answer.ts';
import type { House } from '../../house.ts';
import { applyRefund, cancelRefund, ownRefund, wireRefund } from './apply.ts';
import { ownOrder, previewOf } from './preview.ts';
import { watchRefunds } from './send.ts';

export function registerRefund(app: FastifyInstance, house: House): void {
  watchRefunds(house);
  answer(app, house, refundPreview, async ({ body, person, site, db }) =>
    previewOf(
      db,
      await ownOrder(db, { ...person, site_id: site.site_id }, body.order_code),
      house.now(),
    ),
  );
  answer(app, house, refundApply, async (ask) => wireRefund(ask.db, await applyRefund(ask)), {
    perMinute: 60,
  });
  answer(app, house, refundCancel, async ({ body, person, site, db }) =>
    wireRefund(
      db,
      await cancelRefund({ ...house, db }, { ...person, site_id: site.site_id }, body.refund_no),
    ),
  );
  answer(app, house, refundDetail, async ({ body, person, site, db }) =>
    wireRefund(db, await ownRefund(db, { ...person, site_id: site.site_id }, body.refund_no)),
  );
}

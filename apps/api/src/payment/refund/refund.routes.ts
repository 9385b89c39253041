import { refundApply, refundCancel, refundDetail, refundPreview } from '@cme/contract/payment';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { applyRefund, cancelRefund, findOwnRefund, toRefundReply } from './apply.action.ts';
import { ownOrder, readRefundPreview } from './preview.view.ts';
import { watchRefunds } from './send.job.ts';
import type { CompletionEffects } from '../../study/learning/completion.effects.ts';

export function registerRefund(
  app: FastifyInstance,
  context: AppContext,
  completion: CompletionEffects,
): void {
  watchRefunds(context, completion);
  answer(app, context, refundPreview, async ({ body, person, site, db }) =>
    readRefundPreview(
      db,
      await ownOrder(db, { ...person, site_id: site.site_id }, body.order_code),
      context.now(),
    ),
  );
  answer(
    app,
    context,
    refundApply,
    async (callRequest) => toRefundReply(callRequest.db, await applyRefund(callRequest)),
    {
      perMinute: 60,
    },
  );
  answer(app, context, refundCancel, async ({ body, person, site, db }) =>
    toRefundReply(
      db,
      await cancelRefund(
        { ...context, db },
        completion,
        { ...person, site_id: site.site_id },
        body.refund_no,
      ),
    ),
  );
  answer(app, context, refundDetail, async ({ body, person, site, db }) =>
    toRefundReply(
      db,
      await findOwnRefund(db, { ...person, site_id: site.site_id }, body.refund_no),
    ),
  );
}

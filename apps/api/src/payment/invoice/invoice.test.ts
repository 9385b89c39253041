import { invoiceApply, invoiceList, orderDetail, refundCancel } from '@cme/contract/payment';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { applyForRefund, type Purchase, purchaseBy } from '../../../test/pay/refund.ts';
import { paidCourse } from '../../../test/pay/trade.ts';
import { approveRefund } from '../refund/decide.action.ts';
import { insertRefund } from '../refund-record/refund.store.ts';
import { embeddedIssuer, type InvoiceIssuer } from './issuer.client.ts';
import { issueInvoice } from './issue.job.ts';
import { refusal } from '../../../test/refusal.ts';

const api = await startApiForFile();

const form = { kind: 'personal' as const, title: '李明', email: 'a@example.com' };
const applyForInvoice = ({ order_code, learner }: Purchase) =>
  api.send(invoiceApply, { ...form, order_code }, learner);
const standing = async ({ order_code, learner }: Purchase) =>
  (await api.send(invoiceList, { order_code }, learner)).list[0];
const buy = async () => purchaseBy(api, await paidCourse(api, 6800), '68.00');
const approve = (refundNo: string) => approveRefund(api.context, refundNo, 'finance');

/** A fake tax system that issues on command. */
function slowIssuer() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const issuer: InvoiceIssuer = {
    async issue(invoice, at) {
      asked.resolve();
      await promise;
      return embeddedIssuer.issue(invoice, at);
    },
  };
  return { issuer, asked: asked.promise, go: resolve };
}

describe('an invoice and refunds', () => {
  it.each(['duplicate', 'late', 'amount'] as const)(
    'stays valid while the refund of a %s payment is retried',
    async (kind) => {
      const bought = await buy();
      const { invoice_no } = await applyForInvoice(bought);
      await issueInvoice(api.context, invoice_no);
      const refund_no = ulid();
      await api.db.transaction((tx) =>
        insertRefund(tx, {
          refund_no,
          site_id: 'main',
          user_id: bought.learner.user_id,
          order_code: bought.order_code,
          trade_no: ulid(),
          kind,
          request_id: refund_no,
          amount_fen: 6800,
          reason: '重复付款',
          refund_status: 'failed',
          created_at: api.clock.now(),
        }),
      );
      expect(await approve(refund_no)).toMatchObject({ refund_status: 'processing' });
      expect(await standing(bought)).toMatchObject({ invoice_status: 'issued' });
      expect(
        await api.send(orderDetail, { order_code: bought.order_code }, bought.learner),
      ).toMatchObject({ order_status: 'completed', invoice_status: 'issued' });
    },
  );

  it('is reversed when it is issued after the refund was approved', async () => {
    const bought = await buy();
    const { invoice_no } = await applyForInvoice(bought);
    const { issuer, asked, go } = slowIssuer();
    const issuing = issueInvoice(api.context, invoice_no, issuer);
    await asked;
    const { refund_no } = await applyForRefund(api, bought);
    await approve(refund_no);
    expect(await standing(bought)).toMatchObject({ invoice_status: 'issuing' });
    go();
    await issuing;
    expect(await standing(bought)).toMatchObject({
      invoice_status: 'reversed',
      tax_invoice_no: expect.stringMatching(/^\d{20}$/),
      reason: '退款',
    });
    expect(
      await api.send(orderDetail, { order_code: bought.order_code }, bought.learner),
    ).toMatchObject({ invoice_status: 'reversed' });
  });

  it('is neither accepted nor issued while a refund request is pending, and issued after its withdrawal', async () => {
    const [late, early] = [await buy(), await buy()];
    await applyForRefund(api, late);
    expect(
      (await api.send(orderDetail, { order_code: late.order_code }, late.learner)).actions,
    ).not.toContain('invoice');
    expect(await refusal(applyForInvoice(late))).toBe('refund_pending');
    const { invoice_no } = await applyForInvoice(early);
    const { refund_no } = await applyForRefund(api, early);
    await issueInvoice(api.context, invoice_no);
    expect(await standing(early)).toMatchObject({ invoice_status: 'applied' });
    await api.send(refundCancel, { refund_no }, early.learner);
    await issueInvoice(api.context, invoice_no);
    expect(await standing(early)).toMatchObject({ invoice_status: 'issued' });
  });

  it('that is only requested is rejected by the refund, and a new one can be requested for the rest', async () => {
    const bought = await buy();
    await applyForInvoice(bought);
    const { refund_no } = await applyForRefund(api, bought);
    await approve(refund_no);
    expect(await standing(bought)).toMatchObject({ invoice_status: 'rejected', reason: '退款' });
  });
});

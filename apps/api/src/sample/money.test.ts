import { login } from '@cme/contract/person';
import {
  invoiceDownload,
  invoiceList,
  orderDetail,
  orderList,
  payStatus,
  refundDetail,
  refundPreview,
} from '@cme/contract/payment';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { startApiForFile } from '../../test/api-for-file.ts';
import { invoice, invoiceStatuses } from '../payment/invoice/invoice.tables.ts';
import { trade } from '../payment/pay/trade/pay.tables.ts';
import { refund } from '../payment/refund-record/refund.tables.ts';
import { refundStatuses } from '../payment/refund-record/refund.rules.ts';

const api = await startApiForFile({ sample: true });
const tokens: string[] = [];
beforeAll(async () => {
  for (const account of ['13800000001', '13800000002'])
    tokens.push(
      (
        await api.sendForMessage(login, {
          login_kind: 'password',
          account,
          password: 'Learner2026',
        })
      ).message,
    );
});

test('refunds and invoices exist in every state', async () => {
  const [refunds, invoices] = [
    await api.db.select().from(refund),
    await api.db.select().from(invoice),
  ];
  expect([...new Set(refunds.map(({ refund_status }) => refund_status))].sort()).toEqual(
    [...refundStatuses].sort(),
  );
  expect([...new Set(invoices.map(({ invoice_status }) => invoice_status))].sort()).toEqual(
    [...invoiceStatuses].sort(),
  );
  expect(
    new Set((await api.db.select().from(trade)).map(({ trade_status }) => trade_status)),
  ).toEqual(
    new Set(['succeeded', 'refunding', 'partial_refunded', 'refunded', 'closed', 'failed']),
  );
});

test('every paid order has one trade that paid it, and amounts add up', async () => {
  const { rows } = await api.db.execute(sql`
    select o.order_code from "order" o where o.paid_fen > 0 and o.pay_fen > 0
    and (select count(*) from trade t where t.order_code = o.order_code and t.booked = 'Y' and t.amount_fen = o.paid_fen and t.trade_no = o.trade_no and t.refunded_fen = o.refunded_fen) <> 1`);
  expect(rows).toEqual([]);
});

test('learners see all of them', async () => {
  const states = new Set<string>();
  for (const token of tokens) {
    const { list } = await api.send(orderList, { page_size: 50 }, { token });
    for (const { order_code } of list) {
      states.add((await api.send(payStatus, { order_code }, { token })).pay_state);
      await api.send(refundPreview, { order_code }, { token });
      const { refunds } = await api.send(orderDetail, { order_code }, { token });
      for (const { refund_no, refund_status } of refunds)
        expect(
          (await api.send(refundDetail, { refund_no }, { token })).timeline.at(-1)?.status,
        ).toBe(refund_status);
    }
    for (const row of (await api.send(invoiceList, {}, { token })).list.filter(
      ({ invoice_status }) => invoice_status === 'issued',
    )) {
      const { url } = await api.send(invoiceDownload, { invoice_no: row.invoice_no }, { token });
      expect((await fetch(api.url + url)).headers.get('content-type')).toBe('application/pdf');
    }
  }
  expect([...states].sort()).toEqual(['closed', 'late', 'paid', 'refunded', 'waiting']);
});

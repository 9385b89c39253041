import * as z from 'zod/mini';
import { callGateway } from '../gateway/ask-gateway.ts';
import { type BillRow, GatewayUnavailableError, GatewayRefusedError } from '../gateway/gateway.ts';
import { readAlipayBill } from '../gateway/bill.rules.ts';
import { textFiles } from '../gateway/unzip.ts';
import type { AlipayCall } from './alipay.call.ts';

const BillRef = z.object({ bill_download_url: z.string() });
/** Bills are large. */
const downloadMs = 60_000;

/** A day's trade bill: zipped CSV without the summary. Empty for a day without trades. */
export async function billOfDay(call: AlipayCall, day: string): Promise<BillRow[]> {
  try {
    const { bill_download_url } = await call(
      'alipay.data.dataservice.bill.downloadurl.query',
      BillRef,
      { billType: 'trade', billDate: day },
    );
    const { status, bytes } = await callGateway(
      bill_download_url,
      { method: 'GET', headers: {} },
      downloadMs,
    );
    if (status !== 200) throw new GatewayUnavailableError(`the bill answers ${status}`);
    return textFiles(bytes, 'gbk')
      .filter(({ name }) => !name.includes('汇总'))
      .flatMap(({ text }) => readAlipayBill(text));
  } catch (fault) {
    if (fault instanceof GatewayRefusedError && /bill_not_exist/i.test(fault.code)) return [];
    throw fault;
  }
}

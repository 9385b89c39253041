import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { WechatSettings } from '../../../platform/settings/pay-settings.ts';
import { type BillRow, GatewayUnavailableError, GatewayRefusedError } from '../gateway/gateway.ts';
import { readWechatBill } from '../gateway/bill.rules.ts';
import { download, parsePayload, type WechatCall } from './wechat.call.ts';

const BillRef = z.object({
  download_url: z.string(),
  hash_type: z.literal('SHA1'),
  hash_value: z.string(),
});

/** A day's trade bill; undefined while it is being generated, empty for a day without trades. */
export async function billOfDay(
  call: WechatCall,
  settings: WechatSettings,
  day: string,
): Promise<BillRow[] | undefined> {
  try {
    const { download_url, hash_value } = parsePayload(
      BillRef,
      await call('GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`),
    );
    const { status, bytes } = await download(settings, download_url);
    const checksum = createHash('sha1').update(bytes).digest('hex');
    if (status !== 200 || checksum !== hash_value.toLowerCase())
      throw new GatewayUnavailableError('the bill came broken');
    return readWechatBill(bytes.toString('utf8'));
  } catch (fault) {
    if (fault instanceof GatewayRefusedError && fault.code === 'NO_STATEMENT_EXIST') return [];
    if (fault instanceof GatewayRefusedError && fault.code === 'STATEMENT_CREATING')
      return undefined;
    throw fault;
  }
}

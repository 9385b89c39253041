import * as z from 'zod/mini';
import type { SmsProvider } from '../../../platform/settings/sms-settings.ts';

/** What a provider reports about one message. */
export interface SmsReport {
  /** Our number of the message, where the provider returns it. */
  message_id: string;
  provider_id: string;
  mobile: string;
  isDelivered: boolean;
  code: string;
}

const AliyunReport = z.object({
  phone_number: z.string(),
  success: z.boolean(),
  err_code: z._default(z.string(), ''),
  biz_id: z.string(),
  out_id: z._default(z.nullable(z.string()), ''),
});
const TencentReport = z.object({
  mobile: z.string(),
  report_status: z.string(),
  errmsg: z._default(z.string(), ''),
  sid: z.string(),
});
const mostAtOnce = 500;
const listOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item).check(z.maxLength(mostAtOnce));

const toMobile = (text: string) => text.replace(/^(\+?86)(?=\d{11}$)/, '');

/** The reports of a call; throws if they are malformed. */
export function parseReports(provider: SmsProvider, payload: unknown): SmsReport[] {
  if (provider === 'aliyun')
    return listOf(AliyunReport)
      .parse(payload)
      .map(({ phone_number, success, err_code, biz_id, out_id }) => ({
        message_id: out_id ?? '',
        provider_id: biz_id,
        mobile: toMobile(phone_number),
        isDelivered: success,
        code: err_code,
      }));
  return listOf(TencentReport)
    .parse(payload)
    .map(({ mobile, report_status, errmsg, sid }) => ({
      message_id: '',
      provider_id: sid,
      mobile: toMobile(mobile),
      isDelivered: report_status === 'SUCCESS',
      code: errmsg,
    }));
}

/** The acknowledgement that each provider expects; it repeats the call after any other status. */
export const acknowledgements: Readonly<Record<SmsProvider, object>> = {
  aliyun: { code: 0, msg: '接收成功' },
  tencent: { result: 0, errmsg: 'OK' },
};
export const refusals: Readonly<Record<SmsProvider, object>> = {
  aliyun: { code: 1, msg: '接收失败' },
  tencent: { result: 1, errmsg: 'FAIL' },
};

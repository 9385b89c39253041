import * as z from 'zod/mini';
import type { TencentSms } from '../../../../platform/settings/sms-settings.ts';
import { callProvider, isOutcome } from './call-provider.ts';
import { judgeTencent } from './codes.rules.ts';
import type { SendSms } from './provider.ts';
import { signTencent } from './tencent.sign.ts';
import { badVariables, chooseWording } from './wording.rules.ts';

const Answer = z.object({
  Response: z.union([
    z.object({ Error: z.object({ Code: z.string() }) }),
    z.object({
      SendStatusSet: z.array(z.object({ Code: z.string(), SerialNo: z._default(z.string(), '') })),
    }),
  ]),
});

/** SendSms of Tencent Cloud (sms, 2021-01-11). */
export const tencentSms =
  (settings: TencentSms): SendSms =>
  async (message) => {
    const { sign, template, minutes } = chooseWording(settings, message);
    const bad = badVariables('tencent', message.code, minutes);
    if (bad) return bad;
    const body = JSON.stringify({
      PhoneNumberSet: [`+86${message.mobile}`],
      SmsSdkAppId: settings.appId,
      SignName: sign,
      TemplateId: template,
      TemplateParamSet: [message.code, ...(minutes ? [minutes] : [])],
      SessionContext: message.message_id,
    });
    const headers = signTencent(
      {
        service: 'sms',
        host: new URL(settings.endpoint).host,
        body,
        timestamp: Math.floor(Date.now() / 1000),
        signed: { 'x-tc-action': 'SendSms' },
      },
      settings.secretId,
      settings.secretKey,
    );
    const reply = await callProvider(`${settings.endpoint}/`, {
      method: 'POST',
      headers: { ...headers, 'x-tc-version': '2021-01-11', 'x-tc-region': settings.region },
      body,
    });
    if (isOutcome(reply)) return reply;
    const answer = Answer.safeParse(reply.payload);
    if (!answer.success) return { result: 'unknown', code: `http-${reply.status}` };
    const { Response } = answer.data;
    if ('Error' in Response) {
      const code = Response.Error.Code;
      return { result: judgeTencent(code), code };
    }
    const [status] = Response.SendStatusSet;
    if (!status) return { result: 'unknown', code: 'empty-reply' };
    const { Code: code, SerialNo: provider_id } = status;
    if (code.toLowerCase() === 'ok') return { result: 'accepted', code, provider_id };
    return { result: judgeTencent(code), code };
  };

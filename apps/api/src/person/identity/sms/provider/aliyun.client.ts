import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { AliyunSms } from '../../../../platform/settings/sms-settings.ts';
import { signAliyun } from './aliyun.sign.ts';
import { callProvider, isOutcome } from './call-provider.ts';
import { judgeAliyun } from './codes.rules.ts';
import type { SendSms } from './provider.ts';
import { badVariables, chooseWording } from './wording.rules.ts';

const Answer = z.object({ Code: z.string(), BizId: z.optional(z.string()) });

/** SendSms of Aliyun (dysmsapi, 2017-05-25). */
export const aliyunSms =
  (settings: AliyunSms): SendSms =>
  async (message) => {
    const { sign, template, minutes } = chooseWording(settings, message);
    const bad = badVariables('aliyun', message.code, minutes);
    if (bad) return bad;
    const { search, headers } = signAliyun(
      {
        host: new URL(settings.endpoint).host,
        action: 'SendSms',
        version: '2017-05-25',
        query: {
          PhoneNumbers: message.mobile,
          SignName: sign,
          TemplateCode: template,
          TemplateParam: JSON.stringify({ code: message.code, ...(minutes && { minutes }) }),
          OutId: message.message_id,
        },
        date: new Date(),
        nonce: randomBytes(16).toString('hex'),
      },
      settings.keyId,
      settings.keySecret,
    );
    const reply = await callProvider(`${settings.endpoint}/?${search}`, {
      method: 'POST',
      headers: { ...headers, accept: 'application/json' },
    });
    if (isOutcome(reply)) return reply;
    const answer = Answer.safeParse(reply.payload);
    if (!answer.success) return { result: 'unknown', code: `http-${reply.status}` };
    const { Code: code, BizId: provider_id = '' } = answer.data;
    if (code === 'OK') return { result: 'accepted', code, provider_id };
    return { result: judgeAliyun(code), code };
  };

import { randomInt, randomUUID } from 'node:crypto';
import type { SmsSandbox } from '@cme/api/settings/sms-sandbox';
import { findForgery, type TencentRequest } from './tencent.signing.ts';
import type { Control, Reply, SentMessage } from './message.ts';

type Account = SmsSandbox['tencent'];

const codesOfModes: Partial<Record<Control['mode'], [string, string]>> = {
  number: ['InvalidParameterValue.IncorrectPhoneNumber', 'incorrect phone number'],
  limit: ['LimitExceeded.PhoneNumberOneHourLimit', 'the number of SMS exceeds the hourly limit'],
  balance: ['FailedOperation.InsufficientBalanceInSmsPackage', 'insufficient balance'],
};

interface Fields {
  PhoneNumberSet?: unknown;
  SmsSdkAppId?: unknown;
  SignName?: unknown;
  TemplateId?: unknown;
  TemplateParamSet?: unknown;
  SessionContext?: unknown;
}

const fail = (Code: string, Message: string): { reply: Reply } => ({
  reply: {
    status: 200,
    body: { Response: { Error: { Code, Message }, RequestId: randomUUID() } },
  },
});
const answer = (number: string, Code: string, Message: string, SerialNo = ''): Reply => ({
  status: 200,
  body: {
    Response: {
      SendStatusSet: [
        {
          SerialNo,
          PhoneNumber: number,
          Fee: SerialNo ? 1 : 0,
          SessionContext: '',
          Code,
          Message,
          IsoCode: 'CN',
        },
      ],
      RequestId: randomUUID(),
    },
  },
});

/** Tencent Cloud's SendSms (2021-01-11): checks the signature, then parameters, signature and
 * template. */
export function createTencent(account: Account, control: Control) {
  return {
    handle(request: TencentRequest): { reply: Reply; message?: SentMessage } {
      const forgery = findForgery(account, request);
      if (forgery) return fail(...forgery);
      const { headers } = request;
      if (headers['x-tc-action'] !== 'SendSms')
        return fail('InvalidAction', 'The requested action is invalid.');
      if (headers['x-tc-version'] !== '2021-01-11')
        return fail('NoSuchVersion', 'The API version does not exist.');
      if (!headers['x-tc-region'])
        return fail('MissingParameter', 'The request is missing the parameter Region.');
      if (control.mode === 'busy')
        return fail('RequestLimitExceeded', 'The request frequency exceeds the limit.');
      return send(parseFields(request.body));
    },
  };

  function send(fields: Fields): { reply: Reply; message?: SentMessage } {
    const [number = '', ...others] = toTexts(fields.PhoneNumberSet);
    if (!number) return fail('MissingParameter.EmptyPhoneNumberSet', 'PhoneNumberSet is empty.');
    if (fields.SmsSdkAppId !== account.app_id)
      return fail('UnauthorizedOperation.SmsSdkAppIdVerifyFail', 'SmsSdkAppId verify fail.');
    const refuse = (code: string, text: string) => ({ reply: answer(number, code, text) });
    const ofMode = codesOfModes[control.mode];
    if (ofMode) return refuse(...ofMode);
    if (!/^\+861[3-9]\d{9}$/.test(number) || others.length > 0)
      return refuse('InvalidParameterValue.IncorrectPhoneNumber', 'incorrect phone number');
    if (!account.approved.signs.includes(String(fields.SignName)))
      return refuse('FailedOperation.SignatureIncorrectOrUnapproved', 'signature not approved');
    const template = Object.hasOwn(account.approved.templates, String(fields.TemplateId))
      ? account.approved.templates[String(fields.TemplateId)]
      : undefined;
    if (!template)
      return refuse('FailedOperation.TemplateIncorrectOrUnapproved', 'template not approved');
    const variables = toTexts(fields.TemplateParamSet);
    if (variables.length !== new Set(template.text.match(/\{\d\}/g)).size)
      return refuse('FailedOperation.TemplateParamSetNotMatchApprovedTemplate', 'not match');
    if (!variables.every((value) => /^\d{0,6}$/.test(value)))
      return refuse('InvalidParameterValue.TemplateParameterFormatError', '0 to 6 digits');
    const id = `2645:${Date.now()}${randomInt(1e9)}`;
    const text = template.text.replace(
      /\{(\d)\}/g,
      (_, nth: string) => variables[Number(nth) - 1] ?? '',
    );
    return {
      reply: answer(number, 'Ok', 'send success', id),
      message: {
        provider: 'tencent',
        id,
        mobile: number.slice(3),
        scene: template.scene,
        code: variables[0] ?? '',
        text: `【${fields.SignName}】${text}`,
        out_id: String(fields.SessionContext ?? ''),
        at: new Date().toISOString(),
      },
    };
  }
}

const toTexts = (value: unknown): string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : [];

function parseFields(body: string): Fields {
  try {
    return (JSON.parse(body) as Fields | null) ?? {};
  } catch {
    return {};
  }
}

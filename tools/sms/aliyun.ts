import { randomInt, randomUUID } from 'node:crypto';
import type { SmsSandbox } from '@cme/api/settings/sms-sandbox';
import { type AliyunRequest, findForgery } from './aliyun.signing.ts';
import type { Control, Reply, SentMessage } from './message.ts';

type Account = SmsSandbox['aliyun'];

const codesOfModes: Partial<Record<Control['mode'], [string, string]>> = {
  number: ['isv.MOBILE_NUMBER_ILLEGAL', '非法手机号'],
  limit: ['isv.BUSINESS_LIMIT_CONTROL', '触发小时级流控Permits:5'],
  balance: ['isv.AMOUNT_NOT_ENOUGH', '账户余额不足'],
  busy: ['Throttling.User', 'Request was denied due to user flow control.'],
};

/** Aliyun's SendSms: checks the signature (version 3), then parameters, signature and template. */
export function createAliyun(account: Account, control: Control) {
  const nonces = new Set<string>();
  const refuse = (status: number, Code: string, Message: string): { reply: Reply } => ({
    reply: { status, body: { Code, Message, RequestId: randomUUID().toUpperCase() } },
  });

  return {
    handle(request: AliyunRequest): { reply: Reply; message?: SentMessage } {
      const forgery = findForgery(account, nonces, request);
      if (forgery) return refuse(400, ...forgery);
      const { headers } = request;
      if (headers['x-acs-action'] !== 'SendSms' || headers['x-acs-version'] !== '2017-05-25')
        return refuse(404, 'InvalidAction.NotFound', 'Specified api is not found.');
      const ofMode = codesOfModes[control.mode];
      if (ofMode) return refuse(control.mode === 'busy' ? 400 : 200, ...ofMode);
      const fields = Object.fromEntries(new URLSearchParams(request.search));
      const { PhoneNumbers: mobile = '', SignName = '', TemplateCode = '', OutId = '' } = fields;
      if (!/^1[3-9]\d{9}$/.test(mobile))
        return refuse(200, 'isv.MOBILE_NUMBER_ILLEGAL', `${mobile}非法的手机号码`);
      if (!account.approved.signs.includes(SignName))
        return refuse(200, 'isv.SMS_SIGNATURE_ILLEGAL', '签名不合法（不存在或被拉黑）');
      const template = Object.hasOwn(account.approved.templates, TemplateCode)
        ? account.approved.templates[TemplateCode]
        : undefined;
      if (!template) return refuse(200, 'isv.SMS_TEMPLATE_ILLEGAL', '该账号下找不到对应模板');
      const variables = parseVariables(fields['TemplateParam']);
      if (!variables)
        return refuse(200, 'isv.INVALID_JSON_PARAM', '参数格式错误，请修改为字符串值');
      const needed = [...template.text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
      if (needed.some((name) => !variables[name]))
        return refuse(200, 'isv.TEMPLATE_MISSING_PARAMETERS', '模板变量缺少对应参数值');
      const { code = '' } = variables;
      if (!/^[A-Za-z0-9]{4,6}$/.test(code) || Object.values(variables).some(isTooLong))
        return refuse(200, 'isv.PARAM_LENGTH_LIMIT', '参数超过长度限制');
      const id = `${Date.now()}${randomInt(1e6)}^0`;
      const text = template.text.replace(
        /\$\{(\w+)\}/g,
        (_, name: string) => variables[name] ?? '',
      );
      return {
        reply: {
          status: 200,
          body: { Code: 'OK', Message: 'OK', BizId: id, RequestId: randomUUID().toUpperCase() },
        },
        message: {
          provider: 'aliyun',
          id,
          mobile,
          scene: template.scene,
          code,
          text: `【${SignName}】${text}`,
          out_id: OutId,
          at: new Date().toISOString(),
        },
      };
    },
  };
}

const isTooLong = (value: string) => [...value].length > 35;

/** JSON whose values are texts. */
function parseVariables(text = ''): Record<string, string> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return Object.values(value).every((item) => typeof item === 'string')
      ? (value as Record<string, string>)
      : undefined;
  } catch {
    return undefined;
  }
}

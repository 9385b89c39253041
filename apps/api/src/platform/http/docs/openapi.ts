import { RefusalData, wirePath } from '@cme/contract/base';
import * as z from 'zod/mini';
import type { RegisteredCall } from '../answer.ts';
import { version } from '../../settings/version.ts';

type Json = Record<string, unknown>;

const toJsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const more = {
  id: { type: 'string', description: '编号，便于查询' },
  field: { type: 'string', description: '未通过检查的字段' },
};
const { properties } = toJsonSchema(RefusalData, 'output');
const refusal = {
  type: 'object',
  properties: {
    isSuccess: { const: false },
    statusCode: { type: 'integer', minimum: 400, maximum: 599 },
    message: { type: 'string' },
    data: { type: 'object', properties: { ...(properties as Json), ...more } },
  },
  required: ['isSuccess', 'statusCode', 'message', 'data'],
};

/** The body on the wire: the call's fields plus the domain that every body carries. */
function describeBody({ call }: RegisteredCall): Json {
  const domain = {
    type: 'object',
    properties: { full_domain_name: { type: 'string' } },
    required: ['full_domain_name'],
  };
  const schema = { allOf: [toJsonSchema(call.body, 'input'), domain] };
  const form = { 'application/x-www-form-urlencoded': { schema } };
  const json = { 'application/json': { schema } };
  return { required: true, content: call.encoding === 'json' ? json : { ...form, ...json } };
}

function describeAnswer({ call, options }: RegisteredCall): Json {
  const data = toJsonSchema(call.data, 'output');
  const success = {
    type: 'object',
    properties: {
      isSuccess: { const: true },
      statusCode: { const: 200 },
      message: { type: 'string' },
      data,
    },
    required: ['isSuccess', 'statusCode', 'data'],
  };
  const emptyBody = {
    type: 'object',
    properties: { data },
    required: ['data'],
    additionalProperties: false,
  };
  return { oneOf: [options.bare ? emptyBody : success, { $ref: '#/components/schemas/Refusal' }] };
}

const json = (schema: Json) => ({ content: { 'application/json': { schema } } });
const refused = (description: string) => ({
  description,
  ...json({ $ref: '#/components/schemas/Refusal' }),
});
const refusalTexts: Record<string, string> = {
  '401': '未登录或登录已失效',
  '403': '无权访问',
  '404': '不存在',
  '405': '请求方式不正确',
  '408': '请求超时',
  '413': '内容过大',
  '414': '地址过长',
  '415': '格式不受支持',
  '429': '过于频繁',
  '431': '请求头过大',
  '500': '系统出错',
  '503': '系统繁忙',
};

function describeOperation(registered: RegisteredCall, method: string): Json {
  const { call } = registered;
  return {
    operationId: `${method}${wirePath(call.path).replace('/qm/api', '').replaceAll('/', '_')}`,
    tags: [wirePath(call.path).split('/').slice(3, 5).join('/')],
    'x-access': call.access,
    security: call.access === 'learner' ? [{ token: [] }] : [{}, { token: [] }],
    ...(method === 'post' ? { requestBody: describeBody(registered) } : {}),
    responses: {
      '200': { description: '信封；isSuccess 决定成败', ...json(describeAnswer(registered)) },
      ...Object.fromEntries(
        Object.entries(refusalTexts).map(([status, text]) => [status, refused(text)]),
      ),
    },
  };
}

/** The OpenAPI 3.1 document of all registered calls. */
export function toOpenApi(calls: readonly RegisteredCall[]): Json {
  const paths = calls.map((registered) => {
    const methods = registered.options.get ? ['post', 'get'] : ['post'];
    return [
      wirePath(registered.call.path),
      Object.fromEntries(methods.map((method) => [method, describeOperation(registered, method)])),
    ];
  });
  return {
    openapi: '3.1.0',
    info: { title: '继续教育平台接口', version },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: { Refusal: refusal },
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Token' } },
    },
  };
}

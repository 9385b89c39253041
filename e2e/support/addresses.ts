import { request } from 'node:http';
import { everyCall } from '@cme/contract/every-call';
import { type Call, CONTRACT_VERSION, wirePath } from '@cme/contract/base';
import { login } from '@cme/contract/person';
import * as z from 'zod/mini';
import { password } from './people.ts';

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  /** False where `prefixItems` names all of them. */
  items?: Schema | false;
  prefixItems?: Schema[];
}

interface Reply {
  status: number;
  type: string;
  text: string;
}

/** Calls that change something, which other journeys rely on, end the session or are not a person's. */
const notMade = [
  /^\/qm\/api\/(admin|captcha|login|logout|regist|forgetpwd|session|wechat|site\/map|pay\/notify)\b/,
  /\/(add|apply|ask|attempt|beat|bind|book|cancel\w*|change_\w+|check_answer|choose|clear|close\w*|confirm|correct\w*|create|declare|delete|enrol|event|extend|forget|hide|join\w*|leave\w*|notify|pay|profile_put_off|prove|quit|read\w*|record|remove|request|restore|save|say|set|sign|sign_out\w*|start|step_up|submit|toggle|transfer|unbind|update|use|verify_identity|view|withdraw|write)(\/|$)/,
];

/** Sends to an edge of this machine in the name of a host: Node resolves no `*.localhost`. */
function sendTo(
  port: number,
  host: string,
  path: string,
  { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { host: `${host}:${port}`, ...headers },
      },
      (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            type: reply.headers['content-type'] ?? '',
            text: Buffer.concat(parts).toString(),
          }),
        );
        reply.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Values of earlier replies by field: what a client that walks the product could name. */
type Known = Map<string, Set<string>>;

function note(known: Known, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) note(known, item);
  else if (value && typeof value === 'object')
    for (const [field, item] of Object.entries(value)) {
      if ((typeof item === 'string' || typeof item === 'number') && `${item}`.length < 60) {
        const values = known.get(field) ?? known.set(field, new Set()).get(field);
        if (values && values.size < 40) values.add(`${item}`);
      } else note(known, item);
    }
}

function bodyFor(schema: Schema, known: Known, turn: number, name = ''): unknown {
  const [variant] = schema.anyOf ?? [];
  if (variant) return bodyFor(variant, known, turn, name);
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([field]) => schema.required?.includes(field) || /(^id|_id|_no)$/.test(field))
        .map(([field, part]) => [field, bodyFor(part, known, turn, field)]),
    );
  if (schema.prefixItems) return schema.prefixItems.map((item) => bodyFor(item, known, turn, name));
  if (schema.type === 'array') return [bodyFor(schema.items || {}, known, turn, name)];
  if (name === 'password') return password;
  if ('const' in schema) return schema.const;
  const values = [...(known.get(name) ?? [])];
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  const value = values.filter(Boolean)[turn % values.length];
  if (value !== undefined) return isNumber ? Number(value) || 1 : value;
  if (schema.enum) return schema.enum[turn % schema.enum.length];
  if (schema.type === 'boolean') return true;
  if (isNumber) return 1;
  return '无'.repeat(Math.max(schema.minLength ?? 1, 1));
}

const encode = (call: Call, body: Record<string, unknown>) =>
  call.encoding === 'json'
    ? JSON.stringify(body)
    : new URLSearchParams(
        Object.entries(body).map(([field, value]) => [
          field,
          typeof value === 'object' ? JSON.stringify(value) : String(value),
        ]),
      ).toString();

const address =
  /(?:https?:\/\/[\w.-]+(?::\d+)?)?\/qm\/(?!api\/(?!v5\/invoice\/file\/))[^\s"'<>\\)]+/g;

/** A learner at one host, who makes every call of the contract with what the replies name. */
export async function openVisitor(port: number, host: string, account: string) {
  const known: Known = new Map();
  let token = '';
  const send = async (call: Call, fields: Record<string, unknown>) => {
    const { text } = await sendTo(port, host, wirePath(call.path), {
      body: encode(call, { ...fields, full_domain_name: host }),
      headers: {
        'content-type':
          call.encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
        'x-cme-contract': String(CONTRACT_VERSION),
        ...(token && { 'x-token': token }),
      },
    });
    return JSON.parse(text);
  };
  const signedIn = await send(login, { login_kind: 'password', account, password });
  if (!signedIn.isSuccess) throw new Error(`${account} at ${host}: ${signedIn.message}`);
  token = signedIn.message;

  return {
    send,
    /** Addresses that any call issues, each with the call that issued it. */
    async *issued(turns: number): AsyncGenerator<{ url: string; path: string }> {
      for (let turn = 0; turn < turns; turn += 1)
        for (const call of everyCall) {
          if (notMade.some((pattern) => pattern.test(call.path))) continue;
          const schema = z.toJSONSchema(call.body, {
            io: 'input',
            unrepresentable: 'any',
            reused: 'inline',
          }) as Schema;
          const reply = await send(call, bodyFor(schema, known, turn) as Record<string, unknown>);
          if (!reply.isSuccess && reply.isSuccess !== undefined) continue;
          note(known, reply.data);
          for (const [url] of JSON.stringify(reply.data ?? '').matchAll(address))
            yield { url: url.replaceAll('&amp;', '&'), path: call.path };
        }
    },
    /** Opens an address as this host's page would. */
    async follow(url: string): Promise<Reply> {
      const { hostname, pathname, search } = new URL(url, `http://${host}:${port}`);
      return sendTo(port, hostname, pathname + search);
    },
  };
}

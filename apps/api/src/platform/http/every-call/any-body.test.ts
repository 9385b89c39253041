import { everyCall } from '@cme/contract/every-call';
import { type Call, wirePath } from '@cme/contract/base';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromJSONSchema, type ZodType } from 'zod';
import * as z from 'zod/mini';
import { anyBody, type Schema } from '../../../../test/any-body.ts';
import { form, json } from '../../../../test/ask.ts';
import { readKnownValues } from '../../../../test/known-values.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { openSession } from '../../../person/identity/session/session.store.ts';
import { sampleId } from '@cme/sample/ids';
import { people } from '@cme/sample/people';

/** 200 bodies per call; fewer when signed out, where most calls stop at the session check. Few for the
 * embedded database: only to show that it accepts each statement. */
const bodyCount = process.env.TEST_DATABASE_URL
  ? { 'signed out': 50, 'signed in': 150 }
  : { 'signed out': 5, 'signed in': 5 };
const learner = { user_id: sampleId('user', 'nurse'), site_id: sampleId('site', 'main') };

interface Document {
  paths: Record<
    string,
    { post: { responses: Record<string, { content: Record<string, { schema: object }> }> } }
  >;
  components: { schemas: { Refusal: object } };
}
type SchemasByUrl = Map<string, ZodType>;

const api = await startApiForFile({
  sample: true,
  settings: { siteCacheMs: 600_000, listCacheMs: 3000 },
});
let document: Document;
/** Values by field: from the learner's own rows, the catalogue, and typical input. */
let cached: Map<string, string[]>;
beforeAll(async () => {
  document = (await api.app.inject({ url: '/qm/api/docs/openapi.json' })).json();
  cached = await readKnownValues(api.db, learner.user_id);
});

const typed: Record<string, string[]> = {
  mobile: ['13800000001', '13977770000'],
  account: ['13800000001', '13977770000'],
  password: ['Learner2026', 'Wrong2026'],
  sms_code: ['123456'],
  real_name: ['陈晓禾'],
  id_no: ['330106199903120021'],
  email: ['a@b.cn'],
  tax_no: ['91330106MA2AXXXX0X'],
  area_id: ['330106'],
  parent: ['330000'],
  content_type: ['C', 'P'],
};
const alias: Record<string, string> = { id: 'content_id', course_id: 'content_id' };

const getKnownValues = (name: string) => typed[name] ?? cached.get(alias[name] ?? name) ?? [];

/** Response schemas of a call in the published document, by HTTP status. */
function parseResponseSchemas(call: Call): SchemasByUrl {
  const { responses } = document.paths[wirePath(call.path)]!.post;
  const whole = (schema: object) =>
    JSON.parse(
      JSON.stringify(schema).replaceAll(
        '{"$ref":"#/components/schemas/Refusal"}',
        JSON.stringify(document.components.schemas.Refusal),
      ),
    );
  return new Map(
    Object.entries(responses).map(([status, { content }]) => [
      status,
      fromJSONSchema(whole(content['application/json']!.schema)),
    ]),
  );
}

/**
 * Below the number at which requests queue for a database connection until the API reports
 * overload.
 */
const atOnce = 25;

const inForm = (value: unknown) =>
  encodeURIComponent(
    (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed(),
  );

async function send(call: Call, body: Record<string, unknown>, asJson: boolean, token?: string) {
  const all = { full_domain_name: 'cme.localhost', ...body };
  const payload = asJson
    ? JSON.stringify(all)
    : Object.entries(all)
        .map(([name, value]) => `${inForm(name)}=${inForm(value)}`)
        .join('&');
  const headers = {
    host: 'api.cme.localhost',
    ...(asJson ? json : form),
    ...(token ? { 'x-token': token } : {}),
  };
  const { statusCode, payload: text } = await api.app.inject({
    method: 'POST',
    url: wirePath(call.path),
    headers,
    payload,
  });
  return {
    status: statusCode,
    text,
    given: `${asJson ? 'JSON' : 'form'} ${payload.slice(0, 1500)}`,
  };
}

/** Mobile and identity numbers of everybody: no response may contain one unmasked. */
const numbers = new RegExp(people.flatMap(({ mobile, id_no }) => [mobile, id_no]).join('|'), 'i');

const inside = /node_modules|\bat \w+ \(|select |insert |Error:|\bzod\b|invalid_/i;

function judge(
  shapes: SchemasByUrl,
  { status, text, given }: Awaited<ReturnType<typeof send>>,
): boolean {
  const shown = `${given}\n→ ${status} ${text.slice(0, 500)}`;
  expect(status, shown).toBeLessThan(500);
  expect(text, shown).not.toMatch(numbers);
  const answer = JSON.parse(text) as { isSuccess?: boolean; statusCode: number; message: string };
  const wrong =
    shapes.get(String(status))?.safeParse(answer).error ??
    (shapes.has(String(status)) ? undefined : 'a status that is not published');
  expect(wrong, shown).toBeUndefined();
  if (answer.isSuccess !== false) return true;
  expect(answer.statusCode, shown).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode, shown).toBeLessThan(500);
  expect(answer.message, shown).toMatch(/\p{Script=Han}/u);
  expect(text, shown).not.toMatch(inside);
  return false;
}

describe.each(everyCall.map((call) => [call.path, call] as const))(
  '%s answers as published whatever it is sent',
  (_, call) => {
    const schema = z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }) as Schema;

    test.each(['signed out', 'signed in'] as const)(
      '%s',
      async (who) => {
        const shapes = parseResponseSchemas(call);
        const token =
          who === 'signed in'
            ? (
                await openSession(api.db, api.clock.now(), learner, {
                  origin: '',
                  user_agent: 'test',
                  address: '127.0.0.1',
                })
              ).token
            : undefined;
        const bodies = fc.sample(
          fc.tuple(
            anyBody(schema, getKnownValues),
            call.encoding === 'json' ? fc.constant(true) : fc.boolean(),
          ),
          bodyCount[who],
        );
        const done: boolean[] = [];
        for (let index = 0; index < bodies.length; index += atOnce) {
          const group = bodies.slice(index, index + atOnce);
          const answers = await Promise.all(
            group.map(([body, asJson]) => send(call, body, asJson, token)),
          );
          done.push(...answers.map((answer) => judge(shapes, answer)));
        }
        expect(done).toHaveLength(bodyCount[who]);
      },
      180_000,
    );
  },
);

import { type Call, wirePath } from '@cme/contract/base';
import { certificateVerify } from '@cme/contract/credits';
import { everyCall } from '@cme/contract/every-call';
import { sessionWatch } from '@cme/contract/person';
import { examAnalysis, examAttempt, examResult, playerBeat } from '@cme/contract/study';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRaw, json } from '../../../../test/ask.ts';
import { bodyWith, idFields, toBodySchema } from '../../../../test/id-bearing.ts';
import { readKnownValues } from '../../../../test/known-values.ts';
import { startTestApi, type TestApi } from '../../../../test/test-api.ts';
import { openSession } from '../../../person/identity/session/session.store.ts';
import { sampleId } from '@cme/sample/ids';
import type { SignedIn } from '../../context/context.ts';
import { getSites } from '../../sites/site.cache.ts';

// Sample learners with orders, exams, credits and declarations in every state, on a connection that
// refuses to write. Forty days later everything with a deadline is overdue, and no job has run.

const learners = ['nurse', 'physician', 'senior', 'village'];
const day = 86_400_000;

/** Repeatable, but not reads: they take the page over, close an attempt whose time is over, note
 * studied time, count guesses. */
const writing = new Set<string>([
  examAttempt.path,
  examResult.path,
  examAnalysis.path,
  playerBeat.path,
  certificateVerify.path,
]);
const calls = everyCall.filter(
  ({ repeatable, path }) => repeatable && !writing.has(path) && path !== sessionWatch.path,
);

/** Column of a field with another name. */
const columns: Record<string, string> = {
  course_id: 'content_id',
  file_ids: 'file_id',
};
const given: Record<string, unknown> = { year: 2026, area_id: '330106', keyword: '护理' };

let api: TestApi;
let readers: Reader[];
beforeAll(async () => {
  // One connection, so that all statements are read-only from now on.
  api = await startTestApi({ sample: true, poolSize: 1 });
  readers = [];
  for (const name of learners) readers.push(await newReader(name));
  const main = (await getSites(api.context)).find(({ is_main }) => is_main)!;
  const signedIn = new Map<string, SignedIn | undefined>();
  for (const { token } of readers) signedIn.set(token, await api.context.findSignedIn(token, main));
  // Noting when a session was last used is not the work of a read.
  api.context.findSignedIn = (token) => Promise.resolve(signedIn.get(token));
  const { rows } = await api.db.execute<{ name: string }>(sql`select current_database() as name`);
  await api.db.execute(
    sql`alter database ${sql.identifier(rows[0]?.name ?? '')} set default_transaction_read_only = on`,
  );
  await api.db.execute(sql`set default_transaction_read_only = on`);
});
afterAll(() => api.close());

interface Reader {
  token: string;
  known: Map<string, string[]>;
}

async function newReader(name: string): Promise<Reader> {
  const person = { user_id: sampleId('user', name), site_id: sampleId('site', 'main') };
  const { token } = await openSession(api.db, api.clock.now(), person, {
    origin: '',
    user_agent: 'test',
    address: '127.0.0.1',
  });
  const known = await readKnownValues(api.db, person.user_id);
  const { rows } = await api.db.execute<{ id: string }>(sql`
    (select distinct on (c.content_type) c.content_id as id from site_content s join content c using (content_id)
      where s.site_id = ${person.site_id} and s.shown order by c.content_type, c.content_id)
    union all (select id from news where site_id = ${person.site_id} limit 2)
    union all (select id from help_article limit 1)`);
  return { token, known: new Map([...known, ['id', rows.map(({ id }) => id)]]) };
}

const mostBodies = 14;

/** One body for each known value of an id. */
function bodiesOf(call: Call, { known }: Reader): unknown[] {
  const schema = toBodySchema(call);
  const fields = idFields(schema);
  const values = fields.map((field) => known.get(columns[field] ?? field) ?? []);
  return Array.from(
    { length: Math.min(mostBodies, Math.max(1, ...values.map(({ length }) => length))) },
    (_, index) =>
      bodyWith(
        schema,
        Object.fromEntries(
          fields.flatMap((field, position) => {
            const some = values[position] ?? [];
            return some.length > 0 ? [[field, some[index % some.length] ?? '']] : [];
          }),
        ),
        given,
      ),
  );
}

/** Statuses of the replies; a refused write is a 503. */
async function read(call: Call, reader: Reader): Promise<number[]> {
  const statuses: number[] = [];
  for (const body of bodiesOf(call, reader)) {
    const { text } = await sendRaw(api.url + wirePath(call.path), {
      headers: { ...json, 'x-token': reader.token },
      body: JSON.stringify({ ...(body as object), full_domain_name: 'cme.localhost' }),
    });
    const { statusCode = 200 } = JSON.parse(text) as { statusCode?: number };
    statuses.push(statusCode);
  }
  return statuses;
}

describe('a read', () => {
  test.each([
    ['today', 0],
    ['when everything that runs today is overdue', 40 * day],
  ])('writes nothing %s', async (_, later) => {
    api.clock.pass(later);
    const wrote: string[] = [];
    let answered = 0;
    for (const call of calls) {
      const statuses: number[] = [];
      for (const reader of readers) statuses.push(...(await read(call, reader)));
      if (statuses.some((status) => status >= 500)) wrote.push(call.path);
      if (statuses.includes(200)) answered += 1;
    }
    expect(wrote).toEqual([]);
    // The others refuse these bodies.
    expect(answered).toBeGreaterThan(calls.length * 0.85);
  });
});

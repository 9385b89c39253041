import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenClient } from '@cme/commons/api-client';
import {
  declareAudit,
  exchangeSave,
  exchangeSubmit,
  exchangeWithdraw,
} from '@cme/contract/credits';
import { eq, sql } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../../src/platform/database/database.ts';
import { formatDay } from '../../../src/platform/http/format-time.ts';
import { file } from '../../../src/person/file/file.tables.ts';
import { secretHash } from '../../../src/person/identity/secret.rules.ts';
import { user } from '../../../src/person/identity/identity.tables.ts';
import { makeLearners, mainSite } from '../../load/study.ts';
import { sendUntilAnswered, type Notes } from '../send-until-answered.ts';
import type { Scenario } from '../scenario.ts';

const learners = 20;
/** Milliseconds within which approved declarations are credited once the API stays up. */
const creditedWithin = 120_000;
const rhythm = 200;
/** Share of declarations that the learner withdraws before anybody opens them. */
const withdrawn = 0.1;

type Line = Record<'what' | 'id', string>;

/** Learners who declare activities, and two auditors: acknowledged steps are kept, and each approved
 * declaration is in the ledger once. */
export function exchange(): Scenario {
  let people: { token: string; file_id: string }[] = [];
  /** Without a unit, two people of the centre audit. */
  let auditors: string[] = [];
  let db: Db | undefined;
  const approved: string[] = [];
  const notes: Notes = { wrong: [], repeated: 0 };
  const count = { declared: 0, 'taken back': 0, 'seconds until all was credited': 0 };
  const today = formatDay(new Date());

  async function declareOne(
    client: OpenClient,
    { token, file_id }: (typeof people)[number],
    stopped: AbortSignal,
  ): Promise<void> {
    const request_id = ulid();
    const draft = {
      year: Number(today.slice(0, 4)),
      kind_code: 'grassroots',
      activity_name: `crash ${request_id}`,
      issuer: '临溪县人民医院',
      start_on: today,
      end_on: today,
      quantity: 1,
      files: [{ need: 'unit', file_id }],
    };
    const saved = await sendUntilAnswered(
      client,
      { call: exchangeSave, body: { request_id, draft }, token },
      { stopped, notes },
    );
    if (!saved) return;
    const { declare_no } = saved;
    await pause(Math.random() * rhythm);
    if (
      !(await sendUntilAnswered(
        client,
        { call: exchangeSubmit, body: { declare_no }, token },
        { stopped, notes },
      ))
    )
      return;
    count.declared += 1;
    if (Math.random() < withdrawn) {
      if (
        await sendUntilAnswered(
          client,
          { call: exchangeWithdraw, body: { declare_no }, token },
          { stopped, notes },
        )
      )
        count['taken back'] += 1;
      return;
    }
    const pass = { declare_no, decision: 'pass' as const };
    for (const auditor of auditors)
      if (
        !(await sendUntilAnswered(
          client,
          { call: declareAudit, body: pass, token: auditor },
          { stopped, notes },
        ))
      )
        return;
    approved.push(declare_no);
  }
  async function credited(): Promise<void> {
    const began = Date.now();
    while (Date.now() < began + creditedWithin && (await uncredited(db!, approved)).length > 0)
      await pause(1000);
    count['seconds until all was credited'] = (Date.now() - began) / 1000;
  }
  return {
    async prepare(api) {
      db = api.db;
      const tokens = await makeLearners(api, learners + 2);
      auditors = tokens.splice(0, 2);
      people = [];
      for (const token of [...tokens, ...auditors]) {
        const user_id = await readTokenOwner(db, token);
        if (auditors.includes(token))
          await db
            .update(user)
            .set({ roles: ['learner', 'credit_auditor'] })
            .where(eq(user.user_id, user_id));
        else people.push({ token, file_id: await addProof(db, user_id) });
      }
    },
    begin: async () => undefined,
    async work(client, stopped) {
      await Promise.all(
        people.map(async (person) => {
          while (!stopped.aborted) {
            await declareOne(client, person, stopped);
            await pause(Math.random() * rhythm);
          }
        }),
      );
      if (!stopped.aborted) await once(stopped, 'abort');
      await credited();
    },
    check: async (of) => [...notes.wrong.splice(0), ...(await unlike(of))],
    atTheEnd: async (of) => [...(await unlike(of)), ...(await uncredited(of, approved))],
    figures: () => ({
      learners,
      ...count,
      approved: approved.length,
      'repeated calls': notes.repeated,
    }),
  };
}

/** The owner of a token. */
async function readTokenOwner(db: Db, token: string): Promise<string> {
  const { rows } = await db.execute<{ user_id: string }>(sql`
    select s.user_id from user_session_token t join user_session s using (session_id) where t.hash = ${secretHash(token)}`);
  const [row] = rows;
  if (!row) throw new Error('a token of the run has no owner');
  return row.user_id;
}

async function addProof(db: Db, userId: string): Promise<string> {
  const file_id = ulid();
  const at = new Date();
  await db.insert(file).values({
    file_id,
    site_id: mainSite,
    user_id: userId,
    kind: 'proof',
    name: '证明.pdf',
    file_status: 'ready',
    size: 1000,
    format: 'pdf',
    place: file_id,
    created_at: at,
    touched_at: at,
  });
  return file_id;
}

/** Invariants: every ledger row belongs to one credited declaration with the same amounts, every
 * claim has an owner, and every state is logged. */
async function unlike(db: Db): Promise<string[]> {
  const { rows } = await db.execute<Line>(sql`
    with own as (select * from declare where activity_name like 'crash %'),
      ledger as (select source_id, count(*) as n, sum(hours) as hours, sum(credits) as credits from credit_record where source_type = 'exchange' group by source_id)
    select 'credited ' || l.n || ' times' as what, source_id as id from ledger l where l.n > 1
    union all select d.declare_status || ' and in the ledger ' || coalesce(l.n, 0) || ' times', d.declare_no from own d left join ledger l on l.source_id = d.declare_no where (d.declare_status = 'credited') <> (coalesce(l.n, 0) = 1)
    union all select 'granted ' || l.hours || ', approved ' || d.hours_approved, d.declare_no from own d join ledger l on l.source_id = d.declare_no where l.hours <> d.hours_approved or l.credits <> d.credits_approved
    union all select d.declare_status || ' and claimed ' || (c.declare_no is not null), d.declare_no from own d left join declare_claim c using (declare_no) where (c.declare_no is not null) <> (d.declare_status in ('submitted', 'unit_passed', 'approved', 'credited'))
    union all select d.declare_status || ' without its line', d.declare_no from own d where not exists (select from state_log s where s.entity = 'declare' and s.entity_id = d.declare_no and s."to" = d.declare_status)
    union all select 'told ' || count(*) || ' times: ' || m.title, m.link_id from message m join own d on d.declare_no = m.link_id where m.link_type = 'declare' group by m.title, m.link_id having count(*) > 1`);
  return rows.map(({ what: name, id }) => `${name}: ${id}`);
}

async function uncredited(db: Db, approved: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<Line>(sql`
    select 'approved and ' || coalesce(d.declare_status, 'lost') as what, a.no as id from jsonb_array_elements_text(${JSON.stringify(approved)}::jsonb) a(no) left join declare d on d.declare_no = a.no
    where d.declare_status is distinct from 'credited'`);
  return rows.map(({ what: name, id }) => `${name}: ${id}`);
}

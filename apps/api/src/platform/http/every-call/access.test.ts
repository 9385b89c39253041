import { everyCall } from '@cme/contract/every-call';
import { type Call, wirePath } from '@cme/contract/base';
import { playerEnter } from '@cme/contract/study';
import { shopplistAdd } from '@cme/contract/payment';
import { eq, sql } from 'drizzle-orm';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Schema } from '../../../../test/any-body.ts';
import { sendRaw, json } from '../../../../test/ask.ts';
import { bodyWith, idFields, toBodySchema } from '../../../../test/id-bearing.ts';
import { signedInPerson } from '../../../../test/people.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { userSession } from '../../../person/identity/identity.tables.ts';
import { openSession } from '../../../person/identity/session/session.store.ts';
import { sampleId } from '@cme/sample/ids';

const hosts = { main: 'cme.localhost', hospital: 'hospital.localhost' };
type Site = keyof typeof hosts;

/** An object that a call may name, with related ids and its owner. */
type Row = Record<string, string> & { user_id: string };

const main = sampleId('site', 'main');
const hospital = sampleId('site', 'hospital');

const papers = `select l.learning_id, l.user_id, p.paper_id
    from learning l
    join paper_course p using (content_id)
    order by l.learn_status = 'completed' desc`;
const orders = `select o.order_code, o.user_id, i.order_item_id as order_item_ids
    from "order" o
    join order_item i using (order_code)
    order by o.order_status`;
/**
 * A person's own objects, by the field that names them; what awaits a staff decision counts as
 * theirs.
 */
const own: Record<string, string> = {
  application_id: `select a.application_id, m.user_id
    from unit_application a
    join unit_admin m using (unit_id)`,
  card_no: `select k.card_no, k.bound_user as user_id, c.content_id as id, c.content_type
    from study_card k
    cross join content c
    where k.bound_user <> '' and c.content_type = 'C' and c.price_fen > 0
    order by c.content_id`,
  cert_no: `select cert_no, user_id from certificate`,
  declare_no: `select declare_no, user_id from declare order by declare_status = 'draft' desc`,
  file_id: `select f.file_id, f.user_id, d.declare_no
    from file f
    join file_use u using (file_id)
    join declare d on d.declare_no = u.owner_id
    order by d.declare_status in ('draft', 'returned') desc`,
  export_id: `select export_id, user_id from data_export`,
  fact_id: `select fact_id, user_id from person_fact order by fact_status = 'waiting' desc`,
  file_ids: `select file_id as file_ids, user_id from file`,
  note_id: `select note_id, section_id, user_id from note`,
  inquiry_id: `select inquiry_id, user_id from inquiry order by inquiry_status = 'waiting' desc`,
  invoice_no: `select invoice_no, user_id from invoice`,
  learning_id: papers,
  paper_id: papers,
  message_id: `select id as message_id, user_id from message order by read_at is null desc`,
  order_code: orders,
  order_item_ids: orders,
  refund_no: `select refund_no, user_id from refund`,
  score_id: `select score_id, user_id from exam_attempt order by submitted_at is null desc`,
  trade_no: `select trade_no, user_id from trade`,
};
const auditors = `select d.declare_no, f.file_id, u.user_id
    from declare d
    join file_use f on f.owner_id = d.declare_no
    join "user" u on u.site_id = d.site_id
    where 'credit_auditor' = any(u.roles)
    order by d.declare_status = 'unit_passed' desc`;

/** Requests about facts and their proofs, and who decides them. */
const unitAdmins = `select f.fact_id, p.file_id, m.user_id
    from person_fact f
    join "user" u using (user_id)
    join unit_admin m on m.unit_id = u.unit_id
    join file_use p on p.owner_id = f.fact_id
    order by f.fact_status = 'waiting' desc`;

/** What course teachers grade and answer. */
const teachers = `select h.submit_id, f.file_id, q.inquiry_id, u.user_id
    from homework_submit h
    join "user" u on u.site_id = h.site_id
    join inquiry q on q.site_id = h.site_id
    join file f on f.site_id = h.site_id
    where 'course_teacher' = any(u.roles)`;
/** Sections that they may give another recording. */
const recorded = () => `select s.section_id, f.file_id, u.user_id
    from "user" u
    cross join (${content(`'C'`)}) c
    join section s on s.content_id = c.id and s.type = 'video'
    join file f on f.site_id = u.site_id
    where 'course_teacher' = any(u.roles)`;
/** What teachers do in lives of their site, and chat messages there. */
const lecturers = `select l.content_id as id, m.message_id, u.user_id
    from live l
    join site_content s using (content_id)
    join "user" u on u.site_id = s.site_id
    left join live_message m using (content_id)
    where 'course_teacher' = any(u.roles) and s.site_id = '${main}' and l.canceled_at is null
    order by m.message_id nulls last`;
/** Lessons with attendance, and their teachers. */
const lessons = `select c.class_id, u.user_id,
      (c.timetable -> 0 ->> 'day') || '-' || replace(c.timetable -> 0 ->> 'from', ':', '') as session_id
    from class c
    join "user" u on u.site_id = c.site_id
    where 'class_teacher' = any(u.roles) and c.status = 'published' and c.site_id = '${main}'`;
/** Sections of those who study them. */
const studied = `select l.user_id, l.content_id as id, s.section_id
    from learning l
    join section s using (content_id)
    where l.learn_status = 'studying'`;

const content = (types: string) =>
  `select c.content_id as id, c.content_type, c.content_id as course_id
    from content c
    join site_content s using (content_id)
    where s.site_id = '${main}' and c.content_type in (${types}) and
      not exists (select from site_content o where o.content_id = c.content_id and o.site_id = '${hospital}')`;
/** Objects that a site shows, by the calls that name them. */
const shown: [calls: RegExp, rows: string][] = [
  [/^activity\//, content(`'A', 'Z', 'Y'`)],
  [
    /^homework\/(save|submit)$/,
    `select h.homework_id
    from homework h
    where h.content_id in (select id
    from (${content(`'C'`)}) t)`,
  ],
  [/^live\//, content(`'L'`)],
  [/^package\//, content(`'P'`)],
  [
    /^resource\//,
    `select r.id, a.attachment_id as resource_id, 'C' as content_type
    from (${content(`'C'`)}) r
    join attachment a on a.content_id = r.id`,
  ],
  [
    /^news\//,
    `select a.news_id as id, a.id as attachment_id
    from news_attachment a
    join news n on n.id = a.news_id
    where n.site_id = '${main}'`,
  ],
  [
    /^trainingclass\//,
    `select class_id, resources -> 0 ->> 'file_id' as id
    from class
    where status = 'published' and site_id = '${main}'`,
  ],
  [
    /^exam\/survey\//,
    `select s.survey_id, s.content_id as course_id
    from survey s
    where s.site_id = '${main}'`,
  ],
  [
    /^try\//,
    `select s.section_id, c.content_id as id
    from section s
    join chapter c using (chapter_id)
    where s.try_seconds > 0 and c.content_id in (select id
    from (${content(`'C'`)}) t)`,
  ],
  [
    /^(player\/enter|note\/save)$/,
    `select s.section_id
    from section s
    join chapter c using (chapter_id)
    where c.content_id in (select id
    from (${content(`'C'`)}) t)`,
  ],
  [/^./, content(`'C', 'P'`)],
];
/** Valid values of the other fields in a body. */
const given: Record<string, unknown> = {
  email: 'a@b.cn',
  code: '12345678',
  spans: [],
  answers: [],
  seat: 'one',
  year: 2026,
  channel: 'offline',
  agree_version: '2026-01',
  seen_amount: '0.00',
};

/** Calls about objects that are equal on every site, or protected by more than a session. */
const forAll = new Set(['help/detail', 'certificate/verify']);
/** Calls that respond alike whether the object is the person's own or nobody's. */
const silent = new Set([
  'admin/homework/download by its file_id',
  'admin/transcode/start by its file_id',
  'changecredits/calc by its declare_no',
  'changecredits/save by its file_id',
  'card/bind by its card_no',
  'homework/save by its file_ids',
  'homework/submit by its file_ids',
  'pay/create by its order_code',
  'pay/sandbox by its trade_no',
  'player/check_answer by its play_token',
  'player/check_answer by its check_id',
  'player/check_question by its play_token',
  'player/check_question by its check_id',
  'player/leave by its play_token',
  'shopplist/remove by its cart_ids',
  'trainingclass/prove by its file_ids',
  'trainingclass/offline_code by its session_id',
  'user/correct_identity by its file_ids',
  'user/fact/ask by its file_ids',
  'user/verify_identity by its file_ids',
]);

const api = await startApiForFile({ sample: true });
let stranger: string;
let outsider: string;
const sessions = new Map<string, string>();
beforeAll(async () => {
  stranger = await openToken((await signedInPerson(api, 90_001, { site_id: main })).user_id);
  outsider = await openToken(
    (await signedInPerson(api, 90_002, { site_id: hospital })).user_id,
    hospital,
  );
  await api.db.execute(sql`insert into data_export
    (export_id, site_id, user_id, export_status, requested_at)
    values (${ulid()}, ${main}, ${sampleId('user', 'nurse')}, 'failed', now())`);
  const [kind] = await selectRows(`select kind_code from exchange_kind where site_id = '${main}'`);
  given['kind_code'] = kind!['kind_code']!;
});

async function openToken(userId: string, siteId = main): Promise<string> {
  const cached = sessions.get(userId);
  if (cached) return cached;
  const from = { origin: '', user_agent: 'test', address: '127.0.0.1' };
  const { token } = await openSession(
    api.db,
    api.clock.now(),
    { user_id: userId, site_id: siteId },
    from,
  );
  sessions.set(userId, token);
  return token;
}

async function selectRows(rows: string): Promise<Row[]> {
  const found = await api.db.execute<Row>(sql.raw(`select * from (${rows}) t limit 40`));
  return found.rows;
}

/** Ids that exist only after a call has created them. */
async function playing(): Promise<Row[]> {
  const [row] = await selectRows(
    `select l.user_id, s.section_id
    from learning l
    join chapter c on c.content_id = l.content_id
    join section s using (chapter_id)
    where l.site_id = '${main}' and l.learn_status = 'studying'
    order by c.sort, s.sort`,
  );
  const { play_token } = await api.send(
    playerEnter,
    { section_id: row!['section_id']! },
    { host: hosts.main, token: await openToken(row!.user_id) },
  );
  return [{ play_token, check_id: ulid(), user_id: row!.user_id }];
}

/** Another sign-in of a signed-in person. */
async function elsewhere(): Promise<Row[]> {
  const user_id = sampleId('user', 'nurse');
  const from = { origin: '', user_agent: 'elsewhere', address: '127.0.0.1' };
  await openSession(api.db, api.clock.now(), { user_id, site_id: main }, from);
  return selectRows(`select session_id, user_id
    from user_session
    where user_agent = 'elsewhere' and ended_at is null`);
}

async function carted(): Promise<Row[]> {
  const user_id = sampleId('user', 'nurse');
  const courses = await selectRows(`${content(`'C'`)} and c.price_fen > 0 order by c.content_id`);
  const buyer = { host: hosts.main, token: await openToken(user_id) };
  // Some already belong to the nurse, by sample content or earlier calls.
  for (const { id } of courses) {
    const added = await api.send(shopplistAdd, { id: id! }, buyer).catch(() => undefined);
    if (added) break;
  }
  return selectRows(
    `select cart_id as cart_ids, user_id from cart_item where user_id = '${user_id}'`,
  );
}

const short = ({ path }: Call) => path.replace('/qm/api/', '');

/** Rows of people on the main site. */
const ofMain = (rows: string) =>
  selectRows(
    `select t.* from (${rows}) t join "user" u using (user_id) where u.site_id = '${main}'`,
  );

/** Objects that a field of a call may name, and whether they have an owner. */
function findSource(call: Call, field: string): { isOwn: boolean; rows: () => Promise<Row[]> } {
  const path = short(call);
  if (path.startsWith('admin/declare/')) return { isOwn: true, rows: () => selectRows(auditors) };
  if (path.startsWith('admin/unit/fact'))
    return { isOwn: true, rows: () => selectRows(unitAdmins) };
  if (/^admin\/(homework|inquiry)\//.test(path))
    return { isOwn: true, rows: () => selectRows(teachers) };
  if (path.startsWith('admin/transcode/'))
    return { isOwn: true, rows: () => selectRows(recorded()) };
  if (path.startsWith('admin/trainingclass/'))
    return { isOwn: true, rows: () => selectRows(lessons) };
  if (field === 'session_id' && path.startsWith('trainingclass/'))
    return { isOwn: false, rows: () => selectRows(lessons) };
  if (path.startsWith('admin/live/')) return { isOwn: true, rows: () => selectRows(lecturers) };
  if (field === 'section_id' && path.startsWith('inquiry/'))
    return { isOwn: true, rows: () => ofMain(studied) };
  if (field === 'play_token' || field === 'check_id') return { isOwn: true, rows: playing };
  if (field === 'session_id') return { isOwn: true, rows: elsewhere };
  if (field === 'cart_ids') return { isOwn: true, rows: carted };
  const mine = own[field];
  if (mine)
    return {
      isOwn: true,
      rows: () => ofMain(mine),
    };
  const [, rows] = shown.find(([paths]) => paths.test(path))!;
  return { isOwn: false, rows: () => selectRows(rows) };
}

/** An id of the same shape that belongs to nobody. */
const madeUp = (id: string): string =>
  /^\d+$/.test(id)
    ? id.replace(/\d{6}$/, '999983')
    : id.slice(0, -16) + ulid().slice(-Math.min(16, id.length));

/** The response without the ids from the request. */
async function sendAndRecord(
  call: Call,
  ids: Record<string, string>,
  token: string | undefined,
  site: Site = 'main',
  change: (body: unknown) => unknown = (body) => body,
): Promise<string> {
  const body = change(bodyWith(toBodySchema(call), ids, given)) as Record<string, unknown>;
  const { text } = await sendRaw(api.url + wirePath(call.path), {
    headers: { ...json, ...(token ? { 'x-token': token } : {}) },
    body: JSON.stringify({ ...body, full_domain_name: hosts[site] }),
  });
  return Object.values(ids).reduce((heard, id) => heard.replaceAll(id, 'ID'), text);
}

/** The ids of a row that a call takes: the one under test and the related ones. */
const pickIds = (call: Call, row: Row): Record<string, string> => {
  const fields = new Set([...idFields(toBodySchema(call)), 'content_type']);
  return Object.fromEntries(
    Object.entries(row).filter(([field, value]) => fields.has(field) && value !== null),
  );
};
const withMadeUp = (ids: Record<string, string>, field: string) => ({
  ...ids,
  [field]: madeUp(ids[field]!),
});

const pairs = everyCall
  .filter((call) => !forAll.has(short(call)))
  .flatMap((call) =>
    idFields(toBodySchema(call)).map((field) => [short(call), field, call] as const),
  );

describe.each(pairs)('%s by its %s', (path, field, call) => {
  const { isOwn, rows } = findSource(call, field);

  test(`is its ${isOwn ? 'owner' : 'site'}’s alone`, async () => {
    const some = (await rows()).filter((row) => row[field]).slice(0, 8);
    expect(some.length, 'rows of the sample').toBeGreaterThan(0);
    const told: string[] = [];
    let isReached = false;
    for (const row of some) {
      const ids = pickIds(call, row);
      const nobodys = withMadeUp(ids, field);
      if (isOwn)
        expect(await sendAndRecord(call, ids, stranger)).toBe(
          await sendAndRecord(call, nobodys, stranger),
        );
      expect(await sendAndRecord(call, ids, outsider, 'hospital')).toBe(
        await sendAndRecord(call, nobodys, outsider, 'hospital'),
      );
      if (call.access === 'learner') {
        const refused = expect.stringContaining('"need_login"');
        expect(await sendAndRecord(call, ids, undefined)).toEqual(refused);
        expect(await sendAndRecord(call, ids, outsider)).toEqual(refused);
      }
      const owner = isOwn ? await openToken(row.user_id) : stranger;
      const heard = await sendAndRecord(call, ids, owner);
      expect(heard, 'the rest of the body is taken').not.toContain('"invalid');
      told.push(heard.slice(0, 300));
      isReached ||= heard !== (await sendAndRecord(call, nobodys, owner));
    }
    if (!silent.has(`${path} by its ${field}`))
      expect(isReached, `whose it is hears ${told.join('; ')}`).toBe(true);
  });
});

describe('undeclared fields', () => {
  const canary = 'CANARY1A8';
  const number = 987_654_321;
  const moment = '2031-03-03T03:03:03.000Z';

  /** Every column of owned tables, with a recognisable value; a body accepts no unknown fields. */
  async function strangeFields(): Promise<Record<string, unknown>> {
    const { rows } = await api.db.execute<{ name: string; type: string }>(sql`
      select column_name as name, min(data_type) as type, bool_or(table_name = 'user') as of_person
      from information_schema.columns c where table_schema = 'public' and exists (
        select from information_schema.columns o where o.table_schema = 'public'
          and o.table_name = c.table_name and o.column_name = 'user_id')
      group by 1 order by 3 desc, count(*) desc, 1 limit 180`);
    const value = (type: string) => {
      if (/int|numeric/.test(type)) return number;
      if (/timestamp|date/.test(type)) return moment;
      if (type === 'ARRAY') return [canary];
      return type === 'boolean' ? true : canary;
    };
    const columns = rows.map(({ name, type }) => [name, value(type)] as const);
    const created = {
      is_admin: canary,
      isAdmin: canary,
      role: canary,
      price: canary,
      paid: canary,
    };
    return { ...created, ...Object.fromEntries(columns) };
  }

  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);

  /** The body with every such field added to each of its objects that lacks it. */
  function withStrange(
    strangerGuesses: Record<string, unknown>,
    body: unknown,
    schema: Schema,
  ): unknown {
    if (Array.isArray(body))
      return body.map((item) => withStrange(strangerGuesses, item, schema.items ?? {}));
    if (!isObject(body)) return body;
    const parts = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    const own = new Set(parts.flatMap((part) => Object.keys(part.properties ?? {})));
    const more = Object.entries(strangerGuesses).filter(([name]) => !own.has(name));
    const inner = Object.entries(body).map(([name, value]) => [
      name,
      withStrange(strangerGuesses, value, schema.properties?.[name] ?? {}),
    ]);
    return { ...Object.fromEntries(more), ...Object.fromEntries(inner) };
  }

  /** Tables that contain one of these values. */
  async function written(): Promise<string[]> {
    const { rows } = await api.db.execute<{ name: string }>(
      sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname = 'public' or (schemaname, tablename) = ('pgboss', 'job') order by 1`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const { rows: hits } = await api.db.execute(
        sql`select 1 from ${sql.raw(name)} t
          where t::text ~ ${`${canary}|${number}|2031-03-03`} limit 1`,
      );
      if (hits.length > 0) found.push(name);
    }
    return found;
  }

  test('are never stored', async () => {
    const strangerGuesses = await strangeFields();
    expect(Object.keys(strangerGuesses).length).toBeGreaterThan(150);
    expect(strangerGuesses).toMatchObject({ user_id: canary, site_id: canary, roles: [canary] });
    let accepted = 0;
    for (const call of everyCall.filter(
      (call) => !['session/watch', 'logout'].includes(short(call)),
    )) {
      const [field] = idFields(toBodySchema(call));
      const source = field && !forAll.has(short(call)) ? findSource(call, field) : undefined;
      const row = (await source?.rows())?.find((item) => item[field!]);
      const owner = row?.user_id ? await openToken(row.user_id) : stranger;
      const heard = await sendAndRecord(
        call,
        row ? pickIds(call, row) : {},
        owner,
        'main',
        (body) => withStrange(strangerGuesses, body, toBodySchema(call)),
      );
      expect(heard, call.path).not.toContain('"statusCode":500');
      expect(heard, call.path).not.toContain(canary);
      if (heard.includes('"isSuccess":true')) accepted += 1;
    }
    expect(accepted, 'calls that did what was asked').toBeGreaterThan(110);
    expect(await written()).toEqual([]);
  });
});

test('an expired session reaches nothing', async () => {
  const token = await openToken((await signedInPerson(api, 90_003, { site_id: main })).user_id);
  await api.db
    .update(userSession)
    .set({ expires_at: new Date(0), last_until: new Date(0) })
    .where(eq(userSession.user_id, [...sessions.keys()].at(-1)!));
  for (const call of everyCall.filter(({ access }) => access === 'learner'))
    expect(await sendAndRecord(call, {}, token), call.path).toContain('"need_login"');
});

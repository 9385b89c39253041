import { unitApplications } from '@cme/contract/person';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { enterAs, proveStaff } from '../../test/staff.ts';
import { startApiForFile } from '../../test/api-for-file.ts';
import { CallError } from '@cme/commons/api-client';
import { openSession } from '../person/identity/session/session.store.ts';
import { user } from '../person/identity/identity.tables.ts';
import { stateLog } from '../platform/state-log/state-log.tables.ts';
import { areas, runAuthorized } from './staff.ts';

const api = await startApiForFile({ sample: true, now: new Date() });
beforeAll(async () => {
  // What nobody waits for in the sample content.
  const one = sql`(select l.* from learning l join "user" u using (user_id) where u.site_id = l.site_id and u.site_id = (select site_id from site where is_main) and user_id not in (select user_id from unit_admin) order by user_id limit 1) one`;
  for (const insert of [
    sql`insert into unit_application (application_id, site_id, user_id, unit_id, status, created_at)
      select 'A1', site_id, user_id, (select unit_id from unit_admin order by user_id limit 1), 'waiting', now() from ${one}`,
    sql`insert into homework_submit (submit_id, homework_id, learning_id, content_id, site_id, user_id, homework_status, submitted_at, updated_at)
      select 'S1', 'H1', learning_id, content_id, site_id, user_id, 'submitted', now(), now() from ${one}`,
    sql`insert into identity_request (request_id, site_id, user_id, kind, request_status, real_name, id_type, id_sealed, created_at)
      select 'R1', site_id, user_id, 'verify', 'waiting', '某人', '身份证', (select id_sealed from "user" u where u.user_id = one.user_id), now() from ${one}`,
    sql`insert into extension_request (extension_id, site_id, user_id, learning_id, reason, old_end_at, asked_at)
      select 'E1', site_id, user_id, learning_id, '出差', now(), now() from ${one}`,
    sql`update note set status = 'hidden' where note_id = (select note_id from note where is_public = 'Y' limit 1)`,
  ])
    await api.db.execute(insert);
  const who = await enterAs(api, staff);
  await api.db.execute(sql`insert into unit_admin (unit_id, user_id, given_by, given_at)
    select unit_id, ${who.user_id}, '', now() from unit_application where application_id = 'A1'`);
});

/** Commands of operators, who have the database and its secret anyway, and commands about staff. */
const operators = [
  'backup make',
  'backup restore',
  'backup show',
  'keys reseal',
  'roles first',
  'roles list',
];
/** All other commands without an account, with arguments that print something. Every command that
 * is missing here must require an account and be logged. */
const aboutNobody: Record<string, readonly string[]> = {
  'certificate check': [],
  'keys show': [],
  'live list': ['SITE'],
  'money differences': [],
  'presale late': [],
  'section list': ['none'],
  'synonym list': ['none'],
  'site list': [],
  'site show': ['cme.localhost'],
  'site log': ['cme.localhost'],
  'study rules': ['cme.localhost'],
  'trainingclass list': ['SITE'],
  'trainingclass show': ['none'],
  'unit list': ['330106', 'SITE'],
};

const all = Object.entries(areas).flatMap(([area, commands]) =>
  Object.entries(commands).map(([name, { role }]) => ({ name: `${area} ${name}`, role })),
);
const staff = '13900000001';
const run = (command: string, ...args: string[]) =>
  runAuthorized(api.context, [...command.split(' '), ...args], proveStaff(api, staff));
const visitor = { origin: '', user_agent: '', address: '' };
/** A person on the same site who administers nothing. */
const learner = async (siteId: string) => {
  const { rows } = await api.db.execute<{ user_id: string; site_id: string }>(
    sql`select user_id, site_id from "user" where site_id = ${siteId} and user_id not in (select user_id from unit_admin) order by roles <> '{learner}', user_id limit 1`,
  );
  return rows[0]!;
};
const logged = (to: string) => api.db.select().from(stateLog).where(eq(stateLog.to, to));
const written = async (to: string) =>
  (await logged(to)).filter(({ entity }) => entity !== 'staff_view');
/** Whose data a command or call has shown, as logged. */
const peopleShown = async (to: string) =>
  (await logged(to))
    .filter(({ entity }) => entity === 'staff_view')
    .map(({ entity_id }) => entity_id);

it('only these commands require no account', () => {
  expect(
    all
      .filter(({ role }) => role === undefined)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([...Object.keys(aboutNobody), ...operators].toSorted());
});

it.each(Object.entries(aboutNobody))('%s prints no data about learners', async (command, args) => {
  const people = (await api.db.select().from(user)).filter(({ roles }) =>
    roles.every((role) => role === 'learner'),
  );
  const [{ site_id } = { site_id: '' }] = people;
  const shown = await run(command, ...args.map((word) => (word === 'SITE' ? site_id : word))).catch(
    String,
  );
  expect(people.length).toBeGreaterThan(5);
  expect(people.filter(({ real_name }) => shown.includes(real_name))).toEqual([]);
  expect(shown).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)/);
});

it.each([
  ['exam waiting'],
  ['homework waiting'],
  ['refund list'],
  // The attempt is logged all the same.
  ['identity show', 'nobody'],
])('%s %s is logged with the member of staff and the subject', async (command, ...args) => {
  await run(command, ...args).catch(() => undefined);
  const [area = '', name = ''] = command.split(' ');
  const account = await enterAs(api, staff);
  expect(await written(command)).toMatchObject([
    {
      entity: 'staff_command',
      entity_id: args[0] ?? '',
      actor_id: account.user_id,
      reason: areas[area]?.[name]?.about,
    },
  ]);
});

it('a lookup by number is logged with the account, never the number', async () => {
  await run('exam attempts', '13800000001');
  const row = (await written('exam attempts')).find(({ entity_id }) => entity_id !== '');
  expect(row?.entity_id).not.toContain('13800000001');
  const found = await api.db.select().from(user).where(eq(user.user_id, row!.entity_id));
  expect(found).toHaveLength(1);
});

it('people without the role see nothing', async () => {
  const learner = proveStaff(api, '13800000001', 'Learner2026');
  const count = (await written('unit waiting')).length;
  await expect(runAuthorized(api.context, ['unit', 'waiting', 'U1'], learner)).rejects.toThrow();
  expect(await written('unit waiting')).toHaveLength(count);
});

it('a call that shows applicants to their unit is logged with the caller; a refused one shows nothing', async () => {
  const { rows } = await api.db.execute<{ user_id: string; site_id: string }>(
    sql`select u.user_id, u.site_id from unit_admin a join "user" u using (user_id) order by 1 limit 1`,
  );
  const admin = rows[0]!;
  const { token } = await openSession(api.db, api.clock.now(), admin, visitor);
  const refused = await openSession(api.db, api.clock.now(), await learner(admin.site_id), visitor);
  await expect(api.send(unitApplications, {}, { token: refused.token })).rejects.toThrow(CallError);
  const { list } = await api.send(unitApplications, {}, { token });
  expect(await written('admin/unit/applications')).toMatchObject([
    { entity: 'staff_call', actor_id: admin.user_id },
  ]);
  expect(await peopleShown('admin/unit/applications')).toEqual(list.map(({ user_id }) => user_id));
});

const shows: [command: string, args: string][] = [
  ['credits waivers', '13800000002'],
  ['declare list', 'centre'],
  ['declare open', 'DECLARATION'],
  ['exam attempts', '13800000001'],
  ['exam waiting', ''],
  ['extension list', ''],
  ['fact show', 'FACT'],
  ['fact waiting', ''],
  ['homework show', 'S1'],
  ['homework waiting', ''],
  ['identity show', 'R1'],
  ['identity waiting', ''],
  ['inquiry waiting', ''],
  ['invoice list', 'cme.localhost'],
  ['live talk', 'LIVE'],
  ['sms list', '13800000001'],
  ['note list', ''],
  ['refund list', ''],
  ['note hidden', ''],
  ['trainingclass members', 'CLASS'],
  ['trainingclass signs', 'CLASS LESSON'],
  ['unit waiting', 'UNIT'],
];

/** Commands that decide about what the others have shown, or change what belongs to nobody. What
 * invoices go out and come back is logged by the tests of `payment/invoice.ts`. */
const decides =
  /^\w+ (approve|reject|confirm|refuse|withdraw|revoke|replace|grade|correct|regrade|void|return|give|take|accept|create|page|set|menus|block|pass|reverse|document|questions|answer|hide|key|chat|mute|unmute|end|remove|move|seats|publish|timetable|sign|notice|grant|waive|unwaive|enrol|codes|reset|add)$|^(live|note) show$|^approval list$|^sms reports$|^exam questions$|^money (held|trade)$|^certificate (issuer|lacking|template)$|^invoice (seller|export|file|import)$/;

it('every other command of staff is tried below', () => {
  const reading = all.filter(({ name, role }) => role !== undefined && !decides.test(name));
  expect(reading.map(({ name }) => name).toSorted()).toEqual(
    shows.map(([name]) => name).toSorted(),
  );
});

it.each(shows)('%s %s is logged for each person whose data it shows', async (command, args) => {
  const { rows } = await api.db.execute<Record<string, string>>(
    sql`select (select content_id from live_message limit 1) as "LIVE", (select class_id from class_member limit 1) as "CLASS", (select (timetable -> 0 ->> 'day') || '-' || replace(timetable -> 0 ->> 'from', ':', '') from class where class_id = (select class_id from class_member limit 1)) as "LESSON", (select unit_id from unit_application where application_id = 'A1') as "UNIT", (select declare_no from declare where declare_status = 'unit_passed' limit 1) as "DECLARATION", (select f.fact_id from person_fact f join "user" u using (user_id) where f.fact_status = 'waiting' and u.real_name = '钱一诺') as "FACT"`,
  );
  const shown = await run(
    command,
    ...args
      .split(' ')
      .map((word) => rows[0]?.[word] ?? word)
      .filter(Boolean),
  );
  const people = await peopleShown(command);
  const named = (await api.db.select().from(user)).filter(
    // The trail of a declaration names its auditors.
    ({ real_name, roles }) =>
      roles.every((role) => role === 'learner') && real_name && shown.includes(real_name),
  );
  expect(named.filter(({ user_id }) => !people.includes(user_id))).toEqual([]);
  expect(people.length).toBeGreaterThan(0);
});

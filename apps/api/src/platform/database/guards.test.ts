import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { newExam } from '../../../test/exam.ts';
import { newCourse, newLearner } from '../../../test/learner.ts';
import { studied } from '../../../test/study.ts';
import { sqlState } from './database.ts';
import { reverseGrant } from '../../credits/credits/credits.store.ts';
import { revokeCertificate } from '../../credits/certificate/issuing/revoke.action.ts';
import { addView } from '../../credits/exchange/exchange.store.ts';
import { closeNotice, storeNotice } from '../../payment/pay/notice.store.ts';
import { recordIncident } from '../../payment/pay/audit.store.ts';

const api = await startApiForFile();

/** By SQL as the tables' owner. */
const refused = '23001';
const outcome = (statement: string) =>
  api.db.execute(sql.raw(statement)).then(() => 'done', sqlState);

/** A learner with a granted course and its certificate. */
async function granted() {
  const learner = await newLearner(api);
  const course = await newCourse(api);
  const learning_id = await studied(api, learner, course);
  const mine = `user_id = '${learner.user_id}'`;
  const readRows = async (table: string) =>
    (await api.db.execute(sql.raw(`select * from ${table} where ${mine} order by 1`))).rows;
  return { learner, course, learning_id, mine, readRows };
}

describe('the ledger', () => {
  it.each([
    'hours = hours + 1',
    'credits = 99',
    'year = 2020',
    `user_id = 'somebody'`,
    `cert_no = ''`,
    'granted_at = null',
    `source_id = 'other'`,
    `status = 'pending'`,
    'cycle = 2',
  ])('refuses to set %s of a granted row', async (change) => {
    const { mine, readRows } = await granted();
    const before = await readRows('credit_record');
    expect(before).toHaveLength(1);
    expect(await outcome(`update credit_record set ${change} where ${mine}`)).toBe(refused);
    expect(await readRows('credit_record')).toEqual(before);
  });

  it('is corrected by a row of the opposite sign, and a reversed row cannot be granted again by hand', async () => {
    const { learner, course, mine, readRows } = await granted();
    await api.db.transaction((tx) =>
      reverseGrant(
        tx,
        { user_id: learner.user_id, content_id: course.id, cycle: 1 },
        '更正',
        api.clock.now(),
      ),
    );
    expect(
      (await readRows('credit_record')).map((row) => (row as { status: string }).status).toSorted(),
    ).toEqual(['granted', 'reversed']);
    expect(
      await outcome(
        `update credit_record set status = 'granted' where ${mine} and status = 'reversed'`,
      ),
    ).toBe(refused);
  });

  it('allows granting a pending row, and no other change', async () => {
    const { mine } = await granted();
    const waits = `${mine} and status = 'pending'`;
    await api.db.execute(
      sql.raw(`insert into credit_record (id, site_id, user_id, year, subject_kind, kind, hours, credits, source_type, source_id, title, status, created_at)
      select id || 'p', site_id, user_id, year, subject_kind, kind, hours, credits, 'exchange', 'x', title, 'pending', created_at from credit_record where ${mine}`),
    );
    expect(await outcome(`update credit_record set status = 'reversed' where ${waits}`)).toBe(
      refused,
    );
    expect(
      await outcome(`update credit_record set status = 'granted', hours = 50 where ${waits}`),
    ).toBe(refused);
    expect(
      await outcome(
        `update credit_record set status = 'granted', granted_at = now(), cert_no = '1' where ${waits}`,
      ),
    ).toBe('done');
  });
});

describe('a certificate', () => {
  it.each([
    `snapshot = '{}'`,
    `sha256 = ''`,
    'hours = 99',
    `title = ''`,
    `user_id = 'somebody'`,
    'issued_at = now()',
    `id_sealed = ''`,
    `id_sealed = id_sealed || 'A'`,
    `cert_status = 'pending'`,
    `replaces = 'x'`,
  ])('refuses to set %s once issued', async (change) => {
    const { mine, readRows } = await granted();
    const before = await readRows('certificate');
    expect(before).toHaveLength(1);
    expect(await outcome(`update certificate set ${change} where ${mine}`)).toBe(refused);
    expect(await readRows('certificate')).toEqual(before);
  });

  it('stays revoked with its reason', async () => {
    const { mine, readRows } = await granted();
    const [{ cert_no }] = (await readRows('certificate')) as [{ cert_no: string }];
    expect(
      await api.db.transaction((tx) => revokeCertificate(tx, cert_no, '登记有误', api.clock.now())),
    ).toBe(true);
    for (const change of [`cert_status = 'issued'`, `reason = ''`, `replaced_by = 'x'`])
      expect([change, await outcome(`update certificate set ${change} where ${mine}`)]).toEqual([
        change,
        refused,
      ]);
    expect(
      await outcome(`update certificate set download_count = download_count + 1 where ${mine}`),
    ).toBe('done');
  });
});

describe('append-only tables', () => {
  beforeAll(async () => {
    await granted();
    await newExam(api);
    await addView(api.db, 'SB1', 'auditor', api.clock.now());
    const notice = {
      id: 'n',
      gateway: 'wechat' as const,
      notice_key: 'k',
      kind: 'payment' as const,
      trade_no: 't',
      gateway_no: 'g',
      raw: '{}',
      headers: {},
      received_at: api.clock.now(),
    };
    await storeNotice(api.db, notice);
    await closeNotice(api.db, 'n', 'booked', api.clock.now());
    await recordIncident(api.db, api.clock.now(), {
      gateway: 'wechat',
      event: 'forged',
      reason: 'signature',
    });
  });

  it.each([
    ['state_log', `reason = 'nobody'`],
    ['state_log', `actor_id = 'nobody'`],
    ['declare_view', `viewer_id = 'nobody'`],
    ['pay_audit', `reason = ''`],
    ['pay_notice', `raw = ''`],
    ['pay_notice', `trade_no = 'other'`],
    ['pay_notice', `headers = '{"a":"b"}'`],
    ['paper_version', `frozen = '{}'`],
    ['paper_version', 'version = version + 100'],
  ])('%s refuses %s', async (table, change) => {
    expect((await api.db.execute(sql.raw(`select 1 from ${table}`))).rows.length).toBeGreaterThan(
      0,
    );
    expect(await outcome(`update ${table} set ${change}`)).toBe(refused);
  });

  it.each([
    'credit_record',
    'certificate',
    'declare_view',
    'state_log',
    'pay_audit',
    'pay_notice',
    'paper_version',
  ])('%s refuses deletes', async (table) => {
    const count = async () =>
      (await api.db.execute(sql.raw(`select count(*)::int as n from ${table}`))).rows[0];
    const before = await count();
    expect([
      await outcome(`delete from ${table}`),
      await outcome(`truncate ${table} cascade`),
    ]).toEqual([refused, refused]);
    expect(await count()).toEqual(before);
  });
});

import { createHash, randomUUID } from 'node:crypto';
import { idNumberTail } from '@cme/contract/base';
import {
  closeAccount,
  closingCancel,
  closingState,
  consentList,
  consentSet,
  exportDownload,
  exportRequest,
  exportState,
  login,
  messageList,
  userInfo,
} from '@cme/contract/person';
import { certificateApply, certificateVerify, creditsApply } from '@cme/contract/credits';
import { fetchAs } from '@cme/commons/api-client/node';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { is, sql, type SQL } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { describe, expect, test, vi } from 'vitest';
import { newLearner, signInAgain } from '../../../test/learner.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { sampleId } from '@cme/sample/ids';
import * as schema from '../../schema.ts';
import { findUser, unsealIdNumber, unsealMobile } from '../../person/identity/user.store.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { sweepClosings } from './closing.job.ts';
import { sweepExports } from './export.action.ts';
import { insertClosing, isRowOfPerson } from './personal-data.store.ts';
import { isHidden, notPersonal, personalTables } from './register.rules.ts';

const api = await startApiForFile({ sample: true, jobs: true });
const main = sampleId('site', 'main');
const password = 'Learner2026';

const host = 'cme.localhost';

/** Not inserted: files are deleted by a sweep, and a unit's administrator cannot close an account. */
const leftOut = new Set(['file', 'unit_admin']);
/** Tables whose rows, or some columns of them, are gone after an account is closed. */
const emptied = Object.entries(personalTables).filter(
  ([table, { onClosing, blank = [] }]) =>
    !leftOut.has(table) && (onClosing === 'delete' || blank.length > 0),
);
/** What closing must remove: `table` for rows, `table.column` for columns. */
const filled = emptied.flatMap(([table, { onClosing, blank = [] }]) =>
  onClosing === 'delete' ? [table] : blank.map((column) => `${table}.${column}`),
);

function newValue(type: string, text: string): SQL {
  if (/\[\]$|^json|multirange$/.test(type)) return sql`'{}'`;
  if (/^(timestamp|date)/.test(type)) return sql`now()`;
  if (type === 'boolean') return sql`false`;
  return type === 'text' ? sql`${text}` : sql`1`;
}

/** Inserts a row about the person into each of these tables, with a mark in every text. */
async function fillTables(userId: string): Promise<void> {
  const { mobile_hash } = (await findUser(api.db, userId))!;
  const mark = toMark(userId);
  const own: Record<string, string> = {
    user_id: userId,
    session_id: mark,
    account_hash: mobile_hash,
    mobile_hash,
  };
  await api.db.transaction(async (tx) => {
    // Rows may refer to what does not exist.
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const [table] of emptied) {
      const { columns } = getConfig(table);
      const values = columns.map((column) => {
        const type = column.getSQLType();
        const text = own[column.name] ?? column.enumValues?.[0] ?? mark;
        return newValue(type, text);
      });
      const names = columns.map(({ name }) => sql.identifier(name));
      await tx.execute(
        sql`insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)}) values (${sql.join(values, sql`, `)})`,
      );
    }
  });
}

const toMark = (userId: string) => `mark-${userId}`;

/** What is left of those rows, found by their mark and not by their person. */
async function filledTables(userId: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of filled) {
    const [table = '', column] = name.split('.');
    const place = column ? sql`t.${sql.identifier(column)}` : sql`t::text`;
    const { rows } = await api.db.execute(
      sql`select 1 from ${sql.identifier(table)} t where strpos(${place}, ${toMark(userId)}) > 0`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

async function signedIn(name: string) {
  const user_id = sampleId('user', name);
  const token = await signInAgain(api, { user_id, site_id: main });
  return { user_id, token, host };
}
const keys = () => deriveKeys(api.context.settings);

const tables = Object.values<unknown>(schema).filter((item): item is PgTable => is(item, PgTable));

const getConfig = (table: string) =>
  tables.map((item) => getTableConfig(item)).find(({ name }) => name === table)!;

describe('the register of personal data', () => {
  const ofPerson = /^(user_id|account_hash|mobile_hash|bound_user|viewer_id|proposed_by|reader)$/;

  test('contains exactly the tables with personal data', () => {
    const personal = tables
      .map((table) => getTableConfig(table))
      .filter(({ columns }) => columns.some(({ name }) => ofPerson.test(name)))
      .map(({ name }) => name);
    const known = { ...personalTables, ...notPersonal };
    expect(personal.filter((name) => !(name in known))).toEqual([]);
    const names = new Set(tables.map((table) => getTableConfig(table).name));
    expect(Object.keys(known).filter((name) => !names.has(name))).toEqual([]);
  });

  test('matches RETENTION.md', async () => {
    const closing = { delete: 'deleted', unnamed: 'names nobody', keep: 'kept by law' };
    const rows = Object.entries(personalTables).map(
      ([table, { name, kept, onClosing }]) =>
        `| \`${table}\` | ${name} | ${kept} | ${closing[onClosing]} |`,
    );
    const text = [
      '# How long personal data are kept',
      '',
      'Written by the test of `register.rules.ts` (`vitest -u`); change the register, not this file.',
      '',
      '| table | what | kept | when the account is closed |',
      '|---|---|---|---|',
      ...rows,
      '',
    ].join('\n');
    await expect(text).toMatchFileSnapshot('./RETENTION.md');
  });

  test('names columns that exist', () => {
    for (const table of tables) {
      const { name, columns } = getTableConfig(table);
      const { hidden = [], blank = [] } = personalTables[name] ?? {};
      const names = columns.map((column) => column.name);
      expect(names, name).toEqual(expect.arrayContaining([...hidden, ...blank]));
    }
  });
});

describe('an export', () => {
  const ready = async (as: { token: string; host: string }) => {
    await vi.waitFor(
      async () => {
        const { export: mine } = await api.send(exportState, {}, as);
        expect(mine?.status).toBe('ready');
      },
      { timeout: 30_000 },
    );
    return (await api.send(exportState, {}, as)).export!;
  };

  /** Tables that signing in and exporting themselves change. */
  const changing = new Set(['message', 'user_session', 'user_session_token', 'data_export']);

  test('contains every field of every row about its person and no secret, and is deleted after a day', async () => {
    const senior = await signedIn('senior');
    const { export: asked } = await api.send(exportRequest, { password }, senior);
    expect(asked).toMatchObject({ status: 'waiting' });
    const again = await api.send(exportRequest, { password }, senior);
    expect(again.export?.export_id).toBe(asked?.export_id);
    const mine = await ready(senior);
    expect(mine.done).toBe(mine.total);
    const { export_id } = mine;
    const { url } = await api.send(exportDownload, { export_id }, senior);
    const path = new URL(url, api.url).pathname;
    const earlier = path;
    const bytes = Buffer.from(await (await viaFiles(path)).arrayBuffer());
    expect((await viaFiles(earlier)).status).toBe(403);
    const next = async () =>
      new URL((await api.send(exportDownload, { export_id }, senior)).url, api.url).pathname;
    const [replaced, last] = [await next(), await next()];
    expect((await viaFiles(replaced)).status).toBe(403);
    api.clock.pass(61_000);
    expect((await viaFiles(last)).status).toBe(403);
    const files = unzipSync(bytes);
    const data = JSON.parse(Buffer.from(files['data.json']!).toString()) as {
      tables: Record<string, Record<string, unknown>[]>;
    };
    for (const table of tables) {
      const { name, columns } = getTableConfig(table);
      if (!(name in personalTables)) continue;
      const { rows } = await api.db.execute(
        sql`select * from ${sql.identifier(name)} where ${isRowOfPerson(name, senior.user_id)}`,
      );
      const exported = data.tables[name]!;
      const shown = columns.filter(
        (column) => !isHidden(name, column.name) && !column.name.endsWith('_sealed'),
      );
      if (exported[0])
        expect(Object.keys(exported[0]), name).toEqual(
          expect.arrayContaining(shown.map((column) => column.name)),
        );
      if (changing.has(name)) continue;
      expect(exported.length, name).toBe(rows.length);
      for (const column of shown.filter((item) => item.getSQLType() === 'text')) {
        const values = (list: Record<string, unknown>[]) =>
          list.map((item) => String(item[column.name])).toSorted();
        expect(values(exported), `${name}.${column.name}`).toEqual(values(rows));
      }
    }
    const { rows: uploaded } = await api.db.execute<{ file_id: string; sha256: string }>(
      sql`select file_id, sha256 from file where user_id = ${senior.user_id} and file_status = 'ready'`,
    );
    expect(uploaded.length).toBeGreaterThan(0);
    const hashes = Object.entries(files)
      .filter(([name]) => name.startsWith('文件/'))
      .map(([, content]) => createHash('sha256').update(content).digest('hex'));
    expect(hashes.toSorted()).toEqual(uploaded.map(({ sha256 }) => sha256).toSorted());
    const row = (await findUser(api.db, senior.user_id))!;
    const text = Object.values(files)
      .map((file) => Buffer.from(file).toString())
      .join('\n');
    expect(data.tables['user']).toMatchObject([
      {
        mobile: unsealMobile(keys(), row),
        id_no: unsealIdNumber(keys(), row),
        real_name: row.real_name,
      },
    ]);
    expect(text).not.toContain(row.password_hash);
    expect(text).not.toContain(row.mobile_sealed);
    expect(text).not.toContain(senior.token);
    const others = await api.db.execute<{ user_id: string; real_name: string }>(
      sql`select user_id, real_name from "user" where user_id <> ${senior.user_id} and real_name <> ${row.real_name}`,
    );
    const ownText = JSON.stringify(data.tables);
    expect(others.rows.filter((other) => ownText.includes(other.user_id))).toEqual([]);
    const { list } = await api.send(messageList, {}, senior);
    expect(list.map(({ title }) => title)).toContain('个人数据导出已完成');

    api.clock.pass(25 * 3_600_000);
    await sweepExports(api.context);
    await expect(
      api.send(exportDownload, { export_id }, await signedIn('senior')),
    ).rejects.toMatchObject({
      code: 'export_state',
    });
    expect((await viaFiles(path)).status).toBe(403);
  });

  test('is downloaded by the session that proved itself; another one proves itself first', async () => {
    const nurse = await signedIn('nurse');
    await api.send(exportRequest, { password }, nurse);
    const { export_id } = await ready(nurse);
    const other = await signedIn('nurse');
    const fetchState = (as: typeof nurse) => api.send(exportState, {}, as);
    const download = (as: typeof nurse) => api.send(exportDownload, { export_id }, as);
    expect(await fetchState(nurse)).toMatchObject({ needs_proof: 'N' });
    expect(await fetchState(other)).toMatchObject({ needs_proof: 'Y' });
    await expect(download(other)).rejects.toMatchObject({ field: 'password' });
    await expect(api.send(exportRequest, {}, other)).rejects.toMatchObject({ field: 'password' });
    await download(nurse);
    const opened = await api.send(exportRequest, { password }, other);
    expect(opened).toMatchObject({ export: { export_id }, needs_proof: 'N' });
    await download(other);
    await expect(download(nurse)).rejects.toMatchObject({ field: 'password' });
  });

  test('requires re-authentication', async () => {
    const nurse = await signedIn('nurse');
    await expect(api.send(exportRequest, {}, nurse)).rejects.toMatchObject({ field: 'password' });
    await expect(api.send(exportRequest, { password: 'Wrong2Guess' }, nurse)).rejects.toMatchObject(
      { field: 'password', message: '登录密码不正确' },
    );
  });

  const viaFiles = (path: string) => fetchAs('files.cme.localhost')(api.url + path);
});

describe('consent', () => {
  test('to the use of the identity number can be withdrawn and renewed, and is required before its use', async () => {
    const doctor = await signedIn('physician');
    const { list } = await api.send(consentList, {}, doctor);
    expect(list.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['terms', 'identity']));
    const own = (rows: typeof list) => rows.find(({ kind }) => kind === 'identity');
    expect(own(list)).toMatchObject({ action: 'withdraw', withdrawn_at: '' });
    const after = await api.send(consentSet, { kind: 'identity', given: 'N' }, doctor);
    expect(own(after.list)).toMatchObject({ action: 'give' });
    await expect(api.send(certificateApply, { year: 2026 }, doctor)).rejects.toMatchObject({
      code: 'consent_needed',
    });
    const applied = api.send(creditsApply, { learning_id: 'any' }, doctor);
    await expect(applied).rejects.toMatchObject({ code: 'consent_needed' });
    await api.send(consentSet, { kind: 'identity', given: 'Y' }, doctor);
    expect(await api.send(certificateApply, { year: 2026 }, doctor)).toMatchObject({ year: 2026 });
  });
});

describe('closing an account', () => {
  const agree = { agree: 'Y' as const, password };

  test('waits for open orders and declarations', async () => {
    const senior = await signedIn('senior');
    const { blockers } = await api.send(closingState, {}, senior);
    expect(blockers).toContain('有审核中的学分申报');
    await expect(api.send(closeAccount, agree, senior)).rejects.toMatchObject({
      code: 'closing_blocked',
    });
  });

  test('ends other sessions, can be cancelled for a week, and then leaves no name, number or sign-in method', async () => {
    const doctor = await signedIn('physician');
    const elsewhere = await signedIn('physician');
    const row = (await findUser(api.db, doctor.user_id))!;
    const mobile = unsealMobile(keys(), row);
    const id_no = unsealIdNumber(keys(), row);
    const { rows: certificates } = await api.db.execute<{ cert_no: string }>(
      sql`select cert_no from certificate where user_id = ${doctor.user_id} and cert_status = 'issued'`,
    );
    const canary = `canary-${randomUUID()}`;
    await api.db.execute(
      sql`update user_session set user_agent = ${canary} where user_id = ${doctor.user_id}`,
    );
    await api.db.execute(
      sql`insert into search_history (user_id, word, searched_at) values (${doctor.user_id}, ${canary}, now())`,
    );
    await api.db.execute(
      sql`update message set text = ${canary} where user_id = ${doctor.user_id}`,
    );
    await settle(doctor.user_id);

    expect(await api.send(closeAccount, agree, doctor)).toMatchObject({ status: 'waiting' });
    await expect(api.send(userInfo, {}, elsewhere)).rejects.toMatchObject({ statusCode: 401 });
    expect(await api.send(closingCancel, {}, doctor)).toMatchObject({ status: 'none' });
    api.clock.pass(8 * 24 * 3_600_000);
    expect(await sweepClosings(api.context)).toBe(0);

    const back = await signedIn('physician');
    await api.send(closeAccount, agree, back);
    api.clock.pass(6 * 24 * 3_600_000);
    expect(await sweepClosings(api.context)).toBe(0);
    api.clock.pass(2 * 24 * 3_600_000);
    expect(await sweepClosings(api.context)).toBe(1);

    await expect(api.send(userInfo, {}, back)).rejects.toMatchObject({ statusCode: 401 });
    await expect(
      api.send(login, { login_kind: 'password', account: mobile, password }, { host }),
    ).rejects.toMatchObject({ message: '手机号码或密码错误' });
    const left = await tablesWith([canary, mobile, id_no, row.real_name, row.unit_name]);
    // Retained by law, as documented; declarations name their unit.
    expect(left.filter((table) => personalTables[table]?.onClosing !== 'keep')).toEqual([]);
    expect(left).not.toContain('user');
    expect(certificates.length).toBeGreaterThan(0);
    for (const { cert_no } of certificates.slice(0, 3))
      expect(
        await api.send(certificateVerify, { cert_no, id_tail: idNumberTail(id_no) }, { host }),
      ).toMatchObject({ certificate: { cert_no } });
  });

  test('deletes or empties what every table of the register says, and nothing of others', async () => {
    const [leaving, staying] = [await newLearner(api, main), await newLearner(api, main)];
    for (const { user_id } of [leaving, staying]) await fillTables(user_id);
    const now = api.clock.now();
    await insertClosing(api.db, {
      closing_id: randomUUID(),
      site_id: main,
      user_id: leaving.user_id,
      requested_at: now,
      close_at: now,
    });
    api.clock.pass(1000);
    expect(await sweepClosings(api.context)).toBe(1);
    expect(await filledTables(staying.user_id)).toEqual(filled);
    expect(await filledTables(leaving.user_id)).toEqual([]);
  });

  /** Settles open orders and declarations as the person would. */
  async function settle(userId: string): Promise<void> {
    await api.db.execute(
      sql`update "order" set order_status = 'completed' where user_id = ${userId} and order_status in ('pending', 'paid', 'refunding')`,
    );
    await api.db.execute(
      sql`update refund set refund_status = 'success' where user_id = ${userId} and refund_status in ('pending', 'approved', 'processing', 'failed')`,
    );
    await api.db.execute(
      sql`update invoice set invoice_status = 'issued' where user_id = ${userId} and invoice_status in ('applied', 'issuing')`,
    );
    await api.db.execute(
      sql`update exam_attempt set attempt_status = 'voided' where user_id = ${userId} and attempt_status = 'in_progress'`,
    );
    await api.db.execute(
      sql`update declare set declare_status = 'draft' where user_id = ${userId} and declare_status in ('submitted', 'unit_passed', 'approved')`,
    );
  }

  /** Tables that contain one of these values, ignoring rows of other people with the same name. */
  async function tablesWith(values: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    const user_id = sampleId('user', 'physician');
    for (const name of Object.keys(personalTables)) {
      const pattern = values.filter((value) => value !== '').join('|');
      const { rows } = await api.db.execute(
        sql`select 1 from ${sql.identifier(name)} t where ${isRowOfPerson(name, user_id)} and t::text ~ ${pattern} limit 1`,
      );
      if (rows.length > 0) found.push(name);
    }
    return found;
  }
});

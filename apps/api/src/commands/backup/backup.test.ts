import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { idNumberTail } from '@cme/contract/base';
import { login, userInfo } from '@cme/contract/person';
import { certificateVerify } from '@cme/contract/credits';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi, testSecret } from '../../../test/test-api.ts';
import { storeFile } from '../../person/file/store-file.action.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { findUser, unsealIdNumber } from '../../person/identity/user.store.ts';
import { sampleId } from '@cme/sample/ids';
import { openStorage } from '../../platform/storage/storage.ts';
import { makeBackup } from './make.ts';
import { restoreBackup } from './restore.ts';

let api: TestApi;
const folders: string[] = [];
const folder = () => {
  folders.push(mkdtempSync(join(tmpdir(), 'cme-backup-')));
  return folders.at(-1)!;
};
const full = folder();
let object: string;
beforeAll(async () => {
  api = await startTestApi({ sample: true });
  const of = { site_id: sampleId('site', 'main'), user_id: sampleId('user', 'nurse') };
  const bytes = Buffer.from('%PDF proof of a course');
  const stored = await storeFile(api.context, api.db, {
    ...of,
    kind: 'proof',
    name: 'a',
    format: 'pdf',
    bytes,
  });
  object = stored.object;
  // More rows than one fetch of a table, and awkward text.
  await api.db.execute(sql`insert into search_history (user_id, word, searched_at)
    select ${of.user_id}, 'w' || n || E'\t"\\\\,(){}\n' || chr(128512), now() from generate_series(1, 1200) n`);
  await makeBackup(api.context, full);
}, 400_000);
afterAll(async () => {
  await api.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** An installation without sites, people and files. */
async function empty(work: (other: TestApi) => Promise<void>, secret = testSecret): Promise<void> {
  const other = await startTestApi({ settings: { secret: Buffer.from(secret) } });
  await other.db.execute(sql`truncate site, site_tally, cert_issuer cascade`);
  await work(other).finally(() => other.close());
}

describe('a backup', () => {
  test('is readable by its owner only and contains no plain number', async () => {
    const row = (await findUser(api.db, sampleId('user', 'nurse')))!;
    const id_no = unsealIdNumber(deriveKeys(api.context.settings), row);
    expect(statSync(full).mode & 0o077).toBe(0);
    for (const name of readdirSync(join(full, 'tables'))) {
      const path = join(full, 'tables', name);
      expect(statSync(path).mode & 0o077, name).toBe(0);
      const text = gunzipSync(readFileSync(path)).toString();
      expect(text.includes(id_no) || text.includes('13800000001'), name).toBe(false);
    }
  });

  test('restores the same rows and files into an empty installation, where people sign in and certificates verify', () =>
    empty(async (other) => {
      const began = performance.now();
      const manifest = await restoreBackup(other.context, full);
      expect(performance.now() - began).toBeLessThan(300_000);
      expect(Number(manifest.tables['search_history']?.rows)).toBeGreaterThanOrEqual(1200);
      const again = await makeBackup(other.context, folder());
      expect(again.tables).toEqual(manifest.tables);
      expect(again.files).toEqual(manifest.files);
      const parts = await openStorage(other.context.settings).read(object);
      expect((await parts.toArray()).join('')).toBe('%PDF proof of a course');
      const host = 'cme.localhost';
      const { message: token } = await other.sendForMessage(
        login,
        { login_kind: 'password', account: '13800000002', password: 'Learner2026' },
        { host },
      );
      const person = await other.send(userInfo, {}, { token, host });
      expect(person.mobile).toBe('138****0002');
      const { rows } = await other.db.execute<{ cert_no: string }>(
        sql`select cert_no from certificate where user_id = ${person.user_id} and cert_status = 'issued' limit 1`,
      );
      const row = (await findUser(other.db, person.user_id))!;
      const id_tail = idNumberTail(unsealIdNumber(deriveKeys(other.context.settings), row));
      expect(
        await other.send(certificateVerify, { cert_no: rows[0]!.cert_no, id_tail }, { host }),
      ).toMatchObject({ certificate: { cert_no: rows[0]!.cert_no } });
      // Failed inserts must fail again.
      await expect(other.db.execute(sql`delete from certificate`)).rejects.toThrow();
      await expect(
        other.db.execute(
          sql`insert into user_session_token values ('h', 'nobody', 'token', '', now())`,
        ),
      ).rejects.toThrow();
      await expect(restoreBackup(other.context, full)).rejects.toThrow('只能恢复到空的安装');
    }));

  test('that was modified is refused without leaving anything', () =>
    empty(async (other) => {
      const broken = folder();
      cpSync(full, broken, { recursive: true });
      const path = join(broken, 'manifest.json');
      const manifest = JSON.parse(readFileSync(path, 'utf8')) as {
        tables: Record<string, { sum: string }>;
        number_keys: Record<string, string>;
      };
      manifest.number_keys = { 2: 'of another' };
      writeFileSync(path, JSON.stringify(manifest));
      await expect(restoreBackup(other.context, broken)).rejects.toThrow('密钥2');
      manifest.number_keys = {};
      manifest.tables['activity']!.sum = '1';
      writeFileSync(path, JSON.stringify(manifest));
      await expect(restoreBackup(other.context, broken)).rejects.toThrow(
        'activity 恢复后与备份不一致',
      );
      const { rows } = await other.db.execute(sql`select 1 from activity`);
      expect(rows).toEqual([]);
    }));

  test('is not restored with another secret', () =>
    empty(
      (other) => expect(restoreBackup(other.context, full)).rejects.toThrow('APP_SECRET'),
      'another secret of tests, thirty-two characters long',
    ));
});

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { CallError, openClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import { siteLogo } from '@cme/contract/site';
import { login, userInfo } from '@cme/contract/person';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/database.ts';
import { outputWith, testSecret } from '../../../test/test-api.ts';
import { migrationsFolder } from './database.ts';
import { freePort } from '../../../../../tools/programs/free-port.ts';

const root = join(import.meta.dirname, '../../../../..');
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }).trim();

/** The last commit that changed a migration other than the newest: its API does not know the newest,
 * unless both came together. */
function commitBefore(): string {
  const folder = 'apps/api/migrations';
  const newest = readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .at(-1);
  const changed = git(
    'log',
    '-1',
    '--format=%H',
    '--',
    `${folder}/*.sql`,
    `:(exclude)${folder}/${newest}`,
  );
  return changed || git('rev-parse', 'HEAD');
}

/** The API of that commit in a separate folder, with the installed packages. */
function unpack(commit: string): string {
  const folder = join(root, '.cache/older-api', commit);
  if (existsSync(join(folder, 'apps/api/src/main.ts'))) return folder;
  mkdirSync(join(folder, 'node_modules/@cme'), { recursive: true });
  const archive = execFileSync('git', ['archive', commit, 'apps/api', 'libs', 'package.json'], {
    cwd: root,
    maxBuffer: 1 << 30,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  for (const name of readdirSync(join(folder, 'libs')))
    symlinkSync(join(folder, 'libs', name), join(folder, 'node_modules/@cme', name));
  const own = join(root, 'apps/api/node_modules');
  if (existsSync(own)) symlinkSync(own, join(folder, 'apps/api/node_modules'));
  return folder;
}

const server = process.env.TEST_DATABASE_URL;

describe('the previous release with the newest schema', () => {
  const running: ChildProcess[] = [];
  afterAll(async () => {
    for (const child of running) await end(child, 'SIGKILL');
  });
  async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  async function start(folder: string, url: string) {
    const [port, edge] = [await freePort(), await freePort()];
    const child = spawn(process.execPath, [join(folder, 'apps/api/src/main.ts')], {
      env: {
        ...process.env,
        DATABASE_URL: url,
        SMS_PROVIDER: 'file',
        INVOICE_ISSUER: 'file',
        API_PORT: String(port),
        PORT: String(edge),
        APP_SECRET: testSecret,
        DATA_DIR: join(root, '.cache/older-api/data'),
        POOL_SIZE: '4',
        SAMPLE: 'Y',
        DRAIN_SECONDS: '0',
        RATE_LIMIT: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.push(child);
    const answers = outputWith(child.stdout, 'api ready').then(() => void child.stdout.resume());
    const client = openClient({
      apiBase: `http://127.0.0.1:${port}`,
      fullDomainName: 'cme.localhost',
      fetch: fetchAs('cme.localhost'),
    });
    return { child, answers, client };
  }

  test(
    'keeps working while it is migrated, interrupted and continued; starts on it; loses nothing',
    { timeout: 240_000 },
    async () => {
      const commit = commitBefore();
      const older = unpack(commit);
      // Created and filled by the older version alone.
      const created = await openTestDatabase('postgres');
      const { rows } = await created.db.execute<{ name: string }>(
        sql`select current_database() as name`,
      );
      const name = `${rows[0]?.name}_older`;
      await created.db.execute(sql.raw(`create database ${name}`));
      const url = Object.assign(new URL(server ?? ''), { pathname: `/${name}` }).href;
      const first = await start(older, url);
      await first.answers;
      const { client } = first;
      const account = {
        login_kind: 'password',
        account: '13800000001',
        password: 'Learner2026',
      } as const;
      const { message: token } = await client.sendForMessage(login, account);

      const failed: string[] = [];
      let [asked, isOver] = [0, false];
      const load = Promise.all(
        Array.from({ length: 4 }, async () => {
          while (!isOver) {
            asked += 1;
            await client
              .send(asked % 3 === 0 ? siteLogo : userInfo, {}, { token })
              .catch((error: unknown) =>
                failed.push(error instanceof CallError ? `${error.statusCode}` : String(error)),
              );
          }
        }),
      );
      const killed = await start(root, url);
      killed.answers.catch(() => undefined);
      await new Promise((later) => setTimeout(later, 700));
      await end(killed.child, 'SIGKILL');
      const newest = await start(root, url);
      await newest.answers;
      expect((await newest.client.send(userInfo, {}, { token })).user_id).toBeTruthy();
      isOver = true;
      await load;
      expect(asked).toBeGreaterThan(20);
      expect(failed).toEqual([]);

      // Rollback: the older version starts on the newer schema.
      await end(first.child, 'SIGTERM');
      const back = await start(older, url);
      await back.answers;
      expect((await back.client.send(userInfo, {}, { token })).user_id).toBeTruthy();
      expect((await back.client.sendForMessage(login, account)).message).toMatch(/^.{43}$/);
      const known = JSON.parse(
        readFileSync(join(older, 'apps/api/migrations/meta/_journal.json'), 'utf8'),
      ) as { entries: unknown[] };
      expect(known.entries.length).toBeLessThan(
        readdirSync(migrationsFolder).filter((file) => file.endsWith('.sql')).length + 1,
      );
      for (const { child } of [back, newest]) await end(child, 'SIGTERM');
      await created.db.execute(sql.raw(`drop database ${name} with (force)`));
      await created.close();
      rmSync(join(root, '.cache/older-api/data'), { recursive: true, force: true });
    },
  );
});

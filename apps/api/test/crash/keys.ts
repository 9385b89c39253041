// Repeatedly kills the command that re-encrypts numbers, and finally lets it finish: npm run crash
// -- keys [times]. No number may be lost or half-encrypted, and in the end the new key must decrypt
// all of them.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { eq, like } from 'drizzle-orm';
import { startPostgres } from '../../../../tools/programs/postgres.ts';
import { user } from '../../src/person/identity/identity.tables.ts';
import { deriveKeys } from '../../src/person/identity/secret.rules.ts';
import { unsealIdNumber, unsealMobile } from '../../src/person/identity/user.store.ts';
import { parseNumberKeys } from '../../src/platform/settings/number-keys.ts';
import { makeLearners, mainSite, openStudy } from '../load/study.ts';

const times = Number(argv[3] ?? 5);
/** Batches, more than kills. */
const people = times * 400;
const newKey = `2:${'another-key-of-numbers-'.repeat(2)}`;

const postgres = await startPostgres();
const folder = mkdtempSync(join(tmpdir(), 'cme-keys-'));
const environment = {
  ...process.env,
  DATABASE_URL: postgres.url,
  SMS_PROVIDER: 'file',
  INVOICE_ISSUER: 'file',
  DATA_DIR: folder,
  APP_SECRET: 'a secret of the killed keys, long enough for it',
  LOG_LEVEL: 'error',
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
};
const study = await openStudy(environment);
const { db } = study.context;
const wrong: string[] = [];
let kills = 0;

function staff(command: string, numberKeys: string): ChildProcess & { said: () => string } {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../../tools/staff.ts'), 'keys', command],
    { env: { ...environment, NUMBER_KEYS: numberKeys }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part) => (said += String(part)));
  return Object.assign(child, { said: () => said });
}

const anew = () => db.$count(user, like(user.mobile_sealed, '2.%'));

/** All numbers, decrypted with both keys. */
async function numbers(): Promise<Map<string, string>> {
  const settings = { ...study.context.settings, numberKeys: parseNumberKeys(`${newKey},1`)! };
  const keys = deriveKeys(settings);
  const rows = await db.select().from(user).where(eq(user.site_id, mainSite));
  return new Map(
    rows.map((row) => [row.user_id, `${unsealMobile(keys, row)} ${unsealIdNumber(keys, row)}`]),
  );
}

try {
  await makeLearners(study.context, people);
  const before = await numbers();
  while (kills < times) {
    const start = await anew();
    const run = staff('reseal', `${newKey},1`);
    const ended = once(run, 'exit');
    while (run.exitCode === null && (await anew()) === start) await pause(5);
    if (run.exitCode !== null) {
      wrong.push(`ended before it was killed: ${run.said()}`);
      break;
    }
    run.kill('SIGKILL');
    await ended;
    kills += 1;
    const after = await anew();
    const now = await numbers();
    const lost = [...before].filter(([id, said]) => now.get(id) !== said);
    if (lost.length > 0) wrong.push(`kill ${kills}: ${lost.length} numbers differ`);
    console.log(`kill ${kills}: ${after - start} re-encrypted, ${after} in all`);
  }
  const left = (await db.$count(user)) - (await anew());
  const last = staff('reseal', `${newKey},1`);
  const [code] = await once(last, 'exit');
  if (code !== 0) wrong.push(`the last run ended with ${code}: ${last.said()}`);
  const alone = staff('show', newKey);
  await once(alone, 'close');
  if (!alone.said().startsWith('全部号码只需密钥2')) wrong.push(alone.said());
  const lost = [...(await numbers())].filter(([id, said]) => before.get(id) !== said);
  if (lost.length > 0) wrong.push(`${lost.length} numbers differ at the end`);
  for (const line of wrong) console.log(line);
  console.log(
    `keys: ${kills} kills, ${before.size} people, the last run sealed the ${left} that were left; ${alone.said().trim()}; ${wrong.length} wrong`,
  );
} finally {
  await study.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
exit(wrong.length === 0 && kills === times ? 0 : 1);

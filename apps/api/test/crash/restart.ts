// Rolling restart of two APIs behind an edge, as in a release, while people study, buy and pay
// through it: npm run crash -- restart [times] [max minutes]. No call may fail, no job may run
// twice.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { openClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import { sql } from 'drizzle-orm';
import { freePort } from '../../../../tools/programs/free-port.ts';
import { startPostgres } from '../../../../tools/programs/postgres.ts';
import type { Db } from '../../src/platform/database/database.ts';
import { openStudy } from '../load/study.ts';
import { type Api, openApi } from './api.ts';
import { beats } from './beats.ts';
import { bundleApi } from './bundle.ts';
import { payments } from './payments/payments.ts';
import { together } from './together.ts';

const [, given = '20', minutes = 'Infinity'] = argv.slice(2);
const times = Number(given);
const until = Date.now() + Number(minutes) * 60_000;
/** The edge polls every two seconds: after this it knows that an API is back. */
const known = 5000;

/** Records requests to the edge that were not answered as expected. */
function countCalls(origin: string) {
  const count = { calls: 0, failed: [] as string[] };
  const counted =
    (send: typeof fetch): typeof fetch =>
    async (what, how) => {
      const url = what instanceof Request ? what.url : String(what);
      const isOurs = url.startsWith(origin);
      if (isOurs) count.calls += 1;
      try {
        const answer = await send(what, how);
        if (isOurs && answer.status >= 500)
          count.failed.push(`${answer.status} ${new URL(url).pathname}`);
        return answer;
      } catch (error) {
        if (isOurs) count.failed.push(`${new URL(url).pathname}: ${String(error)}`);
        throw error;
      }
    };
  // The gateways' notifications go through it.
  globalThis.fetch = counted(globalThis.fetch);
  return { count, counted };
}

function openEdge(environment: NodeJS.ProcessEnv): ChildProcess {
  const root = join(import.meta.dirname, '../../../..');
  return spawn(
    process.execPath,
    [
      '--import',
      join(root, 'tools/start/exit-with-parent.ts'),
      join(root, 'apps/edge/src/main.ts'),
    ],
    { env: environment, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
}

/** Jobs by state; one that was fetched but not started has been returned to the queue. */
async function countJobs(db: Db): Promise<string> {
  const { rows } = await db.execute<{ jobs: number; back: number; open: number }>(
    sql`select count(*)::int as jobs, count(*) filter (where retry_count > 0)::int as back,
      count(*) filter (where state = 'active')::int as open from pgboss.job`,
  );
  const [{ jobs, back, open } = { jobs: 0, back: 0, open: 0 }] = rows;
  return `${jobs} jobs, ${back} given back to be done by the other, ${open} under way at the end`;
}

const postgres = await startPostgres();
const folder = mkdtempSync(join(tmpdir(), 'cme-restart-'));
const [edgePort, gatewayPort, ...ports] = (await Promise.all(
  Array.from({ length: 4 }, freePort),
)) as [number, number, number, number];
const environment = {
  ...process.env,
  DATABASE_URL: postgres.url,
  SMS_PROVIDER: 'file',
  DATA_DIR: folder,
  APP_SECRET: 'a secret of the restarts, long enough for it',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'error',
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
  PAY_SANDBOX: 'Y',
  PAY_GATEWAY_PORT: String(gatewayPort),
  PORT: String(edgePort),
};
// Learners know only the edge.
const study = await openStudy({
  ...environment,
  PORT: String(edgePort - 1),
  API_PORT: String(edgePort),
});
const scenario = together([
  beats({ rhythm: 500 }),
  payments({ orders: 400 + times * 160, silent: 0 }),
]);
await scenario.prepare(study.context);
const bundle = await bundleApi(String(edgePort));
const apis: Api[] = [];
for (const port of ports)
  apis.push(await openApi({ ...environment, API_PORT: String(port) }, port, bundle));
const edge = openEdge({
  ...environment,
  API_UPSTREAM: ports.map((port) => `127.0.0.1:${port}`).join(),
});
const base = `http://127.0.0.1:${edgePort}`;
const stopped = new AbortController();
const wrong: string[] = [];
const took: number[] = [];
let told = 0;
try {
  for (const api of apis) await api.start();
  while (
    !(await globalThis.fetch(`${base}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause(100);
  await pause(known);
  const { count, counted } = countCalls(base);
  const fullDomainName = 'cme.localhost';
  const fetch = counted(fetchAs(fullDomainName));
  const client = openClient({ apiBase: base, fullDomainName, fetch });
  await scenario.begin(client, base);
  const began = Date.now();
  const work = scenario.work(client, stopped.signal);
  work.catch((error: unknown) => wrong.push(String(error)));
  for (let index = 0; index < times && Date.now() < until; index += 1) {
    const api = apis[index % apis.length]!;
    const asked = Date.now();
    const end = await api.stop();
    if (end !== 0) wrong.push(`an API ended with ${end}`);
    took.push(Date.now() - asked);
    await api.start();
    await pause(known);
    wrong.push(...(await scenario.check(study.context.db, () => new Date(0))));
    if ((index + 1) % 10 === 0) {
      console.log(`${index + 1} of ${times}, ${count.calls} calls, ${count.failed.length} failed`);
      for (const line of count.failed.slice(told, told + 3)) console.log(`  ${line}`);
      told = count.failed.length;
    }
  }
  stopped.abort();
  const seconds = Math.round((Date.now() - began) / 1000);
  await work;
  wrong.push(...((await scenario.atTheEnd?.(study.context.db, () => new Date(0))) ?? []));
  for (const lines of [count.failed, wrong])
    for (const line of lines.slice(0, 10)) console.log(line);
  const longest = Math.max(...took);
  console.log(
    `restart: ${took.length} restarts in ${seconds} s, each ended within ${longest} ms; ${count.calls.toLocaleString('en')} calls, ${count.failed.length} failed; ${await countJobs(study.context.db)}; ${wrong.length} wrong`,
  );
  process.exitCode = count.failed.length + wrong.length > 0 ? 1 : 0;
} finally {
  stopped.abort();
  edge.kill('SIGTERM');
  if (edge.exitCode === null) await once(edge, 'exit');
  for (const api of apis) await api.close();
  await scenario.close?.();
  await study.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
exit();

// A thousand payment notifications a minute, each acknowledged within a second after one durable
// booking.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openClient } from '@cme/commons/api-client';
import { orderCreate, payCreate } from '@cme/contract';
import { sql } from 'drizzle-orm';
import { GatewayFile, gatewayFile } from '../../apps/api/src/settings/sandbox-keys.ts';
import { makePaidCourses } from '../../apps/api/test/load/shop.ts';
import { makeLearners, openStudy } from '../../apps/api/test/load/study.ts';
import { formType, noticeOf } from '../../apps/api/test/load/notice.ts';
import { freePort, openPostgres } from '../postgres.ts';

const target = 1000;
const perMinute = 1000;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 20);
const wanted = Math.round((perMinute * seconds) / 60);
const perLearner = 10;

const postgres = await openPostgres({ durable: true });
const folder = mkdtempSync(join(tmpdir(), 'cme-notices-'));
const port = await freePort();
const environment = {
  ...process.env,
  DATABASE_URL: postgres.url,
  DATA_DIR: folder,
  API_PORT: String(port),
  APP_SECRET: 'a secret of the bench, long enough for it',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'error',
  PAY_SANDBOX: 'Y',
};
const study = await openStudy(environment);
const courses = await makePaidCourses(study.context, perLearner);
const tokens = await makeLearners(study.context, Math.ceil((wanted * 2) / perLearner));
const keys = GatewayFile.parse(JSON.parse(readFileSync(gatewayFile(folder), 'utf8'))).alipay;
const api = spawn(
  process.execPath,
  [
    '--import',
    join(import.meta.dirname, '../start/exit-with-parent.ts'),
    join(import.meta.dirname, '../../apps/api/src/main.ts'),
  ],
  { env: environment, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
);
const base = `http://127.0.0.1:${port}`;
while (
  !(await fetch(`${base}/healthz`).then(
    (one) => one.ok,
    () => false,
  ))
)
  await pause(100);

const client = openClient({ apiBase: base, fullDomainName: 'cme.localhost' });
const trades: string[] = [];
for (const token of tokens) {
  for (const { id, price } of courses) {
    const { order_code } = await client.send(
      orderCreate,
      { item: { id }, seen_amount: price, request_id: id },
      { token },
    );
    trades.push(
      (await client.send(payCreate, { order_code, channel: 'ali_page' }, { token })).trade_no,
    );
  }
}

const waits: number[] = [];
async function tell(trade_no: string): Promise<void> {
  const body = noticeOf(keys, trade_no, courses[0]?.price ?? '');
  const began = performance.now();
  const reply = await fetch(`${base}/qm/api/v5/pay/notify/alipay`, {
    method: 'POST',
    headers: formType,
    body,
  });
  if ((await reply.text()) === 'success') waits.push(performance.now() - began);
}
const share = (part: number) =>
  waits.toSorted((a, b) => a - b)[Math.min(waits.length - 1, Math.floor(waits.length * part))] ??
  Infinity;

const paced = trades.slice(0, wanted);
const burst = trades.slice(wanted, wanted * 2);
const all = paced.map(async (trade_no, at) =>
  pause((at * 60_000) / perMinute).then(() => tell(trade_no)),
);
await Promise.all(all);
const median = share(0.5);
const p99 = share(0.99);
console.log(
  `${perMinute} notices a minute: ${waits.length} of ${wanted} answered, median ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (target ≤ ${target} ms)`,
);
waits.length = 0;
const began = performance.now();
let next = 0;
await Promise.all(
  Array.from({ length: 16 }, async () => {
    for (let trade_no = burst[next++]; trade_no; trade_no = burst[next++]) await tell(trade_no);
  }),
);
console.log(
  `maximum rate from 16 senders: ${Math.round((burst.length / (performance.now() - began)) * 1000)} a second, p99 ${share(0.99).toFixed(0)} ms`,
);
const { rows } = await study.context.db.execute<{ n: number }>(
  sql`select count(*)::int as n from trade t join "order" o using (order_code) where t.booked = 'Y' and t.trade_no in (select jsonb_array_elements_text(${JSON.stringify(trades)}::jsonb)) and o.paid_fen = o.pay_fen`,
);
console.log(`booked ${rows[0]?.n} of ${burst.length + paced.length}`);
api.kill('SIGTERM');
await study.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = p99 <= target && rows[0]?.n === burst.length + paced.length ? 0 : 1;

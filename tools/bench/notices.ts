// A thousand payment notifications a minute, each acknowledged within a second after one durable
// booking.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openClient } from '@cme/commons/api-client';
import { orderCreate, payCreate } from '@cme/contract/payment';
import { sql } from 'drizzle-orm';
import { GatewayFile, gatewayFile } from '@cme/api/settings/sandbox-keys';
import { makePaidCourses } from '@cme/api/load/shop';
import { makeLearners, openStudy } from '@cme/api/load/study';
import { formType, signNotice } from '@cme/api/load/notice';
import { freePort } from '../programs/free-port.ts';
import { startPostgres } from '../programs/postgres.ts';

const target = 1000;
const perMinute = 1000;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 20);
const noticeCount = Math.round((perMinute * seconds) / 60);
const perLearner = 10;

const postgres = await startPostgres({ durable: true });
const folder = mkdtempSync(join(tmpdir(), 'cme-notices-'));
const port = await freePort();
const environment = {
  ...process.env,
  DATABASE_URL: postgres.url,
  SMS_PROVIDER: 'file',
  DATA_DIR: folder,
  API_PORT: String(port),
  APP_SECRET: 'a secret of the bench, long enough for it',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'error',
  PAY_SANDBOX: 'Y',
};
const study = await openStudy(environment);
const courses = await makePaidCourses(study.context, perLearner);
const tokens = await makeLearners(study.context, Math.ceil((noticeCount * 2) / perLearner));
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
    (payment) => payment.ok,
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

const durations: number[] = [];
async function notifyPaid(tradeNo: string): Promise<void> {
  const body = signNotice(keys, tradeNo, courses[0]?.price ?? '');
  const startedAt = performance.now();
  const reply = await fetch(`${base}/qm/api/v5/pay/notify/alipay`, {
    method: 'POST',
    headers: formType,
    body,
  });
  if ((await reply.text()) === 'success') durations.push(performance.now() - startedAt);
}
const percentile = (part: number) =>
  durations.toSorted((a, b) => a - b)[
    Math.min(durations.length - 1, Math.floor(durations.length * part))
  ] ?? Infinity;

const pacedTrades = trades.slice(0, noticeCount);
const burst = trades.slice(noticeCount, noticeCount * 2);
const all = pacedTrades.map(async (tradeNo, index) =>
  pause((index * 60_000) / perMinute).then(() => notifyPaid(tradeNo)),
);
await Promise.all(all);
const median = percentile(0.5);
const p99 = percentile(0.99);
console.log(
  `${perMinute} notices a minute: ${durations.length} of ${noticeCount} answered, median ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (target ≤ ${target} ms)`,
);
durations.length = 0;
const startedAt = performance.now();
let next = 0;
await Promise.all(
  Array.from({ length: 16 }, async () => {
    for (let trade_no = burst[next++]; trade_no; trade_no = burst[next++])
      await notifyPaid(trade_no);
  }),
);
console.log(
  `maximum rate from 16 senders: ${Math.round((burst.length / (performance.now() - startedAt)) * 1000)} a second, p99 ${percentile(0.99).toFixed(0)} ms`,
);
const { rows } = await study.context.db.execute<{ n: number }>(
  sql`select count(*)::int as n from trade t join "order" o using (order_code) where t.booked = 'Y' and t.trade_no in (select jsonb_array_elements_text(${JSON.stringify(trades)}::jsonb)) and o.paid_fen = o.pay_fen`,
);
console.log(`booked ${rows[0]?.n} of ${burst.length + pacedTrades.length}`);
api.kill('SIGTERM');
await study.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = p99 <= target && rows[0]?.n === burst.length + pacedTrades.length ? 0 : 1;

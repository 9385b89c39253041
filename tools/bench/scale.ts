import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openClient, openSockets, request } from '@cme/api/load';
import { startPostgres } from '../programs/postgres.ts';

// The catalogue at three sizes on a separate PostgreSQL: all requests differ, so that no reply
// comes from the cache.

/** As `tools/deploy/README.md` recommends: the default of 128 MB does not hold what searches read. */
const settings = ['shared_buffers=512MB'];
const sizes = (process.env['BENCH_CONTENTS'] ?? '100,10000,100000').split(',').map(Number);
const requests = Number(process.env['BENCH_REQUESTS'] ?? 150);
const warmUpRequests = 40;
const host = 'api.cme.localhost';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

const series = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
const levels = ['A', 'B', 'C', 'D'];
const sorts = ['best', 'new', 'hot', 'credit', 'price'];
const words =
  '护理 高血压 心肺复苏 糖尿病 重症 手卫生 CPR 感染 管理 急诊 中医 肝 2026 儿科 新生儿 护理管理 肿瘤 康复训练 影像诊断 安全'.split(
    ' ',
  );

/** The list entry for request number `at`; coprime steps make the combinations differ. */
const pick = <Value>(list: readonly Value[], at: number): Value => list[at % list.length] as Value;

type Body = Record<string, string | number>;

interface Kind {
  name: string;
  path: string;
  /** Target for the 95th percentile in milliseconds. */
  target: number;
  body(at: number): Body;
}

const list = '/qm/api/v5/content/list';
const kinds: Kind[] = [
  {
    name: 'list, first pages',
    path: list,
    target: 40,
    body: (at) => ({ subject_kind: pick(['public', 'pro', ''], at), page: 1 + (at % 20) }),
  },
  {
    name: 'list, one filter',
    path: list,
    target: 40,
    body: (at) => ({
      subject_kind: 'pro',
      ...pick<Body>(
        [
          { series: pick(series, at) },
          { level: pick(levels, at) },
          { price_kind: pick(['free', 'paid'], at) },
          { discipline: pick(['03', '0301', '14', '1204', '030101'], at) },
          { year: pick(['2024', '2025', '2026'], at) },
          { credits: pick(['0-1', '1-3', '3-5', '5-'], at) },
        ],
        at,
      ),
      sort: pick(sorts, Math.floor(at / 6)),
    }),
  },
  {
    name: 'list, many filters',
    path: list,
    target: 40,
    body: (at) => ({
      subject_kind: pick(['public', 'pro'], at),
      series: pick(series, at),
      level: pick(levels, Math.floor(at / 2)),
      post_type: pick(['E', 'M', 'A'], at),
      year: pick(['2024', '2025', '2026'], Math.floor(at / 3)),
      project_level: pick(['国家', '省', '市', '单位'], Math.floor(at / 5)),
      teach_way: pick(['video', 'live', 'face', 'mixed', ''], at),
      sort: pick(sorts, Math.floor(at / 4)),
    }),
  },
  ...sorts.map((sort): Kind => ({
    name: `list, sorted by ${sort}`,
    path: list,
    target: 40,
    body: (at) => ({ sort, series: pick(['', ...series], at), page: 1 + (at % 7) }),
  })),
  {
    name: 'list, far pages',
    path: list,
    target: 40,
    body: (at) => ({ sort: pick(sorts, at), page: 50 + at * 7 }),
  },
  {
    name: 'list by keyword',
    path: list,
    target: 100,
    body: (at) => ({
      keyword: pick(words, at),
      sort: pick(sorts, Math.floor(at / 3)),
      series: pick(['', '', ...series], at),
    }),
  },
  {
    name: 'search/index',
    path: '/qm/api/v5/search/index',
    target: 100,
    body: (at) => ({
      keyword: at % 4 === 0 ? `${pick(words, at)} ${pick(words, at + 3)}` : pick(words, at),
      type: pick(['', '', 'course', 'news'], at),
      page: 1 + (at % 3),
    }),
  },
  {
    name: 'search/suggest',
    path: '/qm/api/v5/search/suggest',
    target: 100,
    body: (at) => ({ keyword: pick(words, at).slice(0, 1 + (at % 3)) }),
  },
  { name: 'home/index', path: '/qm/api/v5/home/index', target: 40, body: (at) => ({ at }) },
];

const toRequestBytes = ({ path }: Kind, body: Body) =>
  request(
    path,
    host,
    form,
    new URLSearchParams({
      full_domain_name: 'cme.localhost',
      page_size: '24',
      ...Object.fromEntries(Object.entries(body).map(([key, value]) => [key, String(value)])),
    }).toString(),
  );

const quantile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;

/** Sends the requests of a kind in sequence; a failed one counts as infinite. */
async function measureTimes(port: number, kind: Kind): Promise<number[]> {
  const [socket] = await openSockets({ port, host: '127.0.0.1' }, 1);
  if (!socket) throw new Error('no connection');
  const sendBytes = openClient(socket);
  const times: number[] = [];
  for (let index = 0; index < warmUpRequests + requests; index += 1) {
    const bytes = toRequestBytes(kind, kind.body(index));
    const start = performance.now();
    const { ok, body } = await sendBytes(bytes);
    if (!ok) throw new Error(`${kind.name}: ${body.toString('utf8').slice(0, 300)}`);
    if (index >= warmUpRequests) times.push(performance.now() - start);
  }
  socket.destroy();
  return times;
}

interface Scaled {
  port: number;
  /** Filters whose displayed count was compared with an exact count. */
  compared: number;
  wrong: string[];
}

const missedTargets: string[] = [];
for (const size of sizes) {
  const postgres = await startPostgres({ settings });
  const server = fork(join(import.meta.dirname, '../../apps/api/test/load/scale-server.ts'), {
    env: {
      ...process.env,
      DATABASE_URL: postgres.url,
      SMS_PROVIDER: 'file',
      INVOICE_ISSUER: 'file',
      APP_SECRET: 'a secret of the benchmark, long enough',
      RATE_LIMIT: '0',
      BENCH_CONTENTS: String(size),
    },
  });
  try {
    const [scaled] = (await once(server, 'message')) as [Scaled];
    console.log(
      `\n${size.toLocaleString('en')} contents · shown counts right for ${scaled.compared - scaled.wrong.length} of ${scaled.compared} sets of filters`,
    );
    missedTargets.push(...scaled.wrong.map((what) => `${size} contents, wrong count: ${what}`));
    for (const kind of kinds) {
      const times = await measureTimes(scaled.port, kind);
      const median = quantile(times, 0.5);
      const p95 = quantile(times, 0.95);
      console.log(
        `${kind.name.padEnd(24)} p50 ${median.toFixed(1).padStart(6)} ms   p95 ${p95.toFixed(1).padStart(6)} ms   target ${kind.target}`,
      );
      if (p95 > kind.target)
        missedTargets.push(
          `${size} contents, ${kind.name}: p95 ${p95.toFixed(1)} ms, target ${kind.target}`,
        );
    }
  } finally {
    server.disconnect();
    await postgres.stop();
  }
}
for (const line of missedTargets) console.log(`MISSED  ${line}`);
if (missedTargets.length > 0) process.exitCode = 1;

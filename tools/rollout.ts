import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Application, applications } from '../apps/edge/src/releases/manifest.ts';
import { build, release } from './build/build.ts';
import { point, pointer } from '../apps/edge/src/releases/publish.ts';

const usage = `用法：npm run rollout -- <命令> [--json]
  status                    各区域正在使用的版本
  publish <区域…> [--no-build]  构建并发布
  rollback <区域> [版本]      切换回上一个（或指定的）版本
区域：${applications.join('、')}
退出码：0 成功，1 失败，2 用法有误`;

const root = join(import.meta.dirname, '..');
const releases = join(resolve(process.env['DATA_DIR'] || '.data'), 'releases');

/** A wrong call, told apart from a failure by its exit code. */
class Usage extends Error {}

interface Row {
  area: Application;
  live: string | null;
  previous: string[];
  at: string | null;
  stored: { id: string; at: string }[];
}

function row(area: Application): Row {
  const now = pointer(releases, area);
  const folder = join(releases, area);
  const ids = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^[0-9a-f]{12}$/.test(name))
    : [];
  const stored = ids
    .map((id) => ({ id, at: statSync(join(folder, id)).mtime.toISOString() }))
    .sort((a, b) => b.at.localeCompare(a.at));
  return {
    area,
    live: now?.live ?? null,
    previous: now?.previous ?? [],
    at: now?.at ?? null,
    stored,
  };
}

function areaOf(name: string | undefined): Application {
  const area = applications.find((one) => one === name);
  if (!area) throw new Usage(`没有区域 “${name ?? ''}”，可用：${applications.join('、')}`);
  return area;
}

/** Only the pointer moves: files of the version that is left stay served for the pages that are
 * open. */
function rollback(name: string | undefined, wanted: string | undefined): Row {
  const area = areaOf(name);
  const { live, previous, stored } = row(area);
  const id = wanted ?? previous.find((one) => stored.some((release) => release.id === one));
  if (!id) throw new Error(`${area} 没有可以退回的版本`);
  if (!stored.some((release) => release.id === id))
    throw new Error(`${area} 没有版本 ${id}，现有：${stored.map((one) => one.id).join('、')}`);
  if (id === live) throw new Error(`${area} 正在使用版本 ${id}`);
  point(releases, area, id);
  return row(area);
}

async function publishAll(names: string[], isBuilt: boolean): Promise<Row[]> {
  if (names.length === 0) throw new Usage('请指明要发布的区域');
  const wanted = names.map(areaOf);
  if (!isBuilt) await build(root, wanted);
  await release(root, process.env, wanted, () => undefined);
  return wanted.map(row);
}

function lines(rows: Row[]): string {
  const when = (at: string | null) =>
    at ? new Date(at).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai', hour12: false }) : '—';
  return rows
    .map(
      ({ area, live, previous, at, stored }) =>
        `${area.padEnd(12)} ${live ? '●' : '○'} ${live ?? '尚未发布    '}  上一版 ${previous[0] ?? '—'}  切换于 ${when(at)}  保留 ${stored.length} 个版本`,
    )
    .join('\n');
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      'no-build': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const [command, ...rest] = positionals;
  if (values.help) return console.log(usage);
  const commands: Record<string, () => Promise<Row[]> | Row[]> = {
    status: () => applications.map(row),
    publish: () => publishAll(rest, values['no-build'] === true),
    rollback: () => [rollback(rest[0], rest[1])],
  };
  const run = commands[command ?? ''];
  if (!run) throw new Usage(usage);
  const rows = await run();
  console.log(values.json ? JSON.stringify(rows, null, 2) : lines(rows));
}

main().catch((fault: unknown) => {
  const wrongCall = fault instanceof Usage || (fault instanceof TypeError && 'code' in fault);
  console.error(fault instanceof Error ? fault.message : fault);
  process.exit(wrongCall ? 2 : 1);
});

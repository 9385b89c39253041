import {
  type Application,
  applications,
  type RolloutReport,
  type RolloutTrack,
} from '@cme/contract/site/rollout';
import { type Column, drawTable, wrapText } from './table.ts';
import { formatAge, formatTimeLeft } from './times.ts';

/** The displayed fields of a manifest; undefined if it is unreadable. */
export type About = (
  area: Application,
  release: string,
) => Promise<{ version: string; contract: number } | undefined>;

export interface StatusRow {
  area: string;
  /** Empty: global. */
  site: string;
  stable: string | null;
  version: string;
  previous: string | null;
  candidate: string | null;
  percent: number;
  stage: string;
  /** Automatic end of the canary; null: manual. */
  promote_at: string | null;
  changed_at: string;
  by: string;
  health: string;
  verdict: string;
  contract: string;
  lock: string;
}

const signs: Record<string, string> = { none: '·', good: '●', waiting: '◐', slow: '◐', bad: '○' };

function formatStage({ candidate, percent, paused }: RolloutTrack): string {
  if (!candidate) return '全量';
  return paused ? `${percent}% 暂停` : `${percent}%`;
}

/** The product's own first. */
const rank = (name: string) => {
  const index = applications.findIndex((own) => own === name);
  return index < 0 ? applications.length : index;
};

/** One row per area, and one per domain with its own track. */
export async function createStatusRows(
  report: RolloutReport,
  readManifest: About,
): Promise<StatusRow[]> {
  const areas = Object.entries(report.state.areas).toSorted(
    ([one], [other]) => rank(one) - rank(other),
  );
  const rows = areas.flatMap(([area, { sites, ...track }]) => [
    { area, site: '', track },
    ...Object.entries(sites).map(([site, siteTrack]) => ({ area, site, track: siteTrack })),
  ]);
  return Promise.all(
    rows.map(async ({ area, site, track }) => {
      const health = report.health[site ? `${area} ${site}` : area];
      const manifestOf = (id: string | null) => (id ? readManifest(area, id) : undefined);
      const [now, next] = await Promise.all([
        manifestOf(track.stable),
        manifestOf(track.candidate),
      ]);
      return {
        area,
        site,
        stable: track.stable,
        version: now?.version ?? '',
        previous: track.previous[0] ?? null,
        candidate: track.candidate,
        percent: track.percent,
        stage: formatStage(track),
        promote_at: track.promote_at ?? null,
        changed_at: track.changed_at,
        by: track.changed_by,
        health: health?.words ?? '暂无数据',
        verdict: health?.verdict ?? 'none',
        contract: formatContract(
          now?.contract,
          track.candidate ? (next?.contract ?? '?') : undefined,
        ),
        lock: track.lock ? `${track.lock.by}：${track.lock.reason}` : '',
      };
    }),
  );
}

const formatEnd = ({ promote_at }: StatusRow, now: Date): string =>
  !promote_at
    ? ''
    : Date.parse(promote_at) > now.getTime()
      ? `，${formatTimeLeft(promote_at, now)}后自动全量`
      : '，到时，健康合格即全量';

const formatContract = (now: number | undefined, next: number | string | undefined): string =>
  next === undefined || next === now ? `${now ?? '—'}` : `${now ?? '—'} → ${next}`;

const columns: Column[] = [
  { head: '区域', least: 14 },
  { head: '正在使用', least: 12 },
  { head: '候选' },
  { head: '阶段', least: 16 },
  { head: '已有', worth: 2 },
  { head: '操作人', worth: 3 },
  { head: '健康', least: 15, worth: 4 },
  { head: '契约', worth: 1 },
];

const formatRow = (row: StatusRow, now: Date): string[] => [
  row.site ? `  └ ${row.site}` : row.area,
  row.stable ? `${row.stable} ${row.version}`.trim() : '尚未发布',
  row.candidate ?? '—',
  `${row.stage}${row.lock ? '，已锁定' : ''}${formatEnd(row, now)}`,
  formatAge(row.changed_at, now),
  row.by,
  `${signs[row.verdict] ?? ''} ${row.health}`,
  row.contract,
];

/** The status is a table; reasons of locks are lines below it. */
export function drawStatus(
  report: RolloutReport,
  rows: StatusRow[],
  now: Date,
  width: number,
): string {
  const table = drawTable(
    columns,
    rows.map((row) => formatRow(row, now)),
    width,
  );
  const locks = rows
    .filter(({ lock }) => lock)
    .map(({ area, site, lock }) => `锁定 ${area}${site ? `（${site}）` : ''}  ${lock}`);
  const { revision } = report.state;
  const behindEdges = report.edges.filter((edge) => edge.revision !== revision);
  const refused = report.edges.flatMap(({ edge, refused: list }) =>
    list.map((item) => `  ✗ ${edge} 拒绝了 ${item.area} ${item.release}：${item.reason}`),
  );
  const edges =
    report.edges.length === 0
      ? '没有正在运行的边缘'
      : `${report.edges.length} 台边缘，${behindEdges.length === 0 ? '均已跟上' : `${behindEdges.length} 台尚未跟上：${behindEdges.map(({ edge }) => edge).join('、')}`}`;
  const lastEvent = report.events[0];
  const event = lastEvent
    ? `；最近：${formatAge(lastEvent.at, now)}前 ${lastEvent.by} ${lastEvent.action} ${lastEvent.area}`
    : '';
  const footer = [...locks, '', `第 ${revision} 次变更；${edges}${event}`, ...refused];
  return [table, ...footer.flatMap((line) => wrapText(line, width))].join('\n');
}

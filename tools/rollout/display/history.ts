import type { RolloutEvent } from '@cme/contract/site/rollout';
import { type Column, drawTable } from './table.ts';
import { formatTime } from './times.ts';

const columns: Column[] = [
  { head: '时间', least: 10 },
  { head: '区域', least: 12 },
  { head: '操作' },
  { head: '从' },
  { head: '到' },
  { head: '比例', worth: 1 },
  { head: '操作人' },
  { head: '原因', least: 20 },
];

export const drawHistory = (events: RolloutEvent[], width: number): string =>
  events.length === 0
    ? '还没有记录'
    : drawTable(
        columns,
        events.map(({ at, area, site, action, from, to, percent, by, reason }) => [
          formatTime(at),
          site ? `${area}（${site}）` : area,
          action,
          from.slice(0, 12) || '—',
          to.slice(0, 12) || '—',
          percent > 0 ? `${percent}%` : '—',
          by,
          reason || '—',
        ]),
        width,
      );

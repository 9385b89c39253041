import type { RolloutEvent } from '@cme/contract/site/rollout';
import { drawTable, timeOf } from './table.ts';

const heads = ['时间', '区域', '操作', '从', '到', '比例', '操作人', '原因'];

export const drawHistory = (events: RolloutEvent[]): string =>
  events.length === 0
    ? '还没有记录'
    : drawTable(
        heads,
        events.map(({ at, area, site, action, from, to, percent, by, reason }) => [
          timeOf(at),
          site ? `${area}（${site}）` : area,
          action,
          from.slice(0, 12) || '—',
          to.slice(0, 12) || '—',
          percent > 0 ? `${percent}%` : '—',
          by,
          reason || '—',
        ]),
      );

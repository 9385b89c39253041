import type { RolloutReport, RolloutTrack } from '@cme/contract/site/rollout';
import { describe, expect, it } from 'vitest';
import { drawStatus, createStatusRows } from './status.ts';
import { measureWidth } from './table.ts';

const now = new Date('2026-06-15T02:00:00.000Z');
const healthSums = {
  pages: 0,
  errors: 0,
  failed_loads: 0,
  lcp: 0,
  lcp_poor: 0,
  inp: 0,
  inp_poor: 0,
  cls: 0,
  cls_poor: 0,
};
const createTrack = (changes: Partial<RolloutTrack> = {}): RolloutTrack => ({
  stable: 'aaaaaaaaaaaa',
  previous: [],
  candidate: null,
  percent: 0,
  paused: false,
  lock: null,
  started_at: null,
  changed_at: '2026-06-15T01:00:00.000Z',
  changed_by: '沈知行',
  ...changes,
});
const reason =
  '自动中止：出错 88.9%（8/9 页），现用版本 0.4%，请联系学习组的值班同事查看日志后再解除';
const createHealth = (words: string) => ({
  verdict: 'good' as const,
  words,
  stable: healthSums,
  candidate: healthSums,
});
const report: RolloutReport = {
  state: {
    revision: 41,
    areas: {
      portal: {
        ...createTrack({
          candidate: 'bbbbbbbbbbbb',
          percent: 10,
          promote_at: '2026-06-15T03:30:00.000Z',
        }),
        sites: {
          'study.first-hospital.example.org.cn': createTrack({ stable: 'cccccccccccc' }),
        },
      },
      player: {
        ...createTrack({ lock: { by: '系统', reason, at: now.toISOString() } }),
        sites: {},
      },
    },
  },
  health: { portal: createHealth('12345 页，出错 0.4%，加载失败 0.1%') },
  edges: [],
  events: [],
};
const drawLines = async (room: number) => {
  const rows = await createStatusRows(report, async () => ({ version: '1.0.0', contract: 1 }));
  return drawStatus(report, rows, now, room).split('\n');
};
/** The table without the reasons below it. */
const drawTableLines = async (room: number) => {
  const lines = await drawLines(room);
  return lines.slice(
    0,
    lines.findIndex((line) => line.startsWith('锁定')),
  );
};

describe('the status table', () => {
  it.each([160, 100, 80, 60])('is at most as wide as a terminal of %i columns', async (room) => {
    for (const line of await drawTableLines(room))
      expect(measureWidth(line), line).toBeLessThanOrEqual(room);
  });

  it('shows all columns in a terminal of 100 columns', async () => {
    const [header = '', ...lines] = await drawTableLines(100);
    for (const head of ['区域', '正在使用', '候选', '阶段', '已有', '操作人', '健康', '契约'])
      expect(header).toContain(head);
    const text = lines.join('').replaceAll(/\s/g, '');
    for (const word of ['bbbbbbbbbbbb', '12345页', '沈知行', '已锁定'])
      expect(text).toContain(word);
  });

  it('wraps domains at dots and keeps numbers with their units', async () => {
    const lines = await drawTableLines(100);
    for (const part of ['  └ study.', '90 分后自动全量'])
      expect(
        lines.filter((line) => line.includes(part)),
        part,
      ).toHaveLength(1);
  });

  it('drops the least important columns in less space, never the active releases', async () => {
    const [header = ''] = await drawTableLines(70);
    expect(header).not.toContain('契约');
    for (const head of ['区域', '正在使用', '候选', '阶段']) expect(header).toContain(head);
  });

  it('shows the full reason of a lock below it', async () => {
    const lines = await drawLines(100);
    for (const line of lines) expect(measureWidth(line), line).toBeLessThanOrEqual(100);
    expect(
      lines.slice(lines.findIndex((line) => line.startsWith('锁定 player'))).join(''),
    ).toContain(reason);
  });
});

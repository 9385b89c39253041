import { expect, it } from 'vitest';
import { drawScreen } from './watch.ts';

const at = Date.parse('2026-06-15T02:00:00.000Z');
const seen = { text: 'head\nportal\nplayer\ncommons', at, fault: '' };
const drawLines = (rows: number, later = 0, fault = '') =>
  drawScreen({ ...seen, fault }, at + later, rows, 80).split('\n');

it('a table that fits is shown completely, with the time in the last line', () => {
  expect(drawLines(24)).toEqual([
    'head',
    'portal',
    'player',
    'commons',
    '',
    expect.stringContaining('每秒刷新'),
  ]);
});

it('a table higher than the terminal keeps its header and shows the number of hidden lines', () => {
  expect(drawLines(6)).toEqual([
    'head',
    'portal',
    '… 另有 2 行，放大窗口后可见',
    '',
    expect.stringContaining('每秒刷新'),
  ]);
});

it('the time is that of the table and of the history, wherever the terminal is', () => {
  expect(drawLines(24).at(-1)).toMatch(/^10:00:00 /);
});

it('an outdated result stays with its age and the reason', () => {
  expect(drawLines(24, 4000).at(-1)).toMatch(/^⚠ 以上是 .+ 的情况：API 尚未回答$/);
  expect(drawLines(24, 9000, 'API 无法连接').at(-1)).toMatch(/：API 无法连接$/);
  expect(drawLines(24, 9000)[1]).toBe('portal');
});

it('before the first result it shows what it waits for', () => {
  const none = { text: '', at: 0, fault: '' };
  expect(drawScreen(none, at, 24, 80).trim()).toBe('正在读取…');
  expect(drawScreen({ ...none, fault: 'API 无法连接' }, at, 24, 80).trim()).toBe(
    '暂时看不到：API 无法连接',
  );
});

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';
import { drawCertificate } from '../../credits/certificate/print/certificate.draw.ts';
import type { Printed } from '../../credits/certificate/printed.ts';
import type { Snapshot } from '../../credits/certificate/certificate.rules.ts';

const threads: Worker[] = [];
process.on('worker', (thread) => void threads.push(thread));
// A separate printer, because another test of the process may have started one.
vi.resetModules();
const { printsWith } = await import('./print.ts');
const drawing = new URL('../../credits/certificate/print/certificate.draw.ts', import.meta.url);
const print = printsWith<typeof drawCertificate>(drawing, 'drawCertificate');

const snapshot: Snapshot = {
  template: 'annual@1',
  cert_no: '2025-0351-N-0001234-9',
  kind: 'annual',
  year: 2025,
  site_id: 'main',
  site_name: '平台',
  issuer: '培训中心',
  issuer_code: '0351',
  issued_on: '2025-12-20',
  title: '年度合格证书',
  subject: '2025年度合格证书',
  real_name: '陈嘉言',
  id_type: 'ID',
  id_hash: '',
  unit_name: '市医院',
  series_name: '卫生系列',
  level_name: '中级',
  statement: '考核合格。',
  rows: [{ name: '年度', value: '2025年' }],
  hours: 96,
  credits: 32,
  credit_type: '',
  replaces: '',
};
const sheet = (realName = snapshot.real_name): Printed => ({
  snapshot: { ...snapshot, real_name: realName },
  text: { ...snapshot, real_name: realName, id_no: '110105********002X', gender: '女' },
  sha256: '0'.repeat(64),
  verify_url: 'https://cme.example.com/certificate/verify?token=x',
});

it('draws the same file as on the main thread, isolated per sheet and without blocking this thread', async () => {
  await print(sheet());
  let turns = 0;
  let isOver = false;
  const turn = () => void ((turns += 1), isOver || setImmediate(turn));
  setImmediate(turn);
  const names = ['甲', '乙', '丙', '丁'];
  const files = await Promise.all(names.map((name) => print(sheet(name))));
  isOver = true;
  expect(turns).toBeGreaterThan(1000);
  for (const [index, name] of names.entries())
    expect(files[index]!.equals(await drawCertificate(sheet(name)))).toBe(true);
});

it('reports an error of one sheet, and draws the next', async () => {
  const broken = { ...sheet(), snapshot: { ...snapshot, issued_on: 'never' } };
  const [one, two] = await Promise.allSettled([print(broken), print(sheet())]);
  expect(one).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringContaining('draw') },
  });
  expect(two.status).toBe('fulfilled');
});

it('fails the current sheets when its thread dies, and starts a new one', async () => {
  const many = Promise.allSettled(Array.from({ length: 50 }, () => print(sheet())));
  await threads.at(-1)?.terminate();
  expect((await many).at(-1)).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringContaining('the print worker exited with code') },
  });
  expect((await print(sheet())).length).toBeGreaterThan(1000);
  expect(threads).toHaveLength(2);
});

it('does not keep an idle process alive', () => {
  const program = `
    import { printsWith } from ${JSON.stringify(join(import.meta.dirname, 'print.ts'))};
    const print = printsWith(new URL(${JSON.stringify(drawing.href)}), 'drawCertificate');
    console.log((await print(${JSON.stringify(sheet())})).subarray(0, 5).toString());
  `;
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { encoding: 'utf8', timeout: 30_000 },
  );
  expect([stdout.trim(), status]).toEqual(['%PDF-', 0]);
});

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { drawInvoice } from './invoice.draw.ts';
import type { Invoice } from './invoice.store.ts';

const row = {
  title: '李明',
  tax_no: '12330000470000000X',
  amount_fen: 6800,
  email: 'finance@example.com',
  order_code: 'O1',
  tax_invoice_no: '26331234567890123456',
  invoice_status: 'issued',
  issued_at: new Date('2026-06-15T02:00:00Z'),
  created_at: new Date('2026-06-15T02:00:00Z'),
} as Invoice;
const seller = { name: '省卫生健康委员会培训中心', subject: '手卫生督导员一分钟课' };

/** The lines of the invoice with their places on the sheet. */
async function readLines(pdf: Buffer) {
  const loading = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false });
  const page = await (await loading.promise).getPage(1);
  const { items } = await page.getTextContent();
  await loading.destroy();
  return items.flatMap((item) =>
    'str' in item && item.str.trim() ? [{ text: item.str, y: Number(item.transform[5]) }] : [],
  );
}

const hundred = '某某省某某市第一人民医院（某某医科大学附属第三临床学院）'.repeat(4).slice(0, 100);

describe('an invoice has its title whole', () => {
  test.each([
    ['short', '李明'],
    ['of 30 characters', hundred.slice(0, 30)],
    ['of 100 characters', hundred],
    ['of 100 wide letters', 'W'.repeat(100)],
  ])('%s', async (_, title) => {
    const lines = await readLines(await drawInvoice({ ...row, title }, seller));
    expect(lines.map(({ text }) => text).join('')).toContain(title);
    const yOf = (start: string) => lines.find(({ text }) => text.startsWith(start))?.y ?? 0;
    const lastOfTitle = Math.min(
      ...lines.filter(({ text }) => text.length > 1 && title.includes(text)).map(({ y }) => y),
    );
    expect(yOf('纳税人识别号')).toBeLessThan(lastOfTitle - 8);
    expect(yOf('项目名称')).toBeLessThan(yOf('纳税人识别号'));
    expect(yOf('备注')).toBeLessThan(yOf('价税合计'));
    expect(yOf('订单编号')).toBeGreaterThan(100);
  });

  test('and its subject', async () => {
    const subject = `${'临床合理用药与处方点评专题培训'.repeat(12)}等3项`;
    const lines = await readLines(await drawInvoice(row, { ...seller, subject }));
    expect(lines.map(({ text }) => text).join('')).toContain(subject);
  });
});

test.each([
  ['one page', 1],
  ['several pages', 60],
])('a sample of %s says 样票 on each', async (_, times) => {
  const subject = '临床合理用药与处方点评专题培训'.repeat(times * 3);
  const pdf = await drawInvoice(row, { ...seller, subject });
  const loading = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false });
  const document = await loading.promise;
  expect(document.numPages > 1).toBe(times > 1);
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    expect(items.map((item) => ('str' in item ? item.str : '')).join('')).toContain('样票');
  }
  await loading.destroy();
});

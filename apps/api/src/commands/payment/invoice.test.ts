import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invoiceApply, invoiceDownload, invoiceList } from '@cme/contract/payment';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import {
  type IssuedInvoice,
  issuedList,
  issuedOfd,
  issuedPdf,
  renameInZip,
  zipOf,
} from '../../../test/pay/issued.ts';
import { applyForRefund, type Purchase, purchaseBy } from '../../../test/pay/refund.ts';
import { newLearner } from '../../../test/learner.ts';
import { paidCourse } from '../../../test/pay/trade.ts';
import { logShownPeople } from '../../platform/http/staff-log.ts';
import { readStates } from '../../platform/state-log/state-log.store.ts';
import { readWorkbook } from '../../platform/excel/excel.ts';
import { approveRefund } from '../../payment/refund/decide.action.ts';
import { invoice } from './invoice.ts';

const api = await startApiForFile();
Object.assign(api.context.settings.pay, { issuer: 'file' });

const folder = mkdtempSync(join(tmpdir(), 'cme-invoices-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newPath = (ending: string) => join(folder, `${(files += 1)}.${ending}`);

const [zhang, li] = ['zhang', 'li'].map((user_id) => ({
  user_id,
  name: user_id,
  roles: ['finance', 'super'],
}));
const run = (action: string, args: string[], by = zhang!) =>
  invoice[action]!.run(api.context, args, by);
const unitNo = '12330000470000000X';

async function requested(title = '李明', tax_no = '') {
  api.clock.pass(1000);
  const bought = await purchaseBy(api, await paidCourse(api, 6800), '68.00');
  const kind = tax_no ? ('unit' as const) : ('personal' as const);
  const { invoice_no } = await api.send(
    invoiceApply,
    { order_code: bought.order_code, kind, title, tax_no, email: 'a@example.com' },
    bought.learner,
  );
  return { ...bought, invoice_no };
}
const standing = async ({ order_code, learner }: Purchase) =>
  (await api.send(invoiceList, { order_code }, learner)).list[0];

/** Exports, and returns what the workbook says, row by row and by column names. */
async function exported() {
  const path = newPath('xlsx');
  const said = await run('export', ['main', path]);
  return { said, batch: /批次 (\d+)/.exec(said)?.[1] ?? '', ...(await readExport(path)) };
}
async function readExport(path: string) {
  const sheets = await readWorkbook(readFileSync(path));
  const rowsOf = (name: string) => {
    const [, , head = [], ...rows] = sheets.find((sheet) => sheet.name === name)?.rows ?? [];
    return rows.map((row) =>
      Object.fromEntries(head.map((column, index) => [String(column), row[index] ?? ''])),
    );
  };
  return {
    basic: rowsOf('1-发票基本信息'),
    lines: rowsOf('2-发票明细信息'),
    red: rowsOf('红字发票'),
    serialOf: ({ order_code }: Purchase) =>
      String(
        [...rowsOf('1-发票基本信息'), ...rowsOf('红字发票')].find(({ 备注 }) =>
          String(备注).includes(order_code),
        )?.['发票流水号'],
      ),
  };
}
let last = 0;
const nextNumber = () => `2633200000${String((last += 1)).padStart(10, '0')}`;

async function importing(bytes: Uint8Array, ending = 'zip', by = li!) {
  const path = newPath(ending);
  writeFileSync(path, bytes);
  return {
    preview: () => run('import', ['main', path], by),
    confirm: () => run('import', ['main', path, '--yes'], by),
  };
}

beforeEach(async () => {
  api.clock.pass(61_000);
  await run('seller', ['main', '省培训中心', unitNo, '培训费', '3070201', '免税', '免税']);
});

it.each(['seller', 'list', 'export', 'file', 'import', 'reject'])(
  '%s is for the site of the account alone',
  async (action) => {
    const { user_id } = await newLearner(api);
    const ofMain = { user_id, name: 'wang', roles: ['finance'] };
    const work = run(action, ['hospital.localhost', newPath('xlsx'), 'x'], ofMain);
    await expect(work).rejects.toThrow('这是其他站点的站点设置');
  },
);

describe('an export', () => {
  it('writes the columns of the bulk template, exact to the fen, and once', async () => {
    const one = await requested('某某市第一人民医院', unitNo);
    const two = await requested('李明');
    const { said, basic, lines, serialOf } = await exported();
    expect(said).toContain('2张，合计 ¥136.00');
    expect(basic).toMatchObject([
      {
        发票类型: '普通发票',
        是否含税: '是',
        受票方自然人标识: '否',
        购买方名称: '某某市第一人民医院',
        购买方纳税人识别号: unitNo,
        购买方邮箱: 'a@example.com',
      },
      { 受票方自然人标识: '是', 购买方名称: '李明', 购买方纳税人识别号: '' },
    ]);
    expect(lines).toMatchObject([
      {
        发票流水号: serialOf(one),
        项目名称: '培训费',
        商品和服务税收编码: '3070201000000000000',
        数量: '1',
        单价: '68.00',
        金额: '68.00',
        税率: '免税',
        折扣金额: '',
        是否使用优惠政策: '是',
        优惠政策类型: '免税',
      },
      { 发票流水号: serialOf(two), 金额: '68.00' },
    ]);
    expect(serialOf(one)).toMatch(/^F\d{15}$/);
    expect(await standing(one)).toMatchObject({ invoice_status: 'issuing' });
    await expect(exported()).rejects.toThrow('没有待开票的申请');
  });

  it('takes a request into one batch, however many export at once', async () => {
    await requested();
    await requested();
    const results = await Promise.allSettled([exported(), exported(), exported()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('leaves out what waits for a refund, and needs a seller', async () => {
    const bought = await requested();
    await applyForRefund(api, bought);
    await expect(exported()).rejects.toThrow('另有1项等待退款申请的处理');
    await expect(run('export', ['hospital.localhost', newPath('xlsx')])).rejects.toThrow(
      '还没有开票信息',
    );
  });

  it('can be written again as it was, and is logged for the people in it', async () => {
    const { learner } = await requested();
    const { batch, basic, lines } = await exported();
    const path = newPath('xlsx');
    await logShownPeople(api.context, { to: 'invoice file', reason: '', actor_id: 'zhang' }, () =>
      run('file', ['main', batch, path]),
    );
    expect(await readStates(api.db, 'staff_view', learner.user_id)).toMatchObject([
      { to: 'invoice file', actor_id: 'zhang' },
    ]);
    expect(await readExport(path)).toMatchObject({ basic, lines });
  });
});

describe('an import', () => {
  it('takes PDF and OFD files and lists from one ZIP, in any folder and under any name, once and by another person', async () => {
    const bought = [
      await requested('李明'),
      await requested('某某医院', unitNo),
      await requested('王芳'),
    ];
    const { serialOf } = await exported();
    const [pdf, ofd, listed] = bought.map((one, index) => ({
      number: nextNumber(),
      title: ['李明', '某某医院', '王芳'][index]!,
      total: '68.00',
      serial: serialOf(one),
      ...(index === 1 && { tax_no: unitNo }),
    })) as [IssuedInvoice, IssuedInvoice, IssuedInvoice];
    const pdfBytes = await issuedPdf(pdf);
    const zip = renameInZip(
      zipOf({
        'QQQQ/z.pdf': pdfBytes,
        [`导出/六月/dzfp_${ofd.number}_某某医院.ofd`]: issuedOfd(ofd),
        'list.xlsx': await issuedList([listed]),
        '说明.txt': Buffer.from('无关'),
        '__MACOSX/._z.pdf': Buffer.from('x'),
      }),
      'QQQQ',
      [0xb7, 0xa2, 0xc6, 0xb1],
    );
    const { preview, confirm } = await importing(zip);
    const looked = await preview();
    expect(looked).toContain(
      '相符 3 张，已登记过 0 张，有差异 0 张，读不了或不是发票 2 个，未回 0 项',
    );
    expect(looked).toContain('尚未登记');
    expect(await standing(bought[0]!)).toMatchObject({ invoice_status: 'issuing' });
    const own = await importing(zip, 'zip', zhang);
    await expect(own.confirm()).rejects.toThrow('须由另一名财务人员导入');
    expect(await confirm()).toContain('已登记 3 张');
    expect(await standing(bought[0]!)).toMatchObject({
      invoice_status: 'issued',
      tax_invoice_no: pdf.number,
      issued_at: '2026-06-18 00:00:00',
    });
    expect(await confirm()).toContain('已登记 0 张，已登记过 3 张，有差异 0 张');
    const download = async ({ learner, invoice_no }: (typeof bought)[number]) => {
      const { url, file_name } = await api.send(invoiceDownload, { invoice_no }, learner);
      const answered = await fetch(new URL(url, api.url));
      return {
        file_name,
        type: answered.headers.get('content-type'),
        bytes: Buffer.from(await answered.arrayBuffer()),
      };
    };
    const learnersPdf = await download(bought[0]!);
    expect(learnersPdf).toMatchObject({
      file_name: `发票-${pdf.number}.pdf`,
      type: 'application/pdf',
    });
    expect(learnersPdf.bytes.equals(pdfBytes)).toBe(true);
    expect(await download(bought[1]!)).toMatchObject({
      file_name: `发票-${ofd.number}.ofd`,
      type: 'application/ofd',
    });
    await expect(download(bought[2]!)).rejects.toThrow('文件还在整理');
    // The file of a listed one may come later.
    const late = await importing(await issuedPdf(listed), 'pdf');
    expect(await late.confirm()).toContain('已登记过 1 张');
    expect(await download(bought[2]!)).toMatchObject({ type: 'application/pdf' });
  });

  it('names each difference, and takes the others', async () => {
    const right = await requested('李明');
    const sum = await requested('王芳');
    const title = await requested('某某医院', unitNo);
    const missing = await requested('赵六');
    const { serialOf } = await exported();
    const issued = { total: '68.00', number: nextNumber(), title: '李明', serial: serialOf(right) };
    const taken = issued.number;
    const { preview, confirm } = await importing(
      zipOf({
        'a.pdf': await issuedPdf(issued),
        'again.pdf': await issuedPdf(issued),
        'b.pdf': await issuedPdf({
          number: nextNumber(),
          title: '王芳',
          total: '86.00',
          serial: serialOf(sum),
        }),
        'c.pdf': await issuedPdf({
          number: nextNumber(),
          title: '某某医院分院',
          tax_no: unitNo,
          total: '68.00',
          serial: serialOf(title),
        }),
        'd.pdf': await issuedPdf({ number: nextNumber(), title: '路人', total: '12.00' }),
        'e.pdf': await issuedPdf({
          number: nextNumber(),
          title: '李明',
          total: '68.00',
          serial: serialOf(right),
        }),
        'broken.pdf': Buffer.from('%PDF-1.7 broken'),
        'torn.ofd': Buffer.from('PK'),
        'photo.png': Buffer.from('x'),
      }),
    );
    const looked = await preview();
    expect(looked.split('\n')[0]).toContain(
      '相符 1 张，已登记过 0 张，有差异 4 张，读不了或不是发票 3 个，未回 3 项',
    );
    expect(looked).toMatch(/金额不符 .*申请 68\.00，发票 86\.00 .*b\.pdf/);
    expect(looked).toMatch(/抬头不符 .*没有申请的抬头“某某医院”.*c\.pdf/);
    expect(looked).toMatch(/对不上 .*d\.pdf/);
    expect(looked).toMatch(new RegExp(`已开过票 .*还有一张 ${taken} .*e\\.pdf`));
    expect(looked).toMatch(/已损坏 {2}broken\.pdf/);
    expect(looked).toMatch(/已损坏 {2}torn\.ofd/);
    expect(looked).toMatch(/未采用 {2}photo\.png/);
    expect(looked).toMatch(/未回 .*赵六/);
    await confirm();
    expect(await Promise.all([right, sum, title, missing].map(standing))).toMatchObject([
      { invoice_status: 'issued', tax_invoice_no: taken },
      { invoice_status: 'issuing', tax_invoice_no: '' },
      { invoice_status: 'issuing' },
      { invoice_status: 'issuing' },
    ]);
    // The number of one invoice is not another one's.
    const other = await importing(
      await issuedList([{ ...issued, title: '王芳', serial: serialOf(sum) }]),
      'xlsx',
    );
    expect(await other.confirm()).toMatch(/已开过票 .*已登记在另一张发票/);
  });

  it('matches by title and sum without a serial number, unless two requests have both', async () => {
    const one = await requested('某某卫生院一');
    const [two, three] = [await requested('某某卫生院二'), await requested('某某卫生院二')];
    await exported();
    const zip = zipOf({
      'a.pdf': await issuedPdf({ number: nextNumber(), title: '某某卫生院一', total: '68.00' }),
      'b.pdf': await issuedPdf({ number: nextNumber(), title: '某某卫生院二', total: '68.00' }),
    });
    expect(await (await importing(zip)).confirm()).toMatch(/对不上 .*抬头和金额都相同/);
    expect(await Promise.all([one, two, three].map(standing))).toMatchObject([
      { invoice_status: 'issued' },
      { invoice_status: 'issuing' },
      { invoice_status: 'issuing' },
    ]);
  });

  it('takes 500 files at once, and refuses a bomb and a damaged archive', async () => {
    const bought = await requested('批量');
    const { serialOf } = await exported();
    const issued = {
      number: nextNumber(),
      title: '批量',
      total: '68.00',
      serial: serialOf(bought),
    };
    const strange = issuedOfd({ number: nextNumber(), title: '路人', total: '9.99' });
    const many = Object.fromEntries(
      Array.from({ length: 499 }, (_, index) => [`f/${index}.ofd`, strange]),
    );
    const { confirm } = await importing(zipOf({ ...many, 'last.ofd': issuedOfd(issued) }));
    expect(await confirm()).toContain('已登记 1 张，已登记过 0 张，有差异 1 张');
    const bomb = await importing(zipOf({ 'zeros.pdf': new Uint8Array(64 * 1024 * 1024) }));
    await expect(bomb.preview()).rejects.toThrow('压缩包内容异常');
    const torn = await importing(zipOf(many).subarray(0, 5000));
    await expect(torn.preview()).rejects.toThrow('压缩包已损坏');
  });
});

describe('a refund', () => {
  it('of an issued invoice asks for a red one, which comes back by its number', async () => {
    const bought = await requested('李红');
    const { serialOf } = await exported();
    const blue = { number: nextNumber(), title: '李红', total: '68.00', serial: serialOf(bought) };
    await (await importing(await issuedPdf(blue), 'pdf')).confirm();
    const { refund_no } = await applyForRefund(api, bought);
    await approveRefund(api.context, refund_no, 'finance');
    expect(await standing(bought)).toMatchObject({ invoice_status: 'reversed' });
    const { basic, red } = await exported();
    expect(basic).toEqual([]);
    expect(red).toMatchObject([
      { 对应蓝字数电发票号码: blue.number, 红冲金额: '-68.00', 红冲原因: '服务中止' },
    ]);
    const back = { number: nextNumber(), title: '李红', total: '-68.00', blue_no: blue.number };
    const { confirm } = await importing(zipOf({ 'r.pdf': await issuedPdf(back) }));
    expect(await confirm()).toContain('已登记 1 张');
    expect(await confirm()).toContain('已登记过 1 张');
    await expect(exported()).rejects.toThrow('没有待开票的申请');
  });

  it('while the bureau issues leaves the invoice reversed when it arrives', async () => {
    const bought = await requested('周七');
    const { serialOf } = await exported();
    const { refund_no } = await applyForRefund(api, bought);
    await approveRefund(api.context, refund_no, 'finance');
    const blue = { number: nextNumber(), title: '周七', total: '68.00', serial: serialOf(bought) };
    await (await importing(await issuedPdf(blue), 'pdf')).confirm();
    expect(await standing(bought)).toMatchObject({
      invoice_status: 'reversed',
      tax_invoice_no: blue.number,
    });
    expect((await exported()).red).toMatchObject([{ 对应蓝字数电发票号码: blue.number }]);
  });
});

describe('a rejected request', () => {
  it('tells the learner why, who corrects it and asks again', async () => {
    const bought = await requested('某某医院', '123456789012345');
    const { serialOf } = await exported();
    const serial = serialOf(bought);
    const reject = (reason: string) => run('reject', ['main', bought.invoice_no, reason]);
    await expect(reject('错')).rejects.toThrow('至少5个字');
    await reject('纳税人识别号已注销');
    expect(await standing(bought)).toMatchObject({
      invoice_status: 'rejected',
      invoice_status_name: '已驳回',
      reason: '纳税人识别号已注销',
    });
    await expect(reject('纳税人识别号已注销')).rejects.toThrow('已驳回');
    const again = await api.send(
      invoiceApply,
      {
        order_code: bought.order_code,
        kind: 'unit',
        title: '某某医院',
        tax_no: unitNo,
        email: 'a@example.com',
      },
      bought.learner,
    );
    expect(again).toMatchObject({ invoice_status: 'applied' });
    expect(again.invoice_no).not.toBe(bought.invoice_no);
    // The bureau had issued the rejected one.
    const issued = { number: nextNumber(), title: '某某医院', total: '68.00', serial };
    expect(await (await importing(await issuedList([issued]), 'xlsx')).confirm()).toMatch(
      /申请已驳回/,
    );
    expect((await exported()).basic).toMatchObject([{ 购买方纳税人识别号: unitNo }]);
  });
});

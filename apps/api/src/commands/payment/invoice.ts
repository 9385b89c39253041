import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { formatTime } from '../../platform/http/format-time.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { recordShownPeople } from '../../platform/http/staff-log.ts';
import { yuan } from '../../platform/money/money.rules.ts';
import {
  findSeller,
  readBatches,
  readWaiting,
  type Seller,
} from '../../payment/invoice/batch/batch.store.ts';
import { exportInvoices, writeBatch } from '../../payment/invoice/batch/export.action.ts';
import {
  importInvoices,
  type ImportReport,
  previewImport,
} from '../../payment/invoice/batch/import.action.ts';
import type { MatchState } from '../../payment/invoice/batch/match.rules.ts';
import { rejectInvoice } from '../../payment/invoice/batch/reject.action.ts';
import { setSeller } from '../../payment/invoice/batch/seller.action.ts';
import { type Command, formatTable, requireArguments, requireReason } from '../staff/command.ts';
import { requireSite } from '../staff/require-site.ts';

const stateNames: Readonly<Record<MatchState, string>> = {
  matched: '相符',
  repeated: '已登记过',
  sum_differs: '金额不符',
  title_differs: '抬头不符',
  already_issued: '已开过票',
  rejected: '申请已驳回',
  unknown: '对不上',
};
const largest = 500 * 1024 * 1024;

const describeSeller = ({ name, tax_no, item_name, item_code, rate, policy }: Seller) =>
  formatTable([
    ['销售方', name],
    ['纳税人识别号', tax_no],
    ['项目名称', item_name],
    ['税收分类编码', item_code],
    ['税率', rate],
    ['优惠政策', policy || '不使用'],
  ]);

/** Differences are named line by line; what agrees is a number. */
function describeImport({ matches, unread, missing }: ImportReport, isDone: boolean): string {
  const people = [...matches.flatMap(({ exported }) => exported ?? []), ...missing];
  recordShownPeople(people.map(({ invoice }) => invoice.user_id));
  const count = (state: MatchState) => matches.filter((match) => match.state === state).length;
  const differing = matches.filter(({ state }) => state !== 'matched' && state !== 'repeated');
  return [
    `${isDone ? '已登记' : '相符'} ${count('matched')} 张，已登记过 ${count('repeated')} 张，有差异 ${differing.length} 张，读不了或不是发票 ${unread.length} 个，未回 ${missing.length} 项`,
    ...differing.map(({ state, number, note, exported, sources }) =>
      [
        stateNames[state],
        number || '-',
        exported?.invoice.invoice_no ?? '-',
        note,
        sources.join('、'),
      ].join('  '),
    ),
    ...unread.map(({ state, source, note }) =>
      [state === 'damaged' ? '已损坏' : '未采用', source, note].join('  '),
    ),
    ...missing.map(({ item, invoice }) =>
      ['未回', item.serial_no, invoice.invoice_no, `¥${yuan(item.amount_fen)}`, item.title].join(
        '  ',
      ),
    ),
    ...(isDone || count('matched') === 0 ? [] : ['以上为核对结果，尚未登记；登记请加 --yes']),
  ].join('\n');
}

function refuseExisting(path: string): void {
  if (existsSync(path)) throw new NotPossibleError(`文件已存在：${path}`);
}
const writeNew = (path: string, bytes: Buffer) =>
  writeFileSync(path, bytes, { flag: 'wx', mode: 0o600 });

function readUploadFile(path: string) {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new NotPossibleError(`没有文件 ${path}`);
  if (size > largest) throw new NotPossibleError('文件不能超过 500 MB，请分几次导入');
  return { name: basename(path), bytes: readFileSync(path) };
}

/** Invoices that the tax bureau issues: out as its bulk template, back as files and lists. */
export const invoice: Record<string, Command> = {
  seller: {
    args: '<站点或域名> [名称 纳税人识别号 项目名称 税收分类编码 税率 [优惠政策]]',
    about: '查看或设置销售方和税收分类，如 3070201 0.03，或 3070201 免税 免税',
    role: 'finance',
    async run(context, args, account) {
      const [word = ''] = requireArguments(args, '站点');
      const { site_id } = await requireSite(context.db, word);
      if (args.length === 1) {
        const seller = await findSeller(context.db, site_id);
        return seller ? describeSeller(seller) : '尚未设置';
      }
      const [name = '', tax_no = '', item_name = '', item_code = '', rate = ''] = requireArguments(
        args.slice(1),
        '名称',
        '纳税人识别号',
        '项目名称',
        '税收分类编码',
        '税率',
      );
      const policy = args[6]?.trim() ?? '';
      const given = { site_id, name, tax_no, item_name, item_code, rate, policy };
      return describeSeller(await setSeller(context, given, account.user_id));
    },
  },
  list: {
    args: '<站点或域名>',
    about: '待导出的开票申请、待红冲的发票，和已导出的批次',
    role: 'finance',
    async run({ db }, args) {
      const [word = ''] = requireArguments(args, '站点');
      const { site_id } = await requireSite(db, word);
      const waiting = await readWaiting(db, site_id, 1000);
      recordShownPeople(waiting.map(({ user_id }) => user_id));
      const rows = waiting.map((row) => [
        row.invoice_no,
        row.invoice_status === 'reversed' ? '待红冲' : '待开票',
        formatTime(row.created_at),
        `¥${yuan(row.amount_fen)}`,
        row.title,
        row.tax_no || '个人',
      ]);
      const batches = (await readBatches(db, site_id)).map((batch) => [
        batch.batch_no,
        batch.batch_status === 'open' ? `未回${batch.open}项` : '已完成',
        formatTime(batch.created_at),
      ]);
      return formatTable([...rows, ...batches]);
    },
  },
  export: {
    args: '<站点或域名> <文件.xlsx>',
    about: '把待开票的申请导出为一个批次（数电票批量开票模板）；导入须由另一人',
    role: 'finance',
    async run(context, args, account) {
      const [word = '', path = ''] = requireArguments(args, '站点', '文件');
      refuseExisting(path);
      const { site_id } = await requireSite(context.db, word);
      const { batch, items, waiting } = await exportInvoices(context, site_id, account.user_id);
      writeNew(path, await writeBatch(context, site_id, batch.batch_no));
      const sum = items.reduce((total, { amount_fen }) => total + amount_fen, 0);
      return `批次 ${batch.batch_no}：${items.length}张，合计 ¥${yuan(sum)}，已写入 ${path}${waiting > 0 ? `；另有${waiting}项等待退款申请的处理` : ''}`;
    },
  },
  file: {
    args: '<站点或域名> <批次> <文件.xlsx>',
    about: '重新写出一个批次的文件',
    role: 'finance',
    async run(context, args) {
      const [word = '', batchNo = '', path = ''] = requireArguments(args, '站点', '批次', '文件');
      refuseExisting(path);
      const { site_id } = await requireSite(context.db, word);
      writeNew(path, await writeBatch(context, site_id, batchNo));
      return `已写入 ${path}`;
    },
  },
  import: {
    args: '<站点或域名> <文件.zip|xlsx|pdf|ofd> [--yes]',
    about: '核对税务局开具的发票（PDF、OFD）和开票清单；加 --yes 登记相符的，由导出人以外的人办理',
    role: 'finance',
    async run(context, args, account) {
      const [word = '', path = ''] = requireArguments(args, '站点', '文件');
      const { site_id } = await requireSite(context.db, word);
      const upload = { site_id, ...readUploadFile(path) };
      return args[2] === '--yes'
        ? describeImport(await importInvoices(context, upload, account.user_id), true)
        : describeImport(await previewImport(context, upload), false);
    },
  },
  reject: {
    args: '<站点或域名> <申请编号> <原因>',
    about: '驳回未开具的开票申请；学员看到原因，可以更正后重新申请',
    role: 'finance',
    async run(context, args, account) {
      const [word = '', invoice_no = '', reasonText = ''] = requireArguments(
        args,
        '站点',
        '申请编号',
        '原因',
      );
      const { site_id } = await requireSite(context.db, word);
      const request = { site_id, invoice_no, reason: requireReason(reasonText) };
      await rejectInvoice(context, request, account.user_id);
      return `已驳回 ${invoice_no}`;
    },
  },
};

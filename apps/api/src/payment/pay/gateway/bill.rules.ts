import { parse } from 'csv-parse/sync';
import { parseFen } from '../trade/pay.rules.ts';
import type { BillRow } from './gateway.ts';

/** Rows of the table with these columns, by column name, up to its summary. Lines starting with #
 * describe the file; WeChat prefixes every value with a backtick. */
function parseTable(text: string, columns: readonly string[]): Record<string, string>[] {
  const lines = parse(text, {
    bom: true,
    comment: '#',
    comment_no_infix: true,
    quote: null,
    relax_column_count: true,
    trim: true,
    cast: (cell) => cell.replace(/^`/, ''),
  });
  const head = lines.findIndex((cells) => columns.every((name) => cells.includes(name)));
  if (head < 0) return [];
  const names = lines[head] ?? [];
  const rows = lines.slice(head + 1);
  const end = rows.findIndex((cells) => cells.length < names.length);
  return rows
    .slice(0, end < 0 ? undefined : end)
    .map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])));
}

/** WeChat's ALL bill: values prefixed by a backtick, payments and refunds in one table. */
export function readWechatBill(text: string): BillRow[] {
  return parseTable(text, ['商户订单号', '交易状态']).flatMap((row): BillRow[] => {
    const isRefund = row['交易状态'] === 'REFUND';
    const amount_fen = parseFen(row[isRefund ? '退款金额' : '应结订单金额'] ?? '');
    const [number, gateway_no] = isRefund
      ? [row['商户退款单号'], row['微信退款单号']]
      : [row['商户订单号'], row['微信订单号']];
    if (!number || amount_fen === undefined) return [];
    return [
      { kind: isRefund ? 'refund' : 'payment', number, gateway_no: gateway_no ?? '', amount_fen },
    ];
  });
}

/** Alipay's detail bill of trades. */
export function readAlipayBill(text: string): BillRow[] {
  return parseTable(text, ['商户订单号', '业务类型']).flatMap((row): BillRow[] => {
    const isRefund = row['业务类型'] === '退款';
    const amount_fen = parseFen((row['订单金额（元）'] ?? '').replace(/^-/, ''));
    const number = isRefund ? row['退款批次号/请求号'] : row['商户订单号'];
    if (!number || amount_fen === undefined) return [];
    return [
      {
        kind: isRefund ? 'refund' : 'payment',
        number,
        gateway_no: row['支付宝交易号'] ?? '',
        amount_fen,
      },
    ];
  });
}

import { fenOf } from '../pay.rules.ts';
import type { BillRow } from '../gateway/gateway.ts';

const cells = (line: string) => line.split(',').map((cell) => cell.trim().replace(/^`/, ''));

/** Rows of a table with a head line: cells by column name, until the summary that follows. */
function rowsOf(
  lines: readonly string[],
  head: (names: string[]) => boolean,
): Record<string, string>[] {
  const at = lines.findIndex((line) => head(cells(line)));
  const names = cells(lines[at] ?? '');
  const rows: Record<string, string>[] = [];
  for (const line of at < 0 ? [] : lines.slice(at + 1)) {
    const values = cells(line);
    if (values.length < names.length) break;
    rows.push(Object.fromEntries(names.map((name, column) => [name, values[column] ?? ''])));
  }
  return rows;
}

/** WeChat's ALL bill: every value behind a backtick, payments and refunds in one table. */
export function readWechatBill(text: string): BillRow[] {
  const rows = rowsOf(
    text.replace(/^\uFEFF/, '').split(/\r?\n/),
    (names) => names.includes('商户订单号') && names.includes('交易状态'),
  );
  return rows.flatMap((row): BillRow[] => {
    const isRefund = row['交易状态'] === 'REFUND';
    const amount_fen = fenOf(row[isRefund ? '退款金额' : '应结订单金额'] ?? '');
    const [number, gateway_no] = isRefund
      ? [row['商户退款单号'], row['微信退款单号']]
      : [row['商户订单号'], row['微信订单号']];
    if (!number || amount_fen === undefined) return [];
    return [
      { kind: isRefund ? 'refund' : 'payment', number, gateway_no: gateway_no ?? '', amount_fen },
    ];
  });
}

/** Alipay's detail bill of trades; lines that begin with # are about the file itself. */
export function readAlipayBill(text: string): BillRow[] {
  const lines = text.split(/\r?\n/).filter((line) => !line.startsWith('#'));
  return rowsOf(
    lines,
    (names) => names.includes('商户订单号') && names.includes('业务类型'),
  ).flatMap((row): BillRow[] => {
    const isRefund = row['业务类型'] === '退款';
    const amount_fen = fenOf((row['订单金额（元）'] ?? '').replace(/^-/, ''));
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

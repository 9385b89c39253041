import { crc32, deflateRawSync } from 'node:zlib';
import { formatShanghaiTime } from './book.ts';
import type { GatewayTrade } from './trade.ts';

const formatYuan = (fen: number) => (fen / 100).toFixed(2);
const toDay = (at: number) => formatShanghaiTime(at).slice(0, 10);

const wechatHead =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';

/** The bill of a day in WeChat's format; empty without payments and refunds. */
export function createWechatBill(trades: readonly GatewayTrade[], day: string): string {
  const rows = trades
    .filter(({ gateway, state }) => gateway === 'wechat' && state === 'paid')
    .flatMap((trade) => {
      const formatRow = (at: number, status: string, refund?: GatewayTrade['refunds'][number]) =>
        [
          formatShanghaiTime(at),
          '',
          '',
          '0',
          '',
          trade.gateway_no,
          trade.number,
          '',
          'NATIVE',
          status,
          'OTHERS',
          'CNY',
          refund ? '0.00' : formatYuan(trade.amount_fen),
          '0.00',
          refund?.refund_id ?? '0',
          refund?.number ?? '0',
          formatYuan(refund?.amount_fen ?? 0),
          '0.00',
          refund ? 'ORIGINAL' : '',
          refund ? 'SUCCESS' : '',
          '',
          '',
          '0.00',
          '0.60%',
          refund ? '0.00' : formatYuan(trade.amount_fen),
          formatYuan(refund?.amount_fen ?? 0),
          '',
        ]
          .map((cell) => `\`${cell}`)
          .join(',');
      return [
        ...(toDay(trade.paid_at) === day ? [formatRow(trade.paid_at, 'SUCCESS')] : []),
        ...trade.refunds
          .filter((refund) => refund.state === 'success' && toDay(refund.at) === day)
          .map((refund) => formatRow(refund.at, 'REFUND', refund)),
      ];
    });
  if (rows.length === 0) return '';
  return `\uFEFF${wechatHead}\r\n${rows.join('\r\n')}\r\n总交易单数,应结订单总金额\r\n\`${rows.length},\`0.00\r\n`;
}

const alipayHead =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';

/** The bill of a day in Alipay's format: a zip archive of text in GBK. Undefined if empty. */
export function createAlipayBill(trades: readonly GatewayTrade[], day: string): Buffer | undefined {
  const rows = trades
    .filter(({ gateway, state }) => gateway === 'alipay' && state === 'paid')
    .flatMap((trade) => {
      const formatRow = (at: number, kind: string, amount: string, request: string) =>
        [
          trade.gateway_no,
          trade.number,
          kind,
          '',
          formatShanghaiTime(at),
          formatShanghaiTime(at),
          '',
          '',
          '',
          '',
          '',
          amount,
          amount,
          request,
          '0.00',
          '0.00',
          '',
        ]
          .map((cell) => `${cell}\t`)
          .join(',');
      return [
        ...(toDay(trade.paid_at) === day
          ? [formatRow(trade.paid_at, '交易', formatYuan(trade.amount_fen), '')]
          : []),
        ...trade.refunds
          .filter((refund) => toDay(refund.at) === day)
          .map((refund) =>
            formatRow(refund.at, '退款', `-${formatYuan(refund.amount_fen)}`, refund.number),
          ),
      ];
    });
  if (rows.length === 0) return undefined;
  const text = `#支付宝业务明细查询\r\n${alipayHead}\r\n${rows.join('\r\n')}\r\n#-----\r\n`;
  return createZip(`${day}_业务明细.csv`, encodeGbk(text));
}

let reversed: Map<string, number> | undefined;
/** Node can decode GBK but not encode it. */
function encodeGbk(text: string): Buffer {
  if (!reversed) {
    reversed = new Map();
    const decoder = new TextDecoder('gbk');
    for (let high = 0x81; high <= 0xfe; high += 1) {
      for (let trail = 0x40; trail <= 0xfe; trail += 1)
        reversed.set(decoder.decode(Uint8Array.of(high, trail)), high * 256 + trail);
    }
  }
  const table = reversed;
  return Buffer.from(
    [...text].flatMap((character) => {
      const code = character.charCodeAt(0);
      if (code < 0x80) return [code];
      const pair = table.get(character) ?? 0x3f;
      return pair > 255 ? [pair >> 8, pair & 255] : [pair];
    }),
  );
}

/** Hand-written, because the real archive has a file name in GBK and libraries write UTF-8. */
function createZip(name: string, content: Buffer): Buffer {
  const title = encodeGbk(name);
  const compressed = deflateRawSync(content);
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(8, 4);
  head.writeUInt32LE(crc32(content), 10);
  head.writeUInt32LE(compressed.length, 14);
  head.writeUInt32LE(content.length, 18);
  head.writeUInt16LE(title.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, title, compressed]);
  const folder = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00', 'latin1'),
    head,
    Buffer.alloc(14),
    title,
  ]);
  const endRecord = Buffer.alloc(22);
  endRecord.write('PK\x05\x06', 'latin1');
  endRecord.writeUInt16LE(1, 8);
  endRecord.writeUInt16LE(1, 10);
  endRecord.writeUInt32LE(folder.length, 12);
  endRecord.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, folder, endRecord]);
}

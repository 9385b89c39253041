import type { Sheet } from '../../../platform/excel/excel.ts';
import type { BatchItem, Seller } from './batch.store.ts';

/** Columns of the tax bureau's template 批量开票-导入开票模板: its third row names them, and data
 * begin in the fourth. */
const basicColumns = [
  '发票流水号',
  '发票类型',
  '特定业务类型',
  '是否含税',
  '受票方自然人标识',
  '购买方名称',
  '证件类型',
  '购买方纳税人识别号',
  '购买方地址',
  '购买方电话',
  '购买方开户银行',
  '购买方银行账号',
  '备注',
  '是否展示购买方银行账号',
  '销售方开户行',
  '销售方银行账号',
  '是否展示销售方银行账号',
  '购买方邮箱',
  '购买方经办人姓名',
  '购买方经办人证件类型',
  '购买方经办人证件号码',
  '经办人国籍(地区)',
  '经办人自然人纳税人识别号',
  '放弃享受减按1%征收率原因',
  '收款人',
  '复核人',
];
const lineColumns = [
  '发票流水号',
  '项目名称',
  '商品和服务税收编码',
  '规格型号',
  '单位',
  '数量',
  '单价',
  '金额',
  '税率',
  '折扣金额',
  '是否使用优惠政策',
  '优惠政策类型',
  '即征即退类型',
];
const redColumns = [
  '发票流水号',
  '对应蓝字数电发票号码',
  '购买方名称',
  '购买方纳税人识别号',
  '红冲金额',
  '红冲原因',
  '备注',
];

export interface ItemToWrite extends BatchItem {
  order_code: string;
  email: string;
  /** Number of the invoice that a red one cancels. */
  blue_no: string;
}

/** Fen as the text of a cell, exact and never rounded. */
const yuanText = (fen: number): string =>
  `${fen < 0 ? '-' : ''}${Math.floor(Math.abs(fen) / 100)}.${String(Math.abs(fen) % 100).padStart(2, '0')}`;

const row = (columns: readonly string[], values: Readonly<Record<string, string>>): string[] =>
  columns.map((name) => values[name] ?? '');

const toSheet = (
  name: string,
  about: string,
  columns: readonly string[],
  rows: string[][],
): Sheet => ({ name, rows: [[name], [about], [...columns], ...rows] });

/** The serial number in the remark comes back in every issued file and list. */
const writeRemark = ({ serial_no, order_code }: ItemToWrite) =>
  `流水号${serial_no} 订单${order_code}`;

/** The sheets of a batch: the two of the template, and the red invoices, which the bureau takes by
 * 红字信息确认单. */
export function writeSheets(seller: Seller, items: readonly ItemToWrite[]): Sheet[] {
  const blue = items.filter(({ color }) => color === 'blue');
  const red = items.filter(({ color }) => color === 'red');
  const about = `销售方 ${seller.name} ${seller.tax_no}`;
  const sheets = [
    toSheet(
      '1-发票基本信息',
      about,
      basicColumns,
      blue.map((item) =>
        row(basicColumns, {
          发票流水号: item.serial_no,
          发票类型: '普通发票',
          是否含税: '是',
          受票方自然人标识: item.tax_no === '' ? '是' : '否',
          购买方名称: item.title,
          购买方纳税人识别号: item.tax_no,
          备注: writeRemark(item),
          购买方邮箱: item.email,
        }),
      ),
    ),
    toSheet(
      '2-发票明细信息',
      about,
      lineColumns,
      blue.flatMap((item) =>
        item.lines.map(({ amount_fen, discount_fen }) =>
          row(lineColumns, {
            发票流水号: item.serial_no,
            项目名称: seller.item_name,
            商品和服务税收编码: seller.item_code,
            单位: '项',
            数量: '1',
            单价: yuanText(amount_fen),
            金额: yuanText(amount_fen),
            税率: seller.rate,
            折扣金额: discount_fen > 0 ? yuanText(discount_fen) : '',
            是否使用优惠政策: seller.policy ? '是' : '否',
            优惠政策类型: seller.policy,
          }),
        ),
      ),
    ),
  ];
  if (red.length === 0) return sheets;
  const redRows = red.map((item) =>
    row(redColumns, {
      发票流水号: item.serial_no,
      对应蓝字数电发票号码: item.blue_no,
      购买方名称: item.title,
      购买方纳税人识别号: item.tax_no,
      红冲金额: yuanText(item.amount_fen),
      红冲原因: '服务中止',
      备注: writeRemark(item),
    }),
  );
  return [...sheets, toSheet('红字发票', about, redColumns, redRows)];
}

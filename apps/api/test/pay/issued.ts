import { strToU8, zipSync } from 'fflate';
import { makePdf } from '../../src/platform/printing/pdf.ts';
import { writeWorkbook } from '../../src/platform/excel/excel.ts';

/** An invoice as the tax bureau issues it. */
export interface IssuedInvoice {
  number: string;
  title: string;
  tax_no?: string;
  /** In yuan; negative on a red one. */
  total: string;
  serial?: string;
  blue_no?: string;
}

const remarkOf = ({ serial, blue_no }: IssuedInvoice) =>
  [serial && `流水号${serial}`, blue_no && `被红冲蓝字数电发票号码：${blue_no}`]
    .filter(Boolean)
    .join(' ');

/** The visible parts, as separate texts: labels and values are not neighbours in a real file. */
const textsOf = (invoice: IssuedInvoice): string[] => [
  '电子发票（普通发票）',
  '发票号码：',
  '开票日期：',
  invoice.number,
  '2026年06月18日',
  '名称：',
  ...(invoice.title.match(/.{1,20}/gu) ?? []),
  '统一社会信用代码/纳税人识别号：',
  invoice.tax_no ?? '',
  '*非学历教育服务*培训费',
  '免税',
  `¥${invoice.total}`,
  '***',
  `（小写）¥${invoice.total}`,
  remarkOf(invoice),
];

export const issuedPdf = (invoice: IssuedInvoice): Promise<Buffer> =>
  makePdf(
    {
      title: '电子发票',
      author: '税务局',
      at: new Date('2026-06-18T00:00:00Z'),
      layout: 'portrait',
    },
    (doc) => {
      textsOf(invoice).forEach((text, index) =>
        doc
          .font('regular')
          .fontSize(9)
          .text(text, 40, 40 + index * 18, { lineBreak: false }),
      );
    },
  );

export function issuedOfd(invoice: IssuedInvoice): Buffer {
  const texts = textsOf(invoice)
    .filter((text) => !text.startsWith('2633'))
    .map(
      (text) => `<ofd:TextObject><ofd:TextCode X="0" Y="1">${text}</ofd:TextCode></ofd:TextObject>`,
    )
    .join('');
  const parts = {
    'OFD.xml': `<?xml version="1.0" encoding="UTF-8"?><ofd:OFD xmlns:ofd="http://www.ofdspec.org/2016"><ofd:DocBody><ofd:DocInfo><ofd:CustomDatas><ofd:CustomData Name="发票号码">${invoice.number}</ofd:CustomData></ofd:CustomDatas></ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
    'Doc_0/Document.xml': '<ofd:Document xmlns:ofd="http://www.ofdspec.org/2016"/>',
    'Doc_0/Pages/Page_0/Content.xml': `<ofd:Page xmlns:ofd="http://www.ofdspec.org/2016"><ofd:Content>${texts}</ofd:Content></ofd:Page>`,
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))),
  );
}

/** The bureau's list of issued invoices. */
export const issuedList = (invoices: readonly IssuedInvoice[]): Promise<Buffer> =>
  writeWorkbook([
    {
      name: '发票基础信息',
      rows: [
        [
          '序号',
          '发票代码',
          '发票号码',
          '数电发票号码',
          '购买方识别号',
          '购买方名称',
          '开票日期',
          '金额',
          '税额',
          '价税合计',
          '发票状态',
          '是否正数发票',
          '备注',
        ],
        ...invoices.map((invoice, index) => [
          index + 1,
          '',
          '',
          invoice.number,
          invoice.tax_no ?? '',
          invoice.title,
          '2026-06-18 10:30:00',
          Number(invoice.total),
          0,
          Number(invoice.total),
          '正常',
          invoice.total.startsWith('-') ? '否' : '是',
          remarkOf(invoice),
        ]),
      ],
    },
  ]);

export const zipOf = (files: Record<string, Uint8Array>): Buffer => Buffer.from(zipSync(files));

/** The same archive with a name in GB18030, as Chinese Windows writes it. `name` has the length of
 * the bytes. */
export function renameInZip(zip: Buffer, name: string, bytes: readonly number[]): Buffer {
  const renamed = Buffer.from(zip);
  for (let at = renamed.indexOf(name); at >= 0; at = renamed.indexOf(name, at + 1))
    renamed.set(bytes, at);
  return renamed;
}

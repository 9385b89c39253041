import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readWorkbook } from '../../../platform/excel/excel.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { detect } from '../../../person/file/check/format.rules.ts';
import { detectOffice } from '../../../person/file/check/office.rules.ts';
import {
  readZip,
  type ZipFault,
  type ZipPart,
} from '../../../person/file/check/office/read-zip.ts';
import { isScripted } from '../../../person/file/check/pdf.rules.ts';
import type { InvoiceDocument, UnreadFile, Upload } from './document.ts';
import { readFacts } from './facts.rules.ts';
import { readList } from './read-list.rules.ts';
import { readOfd } from './read-ofd.ts';

/** A file of an invoice is some 100 KB. */
const largest = 20 * 1024 * 1024;

const faults: Readonly<Record<ZipFault, string>> = {
  damaged: '压缩包已损坏或不完整，请重新下载',
  bomb: '压缩包内容异常（解压后过大或文件过多），没有读取',
  encrypted: '压缩包已加密，请去除密码后再导入',
};

type Read = { documents: InvoiceDocument[]; unread: UnreadFile[] };
const nothing = (source: string, state: UnreadFile['state'], note: string): Read => ({
  documents: [],
  unread: [{ source, state, note }],
});

/** Reads what came back from the tax bureau: a ZIP of PDF and OFD files and lists, in any folders and
 * under any names, or one such file alone. One bad file does not affect the others. */
export async function readUpload(bytes: Buffer, fileName: string): Promise<Upload> {
  const parts = detect(bytes.subarray(0, 4096)) === 'office' ? readZip(bytes) : undefined;
  if (parts === undefined || isOneFile(parts)) return readOne(bytes, fileName);
  if (!Array.isArray(parts)) throw new NotPossibleError(faults[parts]);
  const upload: Upload = { documents: [], unread: [] };
  for (const part of parts) {
    const source = decodeName(part);
    if (source.endsWith('/')) continue;
    const { documents, unread } = await readPart(part, source);
    upload.documents.push(...documents);
    upload.unread.push(...unread);
  }
  return upload;
}

const isOneFile = (parts: ZipPart[] | ZipFault): boolean =>
  Array.isArray(parts) &&
  parts.some(({ name }) => name === '[Content_Types].xml' || /^\/?OFD\.xml$/i.test(name));

/** Names are UTF-8, or else GB18030 as Chinese Windows writes them. */
function decodeName({ nameBytes }: ZipPart): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(nameBytes);
  } catch {
    return new TextDecoder('gb18030').decode(nameBytes);
  }
}

async function readPart(part: ZipPart, source: string): Promise<Read> {
  const base = source.split(/[\\/]/).at(-1) ?? '';
  if (base.startsWith('.') || source.startsWith('__MACOSX/'))
    return nothing(source, 'ignored', '不是发票文件');
  let bytes: Buffer;
  try {
    bytes = part.read();
  } catch (error) {
    if (!(error instanceof RangeError) && !(error instanceof Error && 'code' in error)) throw error;
    return nothing(source, 'damaged', '文件在压缩包里已损坏');
  }
  return readOne(bytes, source);
}

async function readOne(bytes: Buffer, source: string): Promise<Read> {
  if (bytes.length > largest) return nothing(source, 'ignored', '文件超过 20 MB');
  const detected = detect(bytes.subarray(0, 4096));
  if (detected === 'pdf') return readPdf(bytes, source);
  if (detected !== 'office')
    return /\.(pdf|ofd|xlsx)$/i.test(source)
      ? nothing(source, 'damaged', '文件已损坏，不是有效的 PDF、OFD 或 xlsx')
      : nothing(source, 'ignored', '不是 PDF、OFD 或 xlsx');
  const parts = readZip(bytes);
  if (!Array.isArray(parts)) return nothing(source, 'damaged', faults[parts]);
  if (parts.some(({ name }) => /^\/?OFD\.xml$/i.test(name)))
    return readOfdFile(bytes, parts, source);
  const office = detectOffice(bytes);
  if ('refused' in office) return nothing(source, 'ignored', office.refused);
  if (office.format !== 'xlsx') return nothing(source, 'ignored', '不是 PDF、OFD 或 xlsx');
  try {
    return (
      readList(await readWorkbook(bytes), source) ??
      nothing(source, 'ignored', '表格里没有“数电发票号码”和“价税合计”')
    );
  } catch {
    return nothing(source, 'damaged', '表格已损坏，无法读取');
  }
}

async function readPdf(bytes: Buffer, source: string): Promise<Read> {
  if (isScripted(bytes)) return nothing(source, 'damaged', 'PDF 含有脚本或自动操作，没有采用');
  // pdf.js takes the bytes over.
  const loading = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  try {
    const document = await loading.promise;
    const lines: string[] = [];
    for (let page = 1; page <= Math.min(document.numPages, 20); page += 1) {
      const { items } = await (await document.getPage(page)).getTextContent();
      lines.push(...items.flatMap((item) => ('str' in item ? [item.str] : [])));
    }
    return {
      documents: [{ source, kind: 'pdf', bytes, ...readFacts(lines, source) }],
      unread: [],
    };
  } catch {
    return nothing(source, 'damaged', 'PDF 已损坏或加密，无法读取');
  } finally {
    await loading.destroy();
  }
}

function readOfdFile(bytes: Buffer, parts: readonly ZipPart[], source: string): Read {
  try {
    return {
      documents: [{ source, kind: 'ofd', bytes, ...readFacts(readOfd(parts), source) }],
      unread: [],
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return nothing(source, 'damaged', 'OFD 已损坏，无法读取');
  }
}

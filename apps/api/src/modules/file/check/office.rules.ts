import type { FileFormat } from '@cme/contract';
import { unzipSync } from 'fflate';
import { damaged } from './verdict.ts';

const mega = 1024 * 1024;
const limits = { entries: 5000, unpacked: 1024 * mega, ratio: 200 };

const main: readonly (readonly [string, FileFormat])[] = [
  ['word/document.xml', 'docx'],
  ['xl/workbook.xml', 'xlsx'],
  ['ppt/presentation.xml', 'pptx'],
];
const macros = '文件含有宏或嵌入的程序，请另存为不含宏的格式后上传';
const active =
  /(^|\/)(vbaProject\.bin|activeX\d*\.(bin|xml)|oleObject\d*\.bin)$|(^|\/)embeddings\//i;

/** Which Office document a ZIP archive contains, or why it is rejected. */
export function officeOf(bytes: Buffer): { format: FileFormat } | { refused: string } {
  const names = new Set<string>();
  let unpacked = 0;
  let isTooMuch = false;
  let types: Uint8Array | undefined;
  try {
    types = unzipSync(bytes, {
      filter({ name, originalSize }) {
        names.add(name);
        unpacked += originalSize;
        isTooMuch ||= names.size > limits.entries || unpacked > limits.unpacked;
        return name === '[Content_Types].xml' && originalSize < mega;
      },
    })['[Content_Types].xml'];
  } catch {
    return { refused: damaged };
  }
  if (isTooMuch || unpacked > bytes.length * limits.ratio)
    return { refused: '文件压缩内容异常，请重新导出后上传' };
  const found = main.filter(([name]) => names.has(name));
  const [one] = found;
  if (!types || !one || found.length > 1)
    return { refused: '只支持 Word、Excel、PowerPoint 文档，不支持压缩包' };
  const isMacro = /macroEnabled|vbaProject/i.test(Buffer.from(types).toString('latin1'));
  if (isMacro || [...names].some((name) => active.test(name))) return { refused: macros };
  if ([...names].some((name) => /(^|[\\/])\.\.([\\/]|$)|^[\\/]|^[a-z]:/i.test(name)))
    return { refused: damaged };
  return { format: one[1] };
}

import { type PdfFault, objectsFault } from './pdf/pdf-objects.rules.ts';
import { streamsFault } from './pdf/pdf-streams.rules.ts';
import { type PdfContent, readPdf } from './pdf/read-pdf.ts';
import { rebuildPdf } from './pdf/rebuild-pdf.ts';
import { damaged } from './verdict.ts';

const instead = '请用“打印为 PDF”另存后上传';
const texts: Record<PdfFault, string> = {
  scripted: `PDF 含有脚本或自动操作，${instead}`,
  attached: `PDF 含有嵌入的附件，${instead}`,
  encrypted: 'PDF 已加密，无法检查，请去除密码后上传',
};
const packed = `文件压缩内容异常，${instead}`;
const mixed = `文件不是单纯的 PDF，${instead}`;
const irregular = `PDF 结构不规范，无法检查，${instead}`;

const end = '(?=[\\s()<>\\[\\]{}/%]|$)';
/** Finds names also where letters are written as hex codes. */
const namesPattern = (...names: string[]) => {
  const patterns = names.map((name) =>
    [...name].map((letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`).join(''),
  );
  return new RegExp(`/(?:${patterns.join('|')})${end}`, 'g');
};
/** Such long names cannot occur in compressed bytes by chance, so they are searched for everywhere:
 * a reader that distrusts the table of objects also finds objects that the table does not name. */
const acting = namesPattern(
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'RichMedia',
  'Rendition',
  'GoToE',
);
const holding = namesPattern('EmbeddedFile', 'EmbeddedFiles');
const encrypting = namesPattern('Encrypt');
const packing = namesPattern('ObjStm');

/** Whether it contains scripts or acts by itself. */
export const isScripted = (bytes: Buffer): boolean => bytes.toString('latin1').search(acting) >= 0;

async function readRebuilt(text: string): Promise<PdfContent | undefined> {
  const rebuilt = text.search(encrypting) < 0 ? rebuildPdf(text) : undefined;
  return rebuilt && readPdf(rebuilt);
}

/** Why a PDF is rejected; undefined for one that only shows pages. */
export async function pdfFault(bytes: Buffer): Promise<string | undefined> {
  const text = bytes.toString('latin1');
  const last = text.lastIndexOf('%%EOF');
  if (!/^%PDF-[12]\.\d/.test(text) || last < 0) return damaged;
  if (!/^[\s\0]*$/.test(text.slice(last + 5)) || text.slice(-65_557).includes('PK\x05\x06'))
    return mixed;
  if (/<(!doctype|html|script|svg|iframe|\?php)/i.test(text.slice(0, 1024))) return mixed;
  if (text.search(acting) >= 0) return texts.scripted;
  if (text.search(holding) >= 0) return texts.attached;
  const content = (await readPdf(bytes.subarray(0, last + 5))) ?? (await readRebuilt(text));
  if (!content) return text.search(encrypting) < 0 ? irregular : texts.encrypted;
  const fault = objectsFault(content);
  if (fault) return texts[fault];
  const stream = streamsFault(content);
  if (stream) return stream === 'bomb' ? packed : irregular;
  const packs = content.streams.filter(({ dict }) => dict['/Type'] === '/ObjStm').length;
  const isHiding = (text.match(packing) ?? []).length !== packs;
  return content.isIrregular || isHiding ? irregular : undefined;
}

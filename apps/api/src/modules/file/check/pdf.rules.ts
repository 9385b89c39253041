import { inflateSync } from 'node:zlib';
import { damaged } from './verdict.ts';

const mega = 1024 * 1024;
/** Maximum decompressed bytes of one stream, and of all: a scanned page in colour is below. */
const mostUnpacked = { one: 160 * mega, all: 400 * mega };

const scripted = 'PDF 含有脚本或自动操作，请用“打印为 PDF”另存后上传';
const attached = 'PDF 含有嵌入的附件，请用“打印为 PDF”另存后上传';
const encrypted = 'PDF 已加密，无法检查，请去除密码后上传';
const packed = '文件压缩内容异常，请用“打印为 PDF”另存后上传';
const mixed = '文件不是单纯的 PDF，请用“打印为 PDF”另存后上传';

const end = '(?=[\\s()<>\\[\\]{}/%]|$)';
/** Names that trigger actions or embed files. Long names cannot occur in compressed bytes by
 * chance, so they are searched for everywhere. */
const acting = new RegExp(
  `/(JavaScript|Launch|SubmitForm|ImportData|RichMedia|Rendition|GoToE)${end}`,
);
const holding = new RegExp(`/(EmbeddedFiles?)${end}`);
const shortActing = new RegExp(`/(JS|XFA|AA)${end}`);
/** A regular character written as a hex escape, which is used only to hide a name. */
const hiddenLetter =
  /\/[^\s()<>[\]{}/%#]*(#[0-9a-f]{2}[^\s()<>[\]{}/%#]*)*#(4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])/i;

interface Stream {
  dictionary: string;
  start: number;
  end: number;
}

/** Why a PDF is rejected; undefined for one that only shows pages. */
export function pdfFault(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1');
  const last = text.lastIndexOf('%%EOF');
  if (!/^%PDF-[12]\.\d/.test(text) || last < 0) return damaged;
  if (!/^[\s\0]*$/.test(text.slice(last + 5)) || text.slice(-65_557).includes('PK\x05\x06'))
    return mixed;
  if (/<(!doctype|html|script|svg|iframe|\?php)/i.test(text.slice(0, 1024))) return mixed;
  if (acting.test(text)) return scripted;
  if (holding.test(text)) return attached;
  const streams = streamsOf(text);
  const outside = getTextOutside(text, streams);
  if (!/\d+\s+\d+\s+obj\b/.test(outside)) return damaged;
  if (new RegExp(`/Encrypt${end}`).test(outside)) return encrypted;
  return namesFault(outside) ?? streamsFault(bytes, text, streams);
}

function namesFault(text: string): string | undefined {
  if (acting.test(text) || shortActing.test(text) || hiddenLetter.test(text)) return scripted;
  return holding.test(text) ? attached : undefined;
}

function streamsOf(text: string): Stream[] {
  const streams: Stream[] = [];
  const opening = />>\s*stream\r?\n/g;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const start = match.index + match[0].length;
    const close = text.indexOf('endstream', start);
    const before = text.slice(Math.max(0, match.index - 4096), match.index);
    const object = before.lastIndexOf(' obj');
    streams.push({
      dictionary: before.slice(object < 0 ? 0 : object),
      start,
      end: close < 0 ? text.length : close,
    });
    opening.lastIndex = close < 0 ? text.length : close;
  }
  return streams;
}

function getTextOutside(text: string, streams: readonly Stream[]): string {
  let index = 0;
  const parts = streams.map(({ start, end: close }) => {
    const part = text.slice(index, start);
    index = close;
    return part;
  });
  return [...parts, text.slice(index)].join(' ');
}

function streamsFault(bytes: Buffer, text: string, streams: readonly Stream[]): string | undefined {
  let unpacked = 0;
  for (const stream of streams) {
    const isObjects = /\/ObjStm\b/.test(stream.dictionary);
    const filters =
      stream.dictionary.match(
        /\/(Fl|FlateDecode|LZWDecode|ASCII85Decode|ASCIIHexDecode|RunLengthDecode)\b/g,
      ) ?? [];
    // Objects inside of an apparent stream.
    if (text.slice(stream.start, stream.end).includes('/ObjStm')) return packed;
    if (isObjects && (filters.length > 1 || /\/DecodeParms/.test(stream.dictionary))) return packed;
    const flates = filters.filter((name) => name.startsWith('/Fl')).length;
    if (flates > 1) return packed;
    const content = flates
      ? unpack(bytes.subarray(stream.start, stream.end), isObjects)
      : bytes.subarray(stream.start, stream.end);
    if (content === 'too large' || (content === 'broken' && isObjects)) return packed;
    if (content === 'broken') continue;
    unpacked += flates ? content.length : 0;
    if (unpacked > mostUnpacked.all) return packed;
    const fault = isObjects ? namesFault(content.toString('latin1')) : undefined;
    if (fault) return fault;
  }
  return undefined;
}

function unpack(packedBytes: Buffer, isObjects: boolean): Buffer | 'too large' | 'broken' {
  try {
    return inflateSync(packedBytes, {
      maxOutputLength: isObjects ? mostUnpacked.one / 8 : mostUnpacked.one,
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'broken';
  }
}

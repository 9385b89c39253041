import { inflateSync } from 'node:zlib';
import type { PdfContent, PdfDictionary, PdfValue } from './read-pdf.ts';

const mega = 1024 * 1024;
/** Maximum decompressed bytes of one stream, and of all: a scanned page in colour is below. */
const most = { one: 160 * mega, objects: 20 * mega, all: 400 * mega };

const texts = new Map<string, (bytes: Buffer) => Buffer>([
  ['/ASCIIHexDecode', decodeHex],
  ['/AHx', decodeHex],
  ['/ASCII85Decode', decode85],
  ['/A85', decode85],
]);
const flates = new Set(['/FlateDecode', '/Fl']);
/** Filters that expand; the factor is their limit. */
const expanding = new Map([
  ['/LZWDecode', 1400],
  ['/LZW', 1400],
  ['/RunLengthDecode', 64],
  ['/RL', 64],
]);
const pictures = new Set(
  ['DCTDecode', 'DCT', 'CCITTFaxDecode', 'CCF', 'JBIG2Decode', 'JPXDecode'].map(
    (name) => `/${name}`,
  ),
);

/** `filter`: one that is unknown or in an unusual place; `bomb`: more than any page needs. */
export function streamsFault({ values, streams }: PdfContent): 'filter' | 'bomb' | undefined {
  const resolve = (value: PdfValue | undefined) =>
    typeof value === 'string' && value.endsWith(' R') ? values.get(value) : value;
  let unpacked = 0;
  for (const { dict, bytes } of streams) {
    const filters = readFilters(dict, resolve);
    if (!filters || !isUsual(filters)) return 'filter';
    const limit = resolve(dict['/Type']) === '/ObjStm' ? most.objects : most.one;
    const size = unpackedSize(bytes, filters, limit);
    unpacked += size;
    if (size > limit || unpacked > most.all) return 'bomb';
  }
  return undefined;
}

function readFilters(
  dict: PdfDictionary,
  resolve: (value: PdfValue | undefined) => PdfValue | undefined,
): string[] | undefined {
  const given = resolve(dict['/Filter']) ?? [];
  const filters = (Array.isArray(given) ? given : [given]).map(resolve);
  return filters.every((filter) => typeof filter === 'string') ? filters : undefined;
}

/** Any text encodings, then at most one compression, then at most one picture. */
function isUsual(filters: string[]): boolean {
  const code = filters
    .map((name) =>
      texts.has(name)
        ? 't'
        : flates.has(name) || expanding.has(name)
          ? 'c'
          : pictures.has(name)
            ? 'p'
            : '?',
    )
    .join('');
  return /^t{0,2}c?p?$/.test(code);
}

function unpackedSize(bytes: Buffer, filters: string[], limit: number): number {
  let content = bytes;
  for (const filter of filters) {
    const decode = texts.get(filter);
    if (decode) content = decode(content);
    const factor = expanding.get(filter);
    if (factor) return content.length < mega ? content.length : content.length * factor;
    if (flates.has(filter)) return inflatedSize(content, limit);
  }
  return content.length;
}

/** A damaged picture is the reader's matter; its size counts as far as it was read. */
function inflatedSize(content: Buffer, limit: number): number {
  try {
    return inflateSync(content, { maxOutputLength: limit }).length;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'ERR_BUFFER_TOO_LARGE' ? limit + 1 : content.length;
  }
}

function decodeHex(bytes: Buffer): Buffer {
  const [digits = ''] = bytes.toString('latin1').split('>', 1);
  const clean = digits.replace(/[^0-9a-f]/gi, '');
  return Buffer.from(clean.length % 2 ? `${clean}0` : clean, 'hex');
}

function decode85(bytes: Buffer): Buffer {
  const decoded = Buffer.alloc(bytes.length * 4 + 8);
  let length = 0;
  let digits: number[] = [];
  const flush = () => {
    const count = digits.length;
    while (digits.length < 5) digits.push(84);
    const value = digits.reduce((sum, digit) => sum * 85 + digit, 0) % 2 ** 32;
    decoded.writeUInt32BE(value, length);
    length += count - 1;
    digits = [];
  };
  for (const byte of bytes) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && digits.length === 0) length += 4;
    else if (byte >= 0x21 && byte <= 0x75) {
      digits.push(byte - 0x21);
      if (digits.length === 5) flush();
    }
  }
  if (digits.length > 1) flush();
  return decoded.subarray(0, length);
}

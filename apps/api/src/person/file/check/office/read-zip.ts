import { crc32, inflateRawSync } from 'node:zlib';

const limits = { entries: 5000, unpacked: 1024 * 1024 * 1024, ratio: 200, gap: 24 };

export interface ZipPart {
  name: string;
  /** As stored: not every program writes names in UTF-8. */
  nameBytes: Buffer;
  /** Decompresses; throws if the content is not what the archive says. */
  read(): Buffer;
}
export type ZipFault = 'damaged' | 'bomb' | 'encrypted';

interface Entry {
  flags: number;
  method: number;
  crc: number;
  packed: number;
  size: number;
  nameBytes: Buffer;
  start: number;
}

/** The parts of an archive that every reader sees in the same way: the list at the end and the heads
 * of the parts agree, nothing is listed twice, hidden between parts, encrypted or too large. */
export function readZip(bytes: Buffer): ZipPart[] | ZipFault {
  try {
    return parts(bytes);
  } catch (error) {
    if (error instanceof RangeError) return 'damaged';
    throw error;
  }
}

function parts(bytes: Buffer): ZipPart[] | ZipFault {
  const end = bytes.length - 22;
  if (bytes.readUInt32LE(end) !== 0x06054b50 || bytes.readUInt16LE(end + 20) !== 0)
    return 'damaged';
  const count = bytes.readUInt16LE(end + 10);
  const listStart = bytes.readUInt32LE(end + 16);
  const isWhole =
    bytes.readUInt32LE(end + 4) === 0 &&
    bytes.readUInt16LE(end + 8) === count &&
    listStart + bytes.readUInt32LE(end + 12) === end;
  if (!isWhole) return 'damaged';
  if (count > limits.entries) return 'bomb';
  const entries = readEntries(bytes, listStart, count);
  if (entries.at(-1)?.next !== end) return 'damaged';
  if (entries.some(({ flags }) => flags & 0x2041)) return 'encrypted';
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0);
  if (unpacked > limits.unpacked || unpacked > bytes.length * limits.ratio) return 'bomb';
  return isInOrder(bytes, entries, listStart)
    ? entries.map((entry) => ({
        name: entry.nameBytes.toString(),
        nameBytes: entry.nameBytes,
        read: () => read(bytes, entry),
      }))
    : 'damaged';
}

function readEntries(bytes: Buffer, start: number, count: number): (Entry & { next: number })[] {
  let index = start;
  return Array.from({ length: count }, () => {
    if (bytes.readUInt32LE(index) !== 0x02014b50) throw new RangeError('no entry');
    const nameEnd = index + 46 + bytes.readUInt16LE(index + 28);
    const next = nameEnd + bytes.readUInt16LE(index + 30) + bytes.readUInt16LE(index + 32);
    const entry = {
      flags: bytes.readUInt16LE(index + 8),
      method: bytes.readUInt16LE(index + 10),
      crc: bytes.readUInt32LE(index + 16),
      packed: bytes.readUInt32LE(index + 20),
      size: bytes.readUInt32LE(index + 24),
      nameBytes: bytes.subarray(index + 46, nameEnd),
      start: bytes.readUInt32LE(index + 42),
      next,
    };
    index = next;
    return entry;
  });
}

function isInOrder(bytes: Buffer, entries: readonly Entry[], listStart: number): boolean {
  let index = 0;
  for (const entry of entries.toSorted((a, b) => a.start - b.start)) {
    const gap = entry.start - index;
    if (gap < 0 || gap > (index === 0 ? 0 : limits.gap)) return false;
    const content = contentStart(bytes, entry);
    if (content === undefined) return false;
    index = content + entry.packed;
  }
  return index <= listStart && listStart - index <= limits.gap;
}

/** Where the content starts, if the head in front of it says the same as the list. */
function contentStart(bytes: Buffer, entry: Entry): number | undefined {
  const { start, nameBytes } = entry;
  const isAfter = (entry.flags & 8) !== 0;
  const nameEnd = start + 30 + bytes.readUInt16LE(start + 26);
  const [crc, packed, size] = [14, 18, 22].map((at) => bytes.readUInt32LE(start + at));
  const isSame = crc === entry.crc && packed === entry.packed && size === entry.size;
  const isLater = isAfter && crc === 0 && packed === 0 && size === 0;
  return bytes.readUInt32LE(start) === 0x04034b50 &&
    bytes.readUInt16LE(start + 8) === entry.method &&
    bytes.readUInt16LE(start + 6) === entry.flags &&
    (isSame || isLater) &&
    bytes.subarray(start + 30, nameEnd).equals(nameBytes)
    ? nameEnd + bytes.readUInt16LE(start + 28)
    : undefined;
}

function read(bytes: Buffer, entry: Entry): Buffer {
  const start = contentStart(bytes, entry) ?? 0;
  const packed = bytes.subarray(start, start + entry.packed);
  const content =
    entry.method === 8
      ? inflateRawSync(packed, { maxOutputLength: Math.max(entry.size, 1) })
      : packed;
  const isSound =
    [0, 8].includes(entry.method) && content.length === entry.size && crc32(content) === entry.crc;
  if (!isSound) throw new RangeError('not what the archive says');
  return content;
}

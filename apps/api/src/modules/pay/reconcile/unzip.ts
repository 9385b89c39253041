import { inflateRawSync } from 'node:zlib';
import { GatewayAway } from '../gateway/gateway.ts';

const endOfFolder = 0x06054b50;
const folderEntry = 0x02014b50;
const most = 256 * 1024 * 1024;

/** The files of a zip archive as text: bills come as one. Only stored and deflated entries,
 * nothing encrypted. */
export function textFiles(
  zip: Buffer,
  encoding: 'gbk' | 'utf-8',
): { name: string; text: string }[] {
  try {
    const decoder = new TextDecoder(encoding);
    return entriesOf(zip).map(({ name, bytes }) => ({
      name: decoder.decode(name),
      text: decoder.decode(bytes),
    }));
  } catch (cause) {
    throw new GatewayAway('the bill is no archive', { cause });
  }
}

function entriesOf(zip: Buffer): { name: Buffer; bytes: Buffer }[] {
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== endOfFolder) end -= 1;
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    if (zip.readUInt32LE(at) !== folderEntry) throw new Error('broken folder');
    const [method, size, nameLength, local] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt32LE(at + 42),
    ];
    const name = zip.subarray(at + 46, at + 46 + nameLength);
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(from, from + size);
    if (method !== 0 && method !== 8) throw new Error('unknown packing');
    return {
      name,
      bytes: method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: most }),
    };
  });
}

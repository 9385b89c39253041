import type { FileHandle } from 'node:fs/promises';

/** Whether a file consists of MP4 boxes from its first to its last byte, with an index of its
 * tracks. */
export async function isVideo(file: FileHandle, size: number): Promise<boolean> {
  const seen = new Set<string>();
  const head = Buffer.alloc(16);
  let index = 0;
  while (index < size && seen.size < 64) {
    const { bytesRead } = await file.read(head, 0, 16, index);
    if (bytesRead < 8) return false;
    const name = head.toString('latin1', 4, 8);
    if (!/^[a-zA-Z0-9 ]{4}$/.test(name)) return false;
    const short = head.readUInt32BE(0);
    const length =
      short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - index : short;
    if (length < 8) return false;
    seen.add(name);
    index += length;
  }
  return index === size && seen.has('ftyp') && seen.has('moov');
}

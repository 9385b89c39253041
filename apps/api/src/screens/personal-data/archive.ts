import { createHash } from 'node:crypto';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface ArchiveFile {
  name: string;
  /** Already compressed, such as images: stored without compression. */
  isPacked?: boolean;
  content: AsyncIterable<Uint8Array> | Uint8Array;
}

/** Streams a ZIP file by file, with only one chunk in memory. */
export async function* zipFiles(files: AsyncIterable<ArchiveFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else ready.push(chunk);
  });
  const drainBytes = function* () {
    if (failure) throw failure;
    while (ready.length > 0) yield ready.shift()!;
  };
  for await (const { name, content, isPacked } of files) {
    const entry = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    zip.add(entry);
    if (content instanceof Uint8Array) entry.push(content);
    else
      for await (const part of content) {
        entry.push(part);
        yield* drainBytes();
      }
    entry.push(new Uint8Array(0), true);
    yield* drainBytes();
  }
  zip.end();
  yield* drainBytes();
}

/** Passes the bytes through while counting and hashing them. */
export function measureBytes(bytes: AsyncIterable<Uint8Array>): {
  bytes: AsyncGenerator<Uint8Array>;
  result: () => { size: number; sha256: string };
} {
  const hash = createHash('sha256');
  let size = 0;
  return {
    bytes: (async function* () {
      for await (const part of bytes) {
        hash.update(part);
        size += part.byteLength;
        yield part;
      }
    })(),
    result: () => ({ size, sha256: hash.digest('hex') }),
  };
}

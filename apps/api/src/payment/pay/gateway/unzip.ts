import { unzipSync } from 'fflate';
import { GatewayUnavailableError } from './gateway.ts';

const largest = 256 * 1024 * 1024;

/** Text files of a zip archive, the format of bills. */
export function textFiles(
  zip: Buffer,
  encoding: 'gbk' | 'utf-8',
): { name: string; text: string }[] {
  try {
    const decoder = new TextDecoder(encoding);
    const files = unzipSync(zip, {
      filter({ originalSize }) {
        if (originalSize > largest) throw new Error('a file is too large');
        return true;
      },
    });
    return Object.entries(files).map(([name, bytes]) => ({
      // A name without the UTF-8 flag is returned byte by byte.
      name: decoder.decode(Buffer.from(name, 'latin1')),
      text: decoder.decode(bytes),
    }));
  } catch (cause) {
    throw new GatewayUnavailableError('the bill is no archive', { cause });
  }
}

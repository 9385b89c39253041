import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The installation's secret: given, or where the embedded start has put it. Read when it is needed,
 * since the first start of all makes it after the edge has begun. */
export const secretOf = (env: NodeJS.ProcessEnv) => (): Uint8Array<ArrayBuffer> | undefined => {
  if (env['APP_SECRET']) return new Uint8Array(Buffer.from(env['APP_SECRET'], 'utf8'));
  try {
    return new Uint8Array(readFileSync(join(env['DATA_DIR'] || '.data', 'secret')));
  } catch {
    return undefined;
  }
};

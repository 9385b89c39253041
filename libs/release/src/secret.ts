import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The installation's secret: from the environment, or the file of the embedded start. Read on
 * demand, because the very first start creates it after the edge has begun.
 */
export function readSecret(env: NodeJS.ProcessEnv): Uint8Array<ArrayBuffer> | undefined {
  if (env['APP_SECRET']) return new Uint8Array(Buffer.from(env['APP_SECRET'], 'utf8'));
  try {
    return new Uint8Array(readFileSync(join(env['DATA_DIR'] || '.data', 'secret')));
  } catch {
    return undefined;
  }
}

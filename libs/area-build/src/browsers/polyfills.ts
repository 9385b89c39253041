import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rspack } from '@rsbuild/core';

const coreJs = (...names: string[]) => names.map((name) => `core-js/modules/${name}.js`);
const own = (name: string) => [join(import.meta.dirname, name)];

/** What pages and workers call and the oldest supported browsers lack, and what adds it. */
const polyfills: Record<string, string[]> = {
  'Array.prototype.toReversed': coreJs('es.array.to-reversed', 'es.typed-array.to-reversed'),
  'Array.prototype.toSorted': coreJs('es.array.to-sorted', 'es.typed-array.to-sorted'),
  'Array.prototype.toSpliced': coreJs('es.array.to-spliced'),
  'Array.prototype.with': coreJs('es.array.with', 'es.typed-array.with'),
  'ArrayBuffer.prototype.transferToFixedLength': coreJs('es.array-buffer.transfer-to-fixed-length'),
  'Blob.prototype.bytes': own('bytes.js'),
  'Map.groupBy': coreJs('es.map.group-by'),
  'Promise.withResolvers': coreJs('es.promise.with-resolvers'),
  'URL.parse': coreJs('web.url.parse'),
  // Browsers have it on https and on this machine only.
  'crypto.randomUUID': own('random-uuid.js'),
};

/** A browser that lacks one of these loads the polyfills. */
export const polyfilledCalls = Object.keys(polyfills);

/** By this, which a minifier keeps, the check knows a worker that brings the polyfills. */
export const polyfillMark = 'cme.polyfills';

/** The polyfills as one classic script. */
export async function buildPolyfills(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'polyfills-'));
  const compiler = rspack({
    context: import.meta.dirname,
    mode: 'production',
    target: ['web', 'es5'],
    entry: Object.values(polyfills).flat(),
    output: { path: folder, filename: 'polyfills.js' },
    performance: false,
  });
  try {
    await new Promise<void>((resolve, reject) =>
      compiler.run((error, stats) => {
        const fault = error ?? stats?.compilation.errors[0];
        if (fault) reject(fault);
        else resolve();
      }),
    );
    return `${readFileSync(join(folder, 'polyfills.js'), 'utf8')};globalThis['${polyfillMark}']=1;`;
  } finally {
    compiler.close(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

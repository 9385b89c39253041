import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Build {
  script: string;
  /** Content of the only style sheet; absent: the build has none. */
  css?: string;
  shared?: { name: string; version: string; singleton: boolean }[];
}

/** Writes the smallest build that can become a release. For tests. */
export function writeBuild(dist: string, { script, css, shared = [] }: Build): void {
  const styles = css === undefined ? {} : { 'web/index.css': css };
  const index = { js: ['index.js'], css: css === undefined ? [] : ['index.css'] };
  const files = {
    'web/index.js': script,
    ...styles,
    'web/web.json': JSON.stringify({ index }),
    'web/mf-manifest.json': JSON.stringify({ exposes: [], shared }),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    writeFileSync(join(dist, path), text);
  }
}

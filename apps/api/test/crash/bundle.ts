import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const root = join(import.meta.dirname, '../../../..');
/** Native packages, which are not bundled. */
const outside = ['@node-rs/argon2', '@electric-sql/pglite'];

/** A bundled module still finds files next to its source. */
const places: Plugin = {
  name: 'places',
  enforce: 'pre',
  transform: (code, id) =>
    id.startsWith(join(root, 'apps/api/src')) && code.includes('import.meta.')
      ? code
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : undefined,
};

/** Bundles the API into one file, which starts in a third of the time; returns its path, inside the
 * repository, so that it finds its packages. */
export async function bundleApi(name: string): Promise<string> {
  const outDir = join(root, 'node_modules/.cache/crash', name);
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [places],
    build: {
      ssr: join(root, 'apps/api/src/main.ts'),
      outDir,
      emptyOutDir: true,
      minify: false,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'api.mjs' } },
    },
    ssr: { noExternal: true, external: outside },
  });
  return join(outDir, 'api.mjs');
}

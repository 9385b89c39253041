import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepareFont } from './browsers.ts';
import { requireProgram } from './packages.ts';

const libraries = '/usr/lib';

/** WebKitGTK's MiniBrowser, which its driver controls. */
export function findMiniBrowser(): string | undefined {
  const machines = existsSync(libraries)
    ? readdirSync(libraries).filter((name) => name.endsWith('-linux-gnu'))
    : [];
  const folders = machines.flatMap((name) =>
    readdirSync(join(libraries, name)).map((inside) => join(libraries, name, inside)),
  );
  return folders
    .map((folder) => join(folder, 'MiniBrowser'))
    .find((file) => /webkit2gtk/.test(file) && existsSync(file));
}

const plugins = ['base', 'good', 'bad'].map((name) => `gstreamer1.0-plugins-${name}`);
const allExist = (...files: string[]) => (files.every(existsSync) ? files[0] : undefined);

/** WebKit with its driver, a virtual display, and video decoders; throws if they cannot be
 * installed. */
export function prepareWebKit(): void {
  requireProgram(
    () => findMiniBrowser() && allExist('/usr/bin/WebKitWebDriver'),
    ['webkit2gtk-driver'],
  );
  requireProgram(() => allExist('/usr/bin/Xvfb'), ['xvfb']);
  requireProgram(findDecoder, ['gstreamer1.0-libav', ...plugins]);
  prepareFont();
}

function findDecoder(): string | undefined {
  const machines = readdirSync(libraries).filter((name) => name.endsWith('-linux-gnu'));
  return machines
    .map((name) => join(libraries, name, 'gstreamer-1.0/libgstlibav.so'))
    .find(existsSync);
}

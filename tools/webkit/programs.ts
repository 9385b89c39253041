import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepareFont } from '../test/browsers.ts';
import { need } from '../packages.ts';

const libraries = '/usr/lib';

/** WebKitGTK's MiniBrowser, which its driver controls. */
export function miniBrowser(): string | undefined {
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
const allThere = (...files: string[]) => (files.every(existsSync) ? files[0] : undefined);

/** WebKit with its driver, a virtual display, and video decoders; throws if they cannot be
 * installed. */
export function prepareWebKit(): void {
  need(() => miniBrowser() && allThere('/usr/bin/WebKitWebDriver'), ['webkit2gtk-driver']);
  need(() => allThere('/usr/bin/Xvfb'), ['xvfb']);
  need(decoder, ['gstreamer1.0-libav', ...plugins]);
  prepareFont();
}

function decoder(): string | undefined {
  const machines = readdirSync(libraries).filter((name) => name.endsWith('-linux-gnu'));
  return machines
    .map((name) => join(libraries, name, 'gstreamer-1.0/libgstlibav.so'))
    .find(existsSync);
}

import { existsSync } from 'node:fs';
import { installPackages, need } from '../packages.ts';

/** Where Debian's packages put the programs. */
const programs = {
  chromium: ['/usr/bin/chromium', '/usr/bin/chromium-browser'],
  firefox: ['/usr/bin/firefox-esr'],
};
const packages = { chromium: 'chromium', firefox: 'firefox-esr' };
const font = {
  file: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  package: 'fonts-noto-cjk',
};

export type Browser = keyof typeof programs;

export const programOf = (browser: Browser): string | undefined =>
  programs[browser].find(existsSync);

export function prepareFont(): void {
  if (!existsSync(font.file)) installPackages([font.package]);
}

/** A browser and a font with Chinese letters; throws where they cannot be had. */
export function prepare(browser: Browser): void {
  need(() => programOf(browser), [packages[browser]]);
  prepareFont();
}

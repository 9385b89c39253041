import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackages, Missing, need } from '../packages.ts';

/** Where Debian's packages put the programs. */
const programs = {
  chromium: ['/usr/bin/chromium', '/usr/bin/chromium-browser'],
  firefox: ['/usr/bin/firefox-esr'],
};
const packages = { chromium: 'chromium', firefox: 'firefox-esr' };
/** The first version that knows all that Playwright asks of it. */
const oldest: Record<keyof typeof programs, number> = { chromium: 120, firefox: 143 };
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

/** The number before the first point of what a program says of itself: 153 of `Mozilla Firefox 153.7.0esr`. */
export const majorOf = (said: string): number => Number(/\s(\d+)\./.exec(said)?.[1] ?? 0);

function isTooOld(browser: Browser): boolean {
  const program = programOf(browser);
  if (!program) return false;
  return majorOf(spawnSync(program, ['--version']).stdout.toString()) < oldest[browser];
}

/** A browser that can be driven and a font with Chinese letters; throws where they cannot be had. */
export function prepare(browser: Browser): void {
  // A machine may still hold what was new when it was made.
  if (isTooOld(browser)) installPackages([packages[browser]]);
  need(() => programOf(browser), [packages[browser]]);
  if (isTooOld(browser))
    throw new Missing(`${browser} must be of version ${oldest[browser]} or later`);
  prepareFont();
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackages, Missing, need } from '../packages.ts';

/** Chromium without all that only a window needs: a page takes less than half of the work. */
const shell = { program: '/usr/bin/chromium-headless-shell', package: 'chromium-headless-shell' };
/** Where Debian's packages put the programs. */
const programs = {
  chromium: [shell.program, '/usr/bin/chromium', '/usr/bin/chromium-browser'],
  firefox: ['/usr/bin/firefox-esr'],
};
const packageOf = (browser: Browser) =>
  programOf(browser) === shell.program
    ? shell.package
    : { chromium: 'chromium', firefox: 'firefox-esr' }[browser];
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
  if (browser === 'chromium') preferShell();
  // A machine may still hold what was new when it was made.
  if (isTooOld(browser)) installPackages([packageOf(browser)]);
  need(() => programOf(browser), [packageOf(browser)]);
  if (isTooOld(browser))
    throw new Missing(`${browser} must be of version ${oldest[browser]} or later`);
  prepareFont();
}

/** Older systems have no package of it; the whole browser shows the same there. */
function preferShell(): void {
  try {
    need(() => [shell.program].find(existsSync), [shell.package]);
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
  }
}

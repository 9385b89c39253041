import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackages, MissingPackageError, requireProgram } from './packages.ts';

/** Headless Chromium without features for windows only: halves the CPU time per page. */
const shell = { program: '/usr/bin/chromium-headless-shell', package: 'chromium-headless-shell' };
/** Paths of Debian's packages. */
const programs = {
  chromium: [shell.program, '/usr/bin/chromium', '/usr/bin/chromium-browser'],
  firefox: ['/usr/bin/firefox-esr'],
};
const getPackage = (browser: Browser) =>
  findProgram(browser) === shell.program
    ? shell.package
    : { chromium: 'chromium', firefox: 'firefox-esr' }[browser];
/** The first version that supports all features Playwright needs. */
const minimumVersions: Record<keyof typeof programs, number> = { chromium: 120, firefox: 143 };
const font = {
  file: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  package: 'fonts-noto-cjk',
};

export type Browser = keyof typeof programs;

export const findProgram = (browser: Browser): string | undefined =>
  programs[browser].find(existsSync);

export function prepareFont(): void {
  if (!existsSync(font.file)) installPackages([font.package]);
}

/** The major version in a program's output: 153 of `Mozilla Firefox 153.7.0esr`. */
export const parseMajor = (output: string): number => Number(/\s(\d+)\./.exec(output)?.[1] ?? 0);

function isTooOld(browser: Browser): boolean {
  const program = findProgram(browser);
  if (!program) return false;
  return parseMajor(spawnSync(program, ['--version']).stdout.toString()) < minimumVersions[browser];
}

/** A browser and a font with Chinese characters; throws if they cannot be installed. */
export function prepareBrowser(browser: Browser): void {
  if (browser === 'chromium') preferHeadlessShell();
  // The machine may have an outdated package.
  if (isTooOld(browser)) installPackages([getPackage(browser)]);
  requireProgram(() => findProgram(browser), [getPackage(browser)]);
  if (isTooOld(browser))
    throw new MissingPackageError(
      `${browser} must be of version ${minimumVersions[browser]} or later`,
    );
  prepareFont();
}

/** Older systems lack this package; the full browser renders the same there. */
function preferHeadlessShell(): void {
  try {
    requireProgram(() => [shell.program].find(existsSync), [shell.package]);
  } catch (error) {
    if (!(error instanceof MissingPackageError)) throw error;
  }
}

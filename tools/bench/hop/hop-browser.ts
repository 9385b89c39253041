import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { requireProgram } from '../../programs/packages.ts';
import { runInPage } from './hop-page.ts';
import { startReportServer } from './hop-reports.ts';

/** How long the mouse hovers over a link before the click; the browser starts prerendering after
 * 200 ms. */
const rest = 2500;
const account = { account: '13800000001', password: 'Learner2026' };
const screen = { width: 1280, height: 900 };

export interface Hop {
  /** Milliseconds until the first contentful paint, and until the video can be played. */
  frame: number;
  playable: number;
  isPrerendered: boolean;
}

/** Milliseconds from the click on the home page's link to the player to the player's first frame,
 * and until it can be played, with and without prerendering. A browser controlled by its debugging
 * port does not prerender, so this one is controlled by mouse events of the X server. */
export async function measureHops(
  executablePath: string,
  port: number,
  runs: number,
): Promise<{ prepared: Hop[]; plain: Hop[] }> {
  const findProgram = (name: string, from: string) =>
    requireProgram(() => [`/usr/bin/${name}`].find(existsSync), [from]);
  const mouse = findProgram('xdotool', 'xdotool');
  const { display, close } = await startScreen(findProgram('Xvfb', 'xvfb'));
  const folder = mkdtempSync(join(tmpdir(), 'cme-hop-'));
  try {
    const measureHop = (isPrepared: boolean) =>
      runInNewBrowser({ executablePath, port, display, mouse, folder, isPrepared });
    const prepared: Hop[] = [];
    const unprepared: Hop[] = [];
    for (let run = 0; run < runs; run += 1) {
      prepared.push(await measureHop(true));
      unprepared.push(await measureHop(false));
    }
    return { prepared, plain: unprepared };
  } finally {
    close();
    // Processes of the browser may still write for a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  }
}

/** A virtual display; the X server picks a free number and prints it. */
async function startScreen(program: string): Promise<{ display: string; close(): void }> {
  const server = spawn(
    program,
    ['-displayfd', '3', '-screen', '0', `${screen.width}x${screen.height}x24`, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const displayNumber = once(server.stdio[3] as NodeJS.ReadableStream, 'data') as Promise<[Buffer]>;
  const failed = once(server, 'exit').then(() => Promise.reject(new Error('Xvfb ended')));
  failed.catch(() => undefined);
  const [number] = await Promise.race([displayNumber, failed]);
  return { display: `:${number.toString().trim()}`, close: () => void server.kill() };
}

interface Visit {
  executablePath: string;
  port: number;
  display: string;
  mouse: string;
  folder: string;
  isPrepared: boolean;
}

/** One hop with a new profile and an empty cache. */
async function runInNewBrowser({
  executablePath,
  port,
  display,
  mouse,
  folder,
  isPrepared,
}: Visit): Promise<Hop> {
  const profile = mkdtempSync(join(folder, 'profile-'));
  const reports = await startReportServer();
  const extension = writeExtension(join(profile, 'extension'), reports.address);
  const environment = { ...process.env, DISPLAY: display };
  const runXdotool = (...args: (string | number)[]) =>
    spawnSync(mouse, args.map(String), { env: environment });
  const off = [
    'DisableLoadExtensionCommandLineSwitch',
    ...(isPrepared ? [] : ['Prerender2', 'PrefetchUseContentRefactor', 'SpeculationRulesPrefetch']),
  ];
  runXdotool('mousemove', 1, 1);
  const browser = spawn(
    executablePath,
    [
      '--no-sandbox',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--password-store=basic',
      '--force-device-scale-factor=1',
      `--user-data-dir=${profile}`,
      `--load-extension=${extension}`,
      `--disable-features=${off.join(',')}`,
      '--window-position=0,0',
      `--window-size=${screen.width},${screen.height}`,
      `http://cme.localhost:${port}/`,
    ],
    { env: environment, stdio: 'ignore' },
  );
  try {
    const { x, y } = await reports.next('link');
    if (isPrepared) {
      runXdotool('mousemove', x - 3, y);
      runXdotool('mousemove', x, y);
      await pause(rest);
    }
    runXdotool('mousemove', x, y, 'click', 1);
    const click = await reports.next('click');
    const frame = await reports.next('frame');
    const playable = await reports.next('playable');
    return {
      frame: frame.at - click.at,
      playable: playable.at - click.at,
      isPrerendered: frame.isPrerendered,
    };
  } finally {
    await stopBrowser(browser);
    reports.close();
  }
}

function writeExtension(folder: string, collector: string): string {
  mkdirSync(folder, { recursive: true });
  const manifest = {
    manifest_version: 3,
    name: 'hop',
    version: '1',
    content_scripts: [
      { matches: ['http://*.cme.localhost/*'], js: ['page.js'], run_at: 'document_start' },
    ],
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(
    join(folder, 'page.js'),
    `(${runInPage})(${JSON.stringify(collector)}, ${JSON.stringify(account)});`,
  );
  return folder;
}

async function stopBrowser(browser: ChildProcess): Promise<void> {
  if (browser.exitCode !== null || browser.signalCode !== null) return;
  const exited = once(browser, 'exit');
  const killTimer = setTimeout(() => browser.kill('SIGKILL'), 5000);
  browser.kill('SIGTERM');
  await exited;
  clearTimeout(killTimer);
}

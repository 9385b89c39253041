import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, prepareBrowser } from './programs/browsers.ts';
import { type Count, countOutcome, readReport, type Report } from './test/journeys.ts';
import { MissingPackageError, requireProgram } from './programs/packages.ts';
import { pageProjects, plainProjects, toProjectName } from './test/projects.ts';
import { readVitestOutcome } from './test/units.ts';
import { startPostgres, preparePostgres } from './programs/postgres.ts';

interface Part {
  name: string;
  /** Runs the journeys in this browser. */
  browser?: Browser;
  run(): Promise<Count>;
}

const root = join(import.meta.dirname, '..');
const results = join(root, '.cache/tests');

/** Runs a program of the workspace, forwards its output, and returns its exit code and output. */
function runCommand(
  name: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin', name), args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NX_TUI: 'false', ...environment },
    });
    let output = '';
    child.stdout.on('data', (part) => {
      output += part;
      process.stdout.write(part);
    });
    child.on('error', () => resolve({ code: 1, said: output }));
    child.on('close', (code) => resolve({ code: code ?? 1, said: output }));
    abortController.signal.addEventListener('abort', () => child.kill('SIGTERM'));
  });
}

/** A runner that fails without naming a test counts as one failure. */
const sumCounts = (counts: Count[], code: number): Count => {
  const total = counts.reduce(
    (all, count) => ({ passed: all.passed + count.passed, failed: all.failed + count.failed }),
    { passed: 0, failed: 0 },
  );
  return code !== 0 && total.failed === 0 ? { ...total, failed: 1 } : total;
};

function readVitestCount(file: string): Count {
  const { failed, ...count } = readVitestOutcome(file);
  lines.push(...failed.map((title) => `failed: ${title}`));
  return { ...count, failed: failed.length };
}

/** Runs targets through Nx, which skips unchanged ones and returns their cached report. */
async function runTargets(
  target: string,
  projects: string[],
  reports: string[],
  count: (file: string) => Count,
  environment = {},
): Promise<Count> {
  const files = reports.map((name) => join(results, `${name}.json`));
  for (const file of files) rmSync(file, { force: true });
  const { code } = await runCommand(
    'nx',
    ['run-many', '-t', target, `--projects=${projects.join(',')}`, '--output-style=static'],
    environment,
  );
  return sumCounts(files.map(count), code);
}

const units = [...[...plainProjects, ...pageProjects].map(toProjectName), 'tools'];
const builtProjects = ['portal', 'player', 'user-centre', 'commons-host'];

/** The whole suite runs on PostgreSQL, and tests of the embedded database here; all of them if
 * there is no PostgreSQL. */
function runOnEmbedded(): Promise<Count> {
  return isInstalled(preparePostgres)
    ? runTargets('test-embedded', ['api'], ['api-embedded'], readVitestCount)
    : runTargets('test', ['api'], ['api'], readVitestCount);
}

async function runOnPostgres(): Promise<Count> {
  const postgres = await startPostgres({ inMemory: true });
  try {
    return await runTargets('test-postgres', ['api'], ['api-postgres'], readVitestCount, {
      TEST_DATABASE_URL: postgres.url,
    });
  } finally {
    await postgres.stop();
  }
}

async function runCheck(): Promise<Count> {
  const { code, said } = await runCommand('node', ['tools/check.ts']);
  const counted = /(\d+) passed, (\d+) failed\s*$/.exec(said);
  return sumCounts(
    counted ? [{ passed: Number(counted[1]), failed: Number(counted[2]) }] : [],
    code,
  );
}

/** What cannot be installed fails the parts that need it. */
async function installSystemPackages(): Promise<Count> {
  await runCommand('node', ['tools/test/system-packages.ts']);
  return { passed: 0, failed: 0 };
}

async function buildProjects(): Promise<Count> {
  const { code } = await runCommand(
    'nx',
    ['run-many', '-t', 'build', `--projects=${builtProjects.join(',')}`, '--output-style=static'],
    { NODE_ENV: 'production' },
  );
  if (code === 0) process.env['SKIP_BUILD'] = '1';
  return sumCounts([], code);
}

let journeysRun: Promise<Report> | undefined;

/** Runs a Playwright target; a failure without a named journey counts as an error. */
async function runPlaywright(
  target: string,
  browsers: Browser[],
  environment: Record<string, string> = {},
): Promise<Report> {
  const file = join(results, `${target}.json`);
  rmSync(file, { force: true });
  const { code } = await runCommand(
    'nx',
    ['run-many', '-t', target, '--projects=e2e', '--output-style=static'],
    environment,
  );
  const report = readReport(file);
  const failed = browsers.reduce(
    (total, browser) => total + countOutcome(report, browser, false).failed,
    0,
  );
  return code !== 0 && failed === 0 ? { ...report, errors: ['ended badly'] } : report;
}

/** All browsers run in one invocation, against the same stack. */
function runJourneysOnce(): Promise<Report> {
  const browsers = rows
    .flat()
    .filter(isRequested)
    .flatMap(({ browser }) => browser ?? [])
    .filter((browser) => isInstalled(() => prepareBrowser(browser)));
  return runPlaywright('journeys', browsers, { JOURNEYS_IN: browsers.join(',') });
}

/** Whether the programs of a part are installed or can be installed. */
function isInstalled(ready: () => unknown): boolean {
  try {
    ready();
    return true;
  } catch (error) {
    if (error instanceof MissingPackageError) return false;
    throw error;
  }
}

function countResults(report: Report, browser: Browser, suite: string): Count {
  const {
    stumbled: flaky,
    lost: failed,
    ...count
  } = countOutcome(report, browser, Boolean(process.env.CI));
  for (const title of failed) lines.push(`failed ${suite}: ${title}`);
  for (const title of flaky) lines.push(`only at the second try ${suite}: ${title}`);
  return count;
}

async function runJourneys(browser: Browser): Promise<Count> {
  prepareBrowser(browser);
  return countResults(await (journeysRun ??= runJourneysOnce()), browser, `in ${browser}`);
}

/** Releases are created, switched and rolled back under load. */
async function runRollout(): Promise<Count> {
  prepareBrowser('chromium');
  return countResults(await runPlaywright('rollout', ['chromium']), 'chromium', 'of the rollout');
}

/** Two edges, two APIs and PostgreSQL, as in production. */
async function runBehindNginx(): Promise<Count> {
  prepareBrowser('chromium');
  requireProgram(() => ['/usr/sbin/nginx'].find(existsSync), ['nginx']);
  return countResults(
    await runPlaywright('behind-nginx', ['chromium']),
    'chromium',
    'behind nginx',
  );
}

/** Parts of one row run in parallel. One that often waits (for a build, a video, a switch) shares its
 * row with one that keeps the processor busy; the journeys in browsers already do both, and the
 * embedded database is busy all the time. */
const rows: Part[][] = [
  [
    { name: 'check', run: runCheck },
    { name: 'builds', run: buildProjects },
    { name: 'packages of the system', run: installSystemPackages },
  ],
  [
    { name: 'units and pages', run: () => runTargets('test', units, units, readVitestCount) },
    { name: 'behind nginx', run: runBehindNginx },
  ],
  [{ name: 'API on the embedded database', run: runOnEmbedded }],
  [
    { name: 'API on PostgreSQL', run: runOnPostgres },
    { name: 'rollout', run: runRollout },
  ],
  [{ name: 'journeys in Chromium', browser: 'chromium', run: () => runJourneys('chromium') }],
  [{ name: 'journeys in Firefox', browser: 'firefox', run: () => runJourneys('firefox') }],
];

const abortController = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    abortController.abort();
    process.exitCode = 130;
  });
}

const { positionals: requested } = parseArgs({ allowPositionals: true });
// The WebKit journeys have their own runner, which ends the process.
if (requested[0] === 'webkit') await import('./webkit.ts');
mkdirSync(results, { recursive: true });
const isRequested = ({ name }: Part) =>
  !requested.length || requested.some((word) => name.includes(word));
const lines: string[] = [];
let [passed, failed] = [0, 0];

async function runPart(part: Part): Promise<void> {
  console.log(`\n── ${part.name}`);
  const startedAt = Date.now();
  const count = await part.run().catch((error: unknown) => {
    lines.push(
      error instanceof MissingPackageError
        ? `could not run: ${part.name}: ${error.message}`
        : `broke off: ${part.name}: ${error}`,
    );
    return { passed: 0, failed: 1 };
  });
  passed += count.passed;
  failed += count.failed;
  lines.push(
    `${part.name}: ${count.passed} passed, ${count.failed} failed, ${Math.round((Date.now() - startedAt) / 1000)} s`,
  );
}

for (const row of rows) {
  if (abortController.signal.aborted) break;
  await Promise.all(row.filter(isRequested).map(runPart));
}
if (abortController.signal.aborted) failed += 1;
console.log(`\n${lines.join('\n')}\n${passed} passed, ${failed} failed`);
process.exitCode ||= failed ? 1 : 0;

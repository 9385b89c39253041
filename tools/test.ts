import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, prepare } from './test/browsers.ts';
import { type Count, outcomeOf, readReport, type Report } from './test/journeys.ts';
import { Missing, need } from './packages.ts';
import { outcomeOfVitest } from './test/units.ts';
import { openPostgres, preparePostgres } from './postgres.ts';

interface Part {
  name: string;
  /** Runs the journeys in this browser. */
  browser?: Browser;
  run(): Promise<Count>;
}

const root = join(import.meta.dirname, '..');
const results = join(root, '.cache/tests');

/** Runs a program of the workspace, forwards its output, and returns its exit code and output. */
function run(
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
    let said = '';
    child.stdout.on('data', (part) => {
      said += part;
      process.stdout.write(part);
    });
    child.on('error', () => resolve({ code: 1, said }));
    child.on('close', (code) => resolve({ code: code ?? 1, said }));
    ending.signal.addEventListener('abort', () => child.kill('SIGTERM'));
  });
}

/** A runner that fails without naming a test counts as one failure. */
const sum = (counts: Count[], code: number): Count => {
  const total = counts.reduce(
    (all, one) => ({ passed: all.passed + one.passed, failed: all.failed + one.failed }),
    { passed: 0, failed: 0 },
  );
  return code !== 0 && total.failed === 0 ? { ...total, failed: 1 } : total;
};

function ofVitest(file: string): Count {
  const { failed, ...count } = outcomeOfVitest(file);
  lines.push(...failed.map((title) => `failed: ${title}`));
  return { ...count, failed: failed.length };
}

/** Runs targets through Nx, which skips unchanged ones and returns their cached report. */
async function targets(
  target: string,
  projects: string[],
  reports: string[],
  count: (file: string) => Count,
  environment = {},
): Promise<Count> {
  const files = reports.map((name) => join(results, `${name}.json`));
  for (const file of files) rmSync(file, { force: true });
  const { code } = await run(
    'nx',
    ['run-many', '-t', target, `--projects=${projects.join(',')}`, '--output-style=static'],
    environment,
  );
  return sum(files.map(count), code);
}

const units = ['contract', 'commons', 'ui', 'portal', 'player', 'user-centre', 'edge', 'tools'];
const built = ['portal', 'player', 'user-centre', 'commons-host'];

/** The whole suite runs on PostgreSQL, and tests of the embedded database here; all of them if
 * there is no PostgreSQL. */
function onEmbedded(): Promise<Count> {
  return isThere(preparePostgres)
    ? targets('test-embedded', ['api'], ['api-embedded'], ofVitest)
    : targets('test', ['api'], ['api'], ofVitest);
}

async function onPostgres(): Promise<Count> {
  const postgres = await openPostgres();
  try {
    return await targets('test-postgres', ['api'], ['api-postgres'], ofVitest, {
      TEST_DATABASE_URL: postgres.url,
    });
  } finally {
    await postgres.stop();
  }
}

async function check(): Promise<Count> {
  const { code, said } = await run('node', ['tools/check.ts']);
  const counted = /(\d+) passed, (\d+) failed\s*$/.exec(said);
  return sum(counted ? [{ passed: Number(counted[1]), failed: Number(counted[2]) }] : [], code);
}

async function builds(): Promise<Count> {
  const { code } = await run(
    'nx',
    ['run-many', '-t', 'build', `--projects=${built.join(',')}`, '--output-style=static'],
    { NODE_ENV: 'production' },
  );
  if (code === 0) process.env['SKIP_BUILD'] = '1';
  return sum([], code);
}

let walked: Promise<Report> | undefined;

/** Runs a Playwright target; a failure without a named journey counts as an error. */
async function walk(
  target: string,
  browsers: Browser[],
  environment: Record<string, string> = {},
): Promise<Report> {
  const file = join(results, `${target}.json`);
  rmSync(file, { force: true });
  const { code } = await run(
    'nx',
    ['run-many', '-t', target, '--projects=e2e', '--output-style=static'],
    environment,
  );
  const report = readReport(file);
  const failed = browsers.reduce(
    (total, browser) => total + outcomeOf(report, browser, false).failed,
    0,
  );
  return code !== 0 && failed === 0 ? { ...report, errors: ['ended badly'] } : report;
}

/** All browsers run in one invocation, against the same stack. */
function walkTogether(): Promise<Report> {
  const browsers = rows
    .flat()
    .filter(isAsked)
    .flatMap(({ browser }) => browser ?? [])
    .filter((browser) => isThere(() => prepare(browser)));
  return walk('journeys', browsers, { JOURNEYS_IN: browsers.join(',') });
}

/** Whether the programs of a part are installed or can be installed. */
function isThere(ready: () => unknown): boolean {
  try {
    ready();
    return true;
  } catch (error) {
    if (error instanceof Missing) return false;
    throw error;
  }
}

function counted(report: Report, browser: Browser, where: string): Count {
  const { stumbled, lost, ...count } = outcomeOf(report, browser, Boolean(process.env.CI));
  for (const title of lost) lines.push(`failed ${where}: ${title}`);
  for (const title of stumbled) lines.push(`only at the second try ${where}: ${title}`);
  return count;
}

async function journeys(browser: Browser): Promise<Count> {
  prepare(browser);
  return counted(await (walked ??= walkTogether()), browser, `in ${browser}`);
}

/** Releases are created, switched and rolled back under load. */
async function rollout(): Promise<Count> {
  prepare('chromium');
  return counted(await walk('rollout', ['chromium']), 'chromium', 'of the rollout');
}

/** Two edges, two APIs and PostgreSQL, as in production. */
async function behindNginx(): Promise<Count> {
  prepare('chromium');
  need(() => ['/usr/sbin/nginx'].find(existsSync), ['nginx']);
  return counted(await walk('behind-nginx', ['chromium']), 'chromium', 'behind nginx');
}

/** Parts of one row run in parallel: the journeys of its last one mostly wait. */
const rows: Part[][] = [
  [{ name: 'check', run: check }],
  [{ name: 'units and pages', run: () => targets('test', units, units, ofVitest) }],
  [{ name: 'API on the embedded database', run: onEmbedded }],
  [{ name: 'API on PostgreSQL', run: onPostgres }],
  [{ name: 'builds', run: builds }],
  [{ name: 'journeys in Chromium', browser: 'chromium', run: () => journeys('chromium') }],
  [{ name: 'journeys in Firefox', browser: 'firefox', run: () => journeys('firefox') }],
  [
    { name: 'rollout', run: rollout },
    { name: 'behind nginx', run: behindNginx },
  ],
];

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    ending.abort();
    process.exitCode = 130;
  });
}

// The WebKit journeys have their own runner, which ends the process.
if (process.argv[2] === 'webkit') await import('./webkit.ts');
mkdirSync(results, { recursive: true });
const asked = process.argv.slice(2);
const isAsked = ({ name }: Part) => !asked.length || asked.some((word) => name.includes(word));
const lines: string[] = [];
let [passed, failed] = [0, 0];

async function show(part: Part): Promise<void> {
  console.log(`\n── ${part.name}`);
  const began = Date.now();
  const count = await part.run().catch((error: unknown) => {
    lines.push(
      error instanceof Missing
        ? `could not run: ${part.name}: ${error.message}`
        : `broke off: ${part.name}: ${error}`,
    );
    return { passed: 0, failed: 1 };
  });
  passed += count.passed;
  failed += count.failed;
  lines.push(
    `${part.name}: ${count.passed} passed, ${count.failed} failed, ${Math.round((Date.now() - began) / 1000)} s`,
  );
}

for (const row of rows) {
  if (ending.signal.aborted) break;
  await Promise.all(row.filter(isAsked).map(show));
}
if (ending.signal.aborted) failed += 1;
console.log(`\n${lines.join('\n')}\n${passed} passed, ${failed} failed`);
process.exitCode ||= failed ? 1 : 0;

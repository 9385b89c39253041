// Runs on any Node without dependencies: installs the packages of the lock file, then runs a tool
// with the pinned Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { help } from './help.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const marker = join(modules, '.installed');
const node = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const tools = {
  start: 'start',
  dev: 'dev',
  test: 'test',
  check: 'check',
  rollout: 'rollout',
  bench: 'bench',
  staff: 'staff',
  crash: 'crash',
  races: 'races',
  pack: 'pack',
  lock: 'check/complete-lock',
  contract: 'contract/update',
};

const readJson = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));

function stop(line, code = 1) {
  console.error(line);
  process.exit(code);
}

/** Runs a program with inherited stdio, forwards signals, and resolves with its exit code. */
function run(program, args, environment = process.env) {
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: environment,
    shell: process.platform === 'win32',
  });
  // A terminal sends Ctrl-C to the whole process group; forwarding it too would interrupt a clean
  // shutdown.
  const forwardSignal = (signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forwardSignal);
  return new Promise((resolve) => {
    child.on('error', (error) => stop(`${program} does not start: ${error.message}`));
    child.on('exit', (code, signal) => {
      for (const name of signals) process.off(name, forwardSignal);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

const digestLockFile = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/** npm's own list of installed packages; packages of other platforms may be missing from it. */
function holdsLock() {
  if (!existsSync(join(modules, '.package-lock.json'))) return false;
  const installed = readJson('node_modules', '.package-lock.json').packages;
  const isSamePackage = (a, b) =>
    a && a.version === b.version && (!a.integrity || !b.integrity || a.integrity === b.integrity);
  return Object.entries(readJson('package-lock.json').packages).every(
    ([path, entry]) => path === '' || entry.optional || isSamePackage(installed[path], entry),
  );
}

/** Packages that npm puts into a workspace's own folder, next to another version at the top. */
const holdsOwnPackages = () =>
  Object.entries(readJson('package-lock.json').packages).every(
    ([path, entry]) =>
      path.startsWith('node_modules/') ||
      !path.includes('/node_modules/') ||
      entry.optional ||
      existsSync(join(root, path)),
  );

function isInstalled() {
  const hash = digestLockFile();
  if (!holdsOwnPackages()) return false;
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return true;
  if (!holdsLock()) return false;
  writeFileSync(marker, hash);
  return true;
}

const countPackages = (folder) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')).length : 0;

async function install() {
  console.log('Installing packages …');
  const startedAt = Date.now();
  const progress = setInterval(
    () =>
      console.log(
        `  ${Math.round((Date.now() - startedAt) / 1000)} s, ${countPackages(modules)} folders`,
      ),
    10_000,
  );
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const code = await run(npm[0], [
    ...npm.slice(1),
    'ci',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  clearInterval(progress);
  if (code !== 0)
    stop(
      'npm ci failed. After a change of dependencies run "npm install" and then "npm run lock".',
      code,
    );
  mkdirSync(modules, { recursive: true });
  writeFileSync(marker, digestLockFile());
  console.log(`Packages installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

/** If install scripts are disabled, the package "node" contains no program, and tools would run on
 * the system's Node. */
function checkNode() {
  const wantedVersion = readJson('package.json').devDependencies.node;
  const foundVersion = spawnSync(node, ['-p', 'process.versions.node'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const version = foundVersion.stdout?.trim() || 'none';
  if (version !== wantedVersion)
    stop(
      `Node ${wantedVersion} is needed in node_modules/.bin, found ${version}. Delete node_modules and run "npm ci" with install scripts allowed.`,
    );
}

const [name, ...args] = process.argv.slice(2);
if (!Object.hasOwn(tools, name ?? ''))
  stop(`Unknown tool ${name ?? ''}. Known: ${Object.keys(tools).join(', ')}.`);
if (['--help', '-h'].includes(args[0]) && Object.hasOwn(help, name)) {
  console.log(help[name]);
  process.exit(0);
}
if (!isInstalled()) await install();
checkNode();
const environment = {
  ...process.env,
  PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH}`,
  // Without the compile cache, compiling modules takes a third of a short command's time.
  NODE_COMPILE_CACHE: join(root, '.cache/node'),
};
process.exit(await run(node, [join(root, 'tools', `${tools[name]}.ts`), ...args], environment));

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeContract } from '@cme/area-build/describe-contract';
import { everyCall } from '@cme/contract/every-call';
import { findApiOrderFaults } from './check/api-order.ts';
import { findBoundFaults } from './check/bounds.ts';
import { findCircleFaults } from './check/circles.ts';
import { findContractFaults } from './check/contract.ts';
import { findGraphFaults, readGraph } from './check/graph.ts';
import { findImportFaults } from './check/imports.ts';
import { findLockFaults } from './check/lock.ts';
import { findShapeFaults, findVersionFaults } from './check/shape.ts';
import { type Fault, readTree } from './check/tree.ts';
import { readLock } from './check/complete-lock.ts';
import { readReleased } from './contract/schemas.ts';

const root = join(import.meta.dirname, '..');

/** Runs a program of the workspace and captures its output. */
function runProgram(name: string, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin', name), args, { cwd: root });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => (output += part));
    child.on('error', (error) => resolve(String(error)));
    child.on('close', (code) =>
      resolve(code === 0 ? '' : output.trim() || `${name} ended with ${code}`),
    );
  });
}

const formatFaults = (faults: Fault[]) => faults.map(({ at, text }) => `${at}  ${text}`).join('\n');

const { values } = parseArgs({ options: { format: { type: 'boolean' } } });
if (values.format) await runProgram('oxfmt', ['.']);
const tree = readTree(root);
const parts: [string, () => Promise<string> | string][] = [
  ['types', () => runProgram('tsc', ['-p', '.', '--pretty', 'false'])],
  ['lint', () => runProgram('oxlint', ['--deny-warnings', '--format=unix'])],
  ['format', () => runProgram('oxfmt', ['--check', '.'])],
  ['unused files and exports', () => runProgram('knip', ['--no-progress', '--no-config-hints'])],
  ['imports', () => formatFaults(findImportFaults(tree))],
  ['order of the API', () => formatFaults(findApiOrderFaults(tree))],
  ['folder circles', () => formatFaults(findCircleFaults(tree))],
  ['shape', () => formatFaults([...findShapeFaults(tree), ...findVersionFaults(tree)])],
  ['lock file', () => formatFaults(findLockFaults(readLock(), tree))],
  [
    'migrations',
    () => runProgram('node', ['apps/api/src/platform/database/make-migration.ts', '--check']),
  ],
  ['project graph', () => formatFaults(findGraphFaults(readGraph(root), tree))],
  [
    'contract',
    () =>
      formatFaults([
        ...findContractFaults(readReleased(), describeContract(everyCall)),
        ...findBoundFaults(describeContract(everyCall)),
      ]),
  ],
];

const results = await Promise.all(
  parts.map(async ([name, part]) => [name, await Promise.resolve(part()).catch(String)] as const),
);
let failed = 0;
for (const [name, output] of results) {
  console.log(`${output ? '✗' : '✓'} ${name}`);
  if (!output) continue;
  failed += 1;
  console.log(output.replace(/^/gm, '    '));
}
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import * as contract from '@cme/contract';
import { apiOrderFaults } from './check/api-order.ts';
import { boundFaults } from './check/bounds.ts';
import { contractFaults } from './check/contract.ts';
import { graphFaults, readGraph } from './check/graph.ts';
import { importFaults } from './check/imports.ts';
import { lockFaults } from './check/lock.ts';
import { shapeFaults, versionFaults } from './check/shape.ts';
import { type Fault, readTree } from './check/tree.ts';
import { readLock } from './check/complete-lock.ts';
import { describeContract, readReleased } from './contract/schemas.ts';

const root = join(import.meta.dirname, '..');

/** Runs a program of the workspace and captures its output. */
function program(name: string, args: string[]): Promise<string> {
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

const lines = (faults: Fault[]) => faults.map(({ at, text }) => `${at}  ${text}`).join('\n');

if (process.argv.includes('--format')) await program('oxfmt', ['.']);
const tree = readTree(root);
const parts: [string, () => Promise<string> | string][] = [
  ['types', () => program('tsc', ['-p', '.', '--pretty', 'false'])],
  ['lint', () => program('oxlint', ['--deny-warnings', '--format=unix'])],
  ['format', () => program('oxfmt', ['--check', '.'])],
  ['imports', () => lines(importFaults(tree))],
  ['order of the API', () => lines(apiOrderFaults(tree))],
  ['shape', () => lines([...shapeFaults(tree), ...versionFaults(tree)])],
  ['lock file', () => lines(lockFaults(readLock(), tree))],
  ['project graph', () => lines(graphFaults(readGraph(root), tree))],
  [
    'contract',
    () =>
      lines([
        ...contractFaults(readReleased(), describeContract(contract)),
        ...boundFaults(describeContract(contract)),
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

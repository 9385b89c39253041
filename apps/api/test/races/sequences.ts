import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Race } from './race.ts';

const root = join(import.meta.dirname, '../../../..');
const property = 'apps/api/src/payment/pay/sequence.test.ts';
const beside = 2;

/** The property that the unit tests check a few times, on this PostgreSQL. */
async function tryProperty(databaseUrl: string, runs: number): Promise<string[]> {
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '-c',
      'tools/vitest.config.ts',
      '--project',
      'api',
      property,
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        TEST_DATABASE_URL: databaseUrl,
        TEST_SEQUENCES: String(runs),
        NO_COLOR: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return code === 0
    ? []
    : `${err}\n${out}`
        .split('\n')
        .filter((line) => /Property failed|Counterexample|seed|Error/.test(line))
        .slice(0, 6)
        .concat(`ended with ${code}`);
}

export const anyOrder: Race = {
  what: 'payments, closings, deliveries and refunds told in random order',
  rounds: 10_000,
  run: async ({ databaseUrl }, rounds) => ({
    wrong: (
      await Promise.all(
        Array.from({ length: beside }, () => tryProperty(databaseUrl, Math.ceil(rounds / beside))),
      )
    ).flat(),
  }),
};

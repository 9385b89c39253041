import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Contract, describeContract } from '@cme/area-build/describe-contract';
import { callsByRoom } from '@cme/contract/every-call';

const releasedFolder = join(import.meta.dirname, 'released');

/** The contract as last released: one file a room. */
export function readReleased(): Contract {
  const files = existsSync(releasedFolder) ? readdirSync(releasedFolder) : [];
  return Object.assign(
    {},
    ...files.map((name) => JSON.parse(readFileSync(join(releasedFolder, name), 'utf8'))),
  ) as Contract;
}

/** A line a call, so that a change shows as the call it touches. */
export function writeReleased(): void {
  mkdirSync(releasedFolder, { recursive: true });
  for (const [room, calls] of Object.entries(callsByRoom)) {
    const lines = Object.entries(describeContract(calls)).map((call) =>
      call.map((part) => JSON.stringify(part)).join(': '),
    );
    writeFileSync(join(releasedFolder, `${room}.json`), `{\n${lines.join(',\n')}\n}\n`);
  }
}

const isSource = (name: string) => name.endsWith('.ts') && !name.endsWith('.test.ts');

/** Location of the declaration of a call: `libs/contract/src/site/site.ts:12`. */
export function findLocation(
  path: string,
  folder = join(import.meta.dirname, '../../libs/contract/src'),
): string {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isSource)) {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    const line = lines.findIndex((text) => text.includes(`'${path}'`));
    if (line >= 0) return `libs/contract/src/${name}:${line + 1}`;
  }
  return 'libs/contract/src';
}

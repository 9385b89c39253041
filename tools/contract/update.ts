import { parseArgs } from 'node:util';
import { describeContract } from '@cme/area-build/describe-contract';
import { everyCall } from '@cme/contract/every-call';
import { findBreaks } from './compare.ts';
import { printDiff } from './diff.ts';
import { readReleased, writeReleased } from './schemas.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { breaking: { type: 'boolean' }, json: { type: 'boolean', default: false } },
});
const [word] = positionals;
if (word === 'diff') process.exit(await printDiff(process.env, values.json));
if (word !== undefined) {
  console.error(`Unknown command "${word}"; see "npm run contract -- --help".`);
  process.exit(2);
}

const now = describeContract(everyCall);
const lines = findBreaks(readReleased(), now).map((line) => `${line.path}: ${line.text}`);
for (const line of lines) console.log(`breaking change: ${line}`);
if (lines.length && !values.breaking) {
  console.error(
    'Not written. A change of meaning needs a new call; "npm run contract -- --breaking" accepts breaking changes.',
  );
  process.exit(1);
}
writeReleased();
console.log(`${Object.keys(now).length} calls written to tools/contract/released.`);

import { existsSync, writeFileSync } from 'node:fs';
import * as contract from '@cme/contract';
import { findBreaks } from './compare.ts';
import { printDiff } from './diff.ts';
import { describeContract, readReleased, releasedFile } from './schemas.ts';

const [word] = process.argv.slice(2).filter((item) => !item.startsWith('--'));
if (word === 'diff') process.exit(await printDiff(process.env, process.argv.includes('--json')));
if (word !== undefined) {
  console.error(`Unknown command "${word}"; see "npm run contract -- --help".`);
  process.exit(2);
}

const now = describeContract(contract);
const lines = existsSync(releasedFile)
  ? findBreaks(readReleased(), now).map((line) => `${line.path}: ${line.text}`)
  : [];
for (const line of lines) console.log(`breaking change: ${line}`);
if (lines.length && !process.argv.includes('--breaking')) {
  console.error(
    'Not written. A change of meaning needs a new call; "npm run contract -- --breaking" accepts breaking changes.',
  );
  process.exit(1);
}
// One field of a body or an answer a line; lists of names on the line that they belong to.
const text = JSON.stringify(now, null, 1)
  .replace(/\n( {5,}| {4}(?=[}\]]))/g, '')
  .replace(/\n {4}(?="[^"\n]*",?\n)/g, '')
  .replace(/\n {3}(?=\])/g, '');
writeFileSync(releasedFile, `${text}\n`);
console.log(`${Object.keys(now).length} calls written to tools/contract/released.json.`);

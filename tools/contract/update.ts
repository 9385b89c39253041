import { existsSync, writeFileSync } from 'node:fs';
import * as contract from '@cme/contract';
import { broken } from './compare.ts';
import { describeContract, readReleased, releasedFile } from './schemas.ts';

const now = describeContract(contract);
const lines = existsSync(releasedFile)
  ? broken(readReleased(), now).map((line) => `${line.path}: ${line.text}`)
  : [];
for (const line of lines) console.log(`breaks the last release: ${line}`);
if (lines.length && !process.argv.includes('--breaking')) {
  console.error(
    'Not written. A change of meaning is a new call; "npm run contract -- --breaking" accepts it all the same.',
  );
  process.exit(1);
}
writeFileSync(releasedFile, `${JSON.stringify(now, null, 1)}\n`);
console.log(`${Object.keys(now).length} calls written to tools/contract/released.json.`);

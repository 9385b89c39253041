import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packLibraries } from './pack/libraries.ts';

const root = join(import.meta.dirname, '..');
const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('Name the folder for the packages: npm run pack -- <folder>');
  process.exit(2);
}
const target = resolve(root, folder);
mkdirSync(target, { recursive: true });
for (const file of packLibraries(root, target)) console.log(join(target, file));

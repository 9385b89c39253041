/** Draws all images of the sample content: `node tools/media/draw.ts`. */
import { fileURLToPath } from 'node:url';
import { writeArt } from './art.ts';
import { writeCovers } from './covers.ts';
import { writeShares } from './shares.ts';

const folder = fileURLToPath(new URL('../../apps/api/media/static', import.meta.url));
writeCovers(`${folder}/covers`);
writeArt(folder);
await writeShares(folder);
process.stdout.write(`drawn into ${folder}\n`);

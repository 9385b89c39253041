// Kills the API again and again while people use it, or restarts it as a release does:
// npm run crash -- <run> [times] [minutes at most]
import { argv } from 'node:process';

const suite = argv[2] === 'restart' ? 'restart' : 'main';
await import(`../apps/api/test/crash/${suite}.ts`);

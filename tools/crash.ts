// Kills the API again and again while people use it: npm run crash -- <run> [times] [minutes at most]
import '../apps/api/test/crash/main.ts';

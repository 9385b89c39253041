// Concurrency tests against two real APIs: npm run races -- [row …] [--rounds N]
import '../apps/api/test/races/main.ts';

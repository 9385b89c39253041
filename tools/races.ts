// Concurrency tests against two real APIs: npm run races -- [row …] [--rounds N]
import '@cme/api/races';

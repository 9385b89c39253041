// Many do the same at once, against two real APIs: npm run races -- [row …] [--rounds N]
import '../apps/api/test/races/main.ts';

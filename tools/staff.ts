// Staff commands: npm run staff -- <subject> <decision> …
import { argv, env } from 'node:process';
import { runStaffCommand } from '@cme/api/staff';

process.exitCode = await runStaffCommand(argv.slice(2), env);

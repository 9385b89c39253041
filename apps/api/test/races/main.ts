// Repeated concurrent operations against two real APIs on a separate PostgreSQL: npm run races --
// [row …] [--rounds N]
import { argv, exit } from 'node:process';
import { parseArgs } from 'node:util';
import { unbalanced } from '../pay/balance.ts';
import { lastChance, oneSubmission } from './attempts.ts';
import { lastOne } from './cards.ts';
import { oneCertificate } from './certificates.ts';
import { timeIsOver } from './deadlines.ts';
import { otherDevice } from './devices.ts';
import { endings } from './endings.ts';
import { illGateway } from './gateway.ts';
import { openEnvironment } from './environment.ts';
import { forgedNotice, sameNotice } from './notices.ts';
import { findSameRequest } from './orders.ts';
import { runWithinQueue, type Race } from './race.ts';
import { lastSeats } from './seats.ts';
import { anyOrder } from './sequences.ts';
import { walking } from './walking.ts';

/** By the row number in the list of failure modes. */
const races: Record<string, Race> = {
  P1: sameNotice,
  P2: anyOrder,
  P3: forgedNotice,
  P8: findSameRequest,
  P9: endings,
  P10: lastOne,
  P10S: lastSeats,
  P11: illGateway,
  L9: oneCertificate,
  X2: otherDevice,
  X3: oneSubmission,
  X4: timeIsOver,
  X6: walking,
  X11: lastChance,
};
/** Timeout of a row, and interval of its progress lines, in milliseconds. */
const longest = 30 * 60_000;
const every = 15_000;
/** Maximum number of violations printed per row. */
const limit = 8;

const { values, positionals } = parseArgs({
  args: argv.slice(2),
  options: { rounds: { type: 'string' } },
  allowPositionals: true,
});
const asked = positionals.length > 0 ? positionals : Object.keys(races);
if (asked.some((name) => !races[name]) || !(Number(values.rounds ?? 1) > 0)) {
  console.error(`npm run races -- [${Object.keys(races).join(' ')}] [--rounds N]`);
  exit(2);
}

const number = (value: number) => value.toLocaleString('en');
let failed = 0;
for (const name of asked) {
  const race = races[name]!;
  const wanted = Number(values.rounds ?? race.rounds);
  console.log(`${name.padEnd(4)}starts, ${number(wanted)} rounds`);
  const environment = await openEnvironment();
  const began = performance.now();
  const before = environment.calls();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  const log = (line: string) => console.log(`    ${seconds()} s: ${line}`);
  const counting = setInterval(() => log(`${number(environment.calls() - before)} calls`), every);
  try {
    const {
      wrong,
      note,
      rounds = wanted,
    } = await runWithinQueue(longest, race.run(environment, wanted, log)).catch(
      (fault: unknown) => ({
        wrong: [`broke off: ${fault}`],
        note: '',
        rounds: 0,
      }),
    );
    // After every row: money, orders and access are consistent.
    wrong.push(...(await unbalanced(environment.context.db)).map((item) => `P12: ${item}`));
    failed += wrong.length;
    console.log(
      `${name.padEnd(4)}${race.what}: ${number(rounds)} rounds, ${number(environment.calls() - before)} calls, ${number(wrong.length)} wrong, ${seconds()} s${note ? ` (${note})` : ''}`,
    );
    for (const line of wrong.slice(0, limit)) console.log(`    ${line}`);
  } finally {
    clearInterval(counting);
    await environment.close();
  }
}
exit(failed === 0 ? 0 : 1);

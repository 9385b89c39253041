import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../src/database/database.ts';
import type { Api } from './api.ts';
import type { Scenario } from './scenario.ts';
import type { Trap } from './proxy/trap.ts';

/** What a round of kills works with. */
export interface Round {
  api: Api;
  db: Db;
  scenario: Scenario;
  times: number;
  /** Ends it early, with what was done until then. */
  stopping: AbortSignal;
  /** Takes what was found wrong after so many kills. */
  report(at: number, wrong: string[]): void;
}

/** Milliseconds that the API lives between being ready and being killed: at least and at most. */
const life = [300, 3000] as const;
/** Milliseconds within which somebody comes to any point. */
const patience = 15_000;
/** So many kills between two rests: what is always killed at its first step gets nowhere, and
 * that is no fault. */
const killsPerRest = 10;
/** So many connections are cut between two looks. */
const cutsPerLook = 25;

/** Kills at any moment; answers how long each start took. */
export async function killAtRandom({
  api,
  db,
  scenario,
  times,
  stopping,
  report,
}: Round): Promise<number[]> {
  const starts: number[] = [];
  for (let at = 1; at <= times && !stopping.aborted; at += 1) {
    await pause(life[0] + Math.random() * (life[1] - life[0]));
    report(at, died(api));
    await api.kill();
    report(at, await scenario.check(db, api.before));
    starts.push(await api.start());
  }
  return starts;
}

/** Kills whenever somebody stands at the point whose turn it is. */
export async function killAtPoints(
  { api, db, scenario, times, stopping, report }: Round,
  trap: Trap,
): Promise<number[]> {
  const starts: number[] = [];
  for (let at = 1; at <= times && !stopping.aborted; at += 1) {
    const { caught } = trap.next();
    await Promise.race([caught, pause(patience)]);
    report(at, died(api));
    await api.kill();
    trap.spring();
    const [start, wrong] = await Promise.all([api.start(), scenario.check(db, api.before)]);
    report(at, wrong);
    starts.push(start);
    if (at % killsPerRest === 0) report(at, (await scenario.rest?.(db)) ?? []);
  }
  return starts;
}

/** Cuts the connection of whoever comes to the point whose turn it is; the API goes on and is
 * never started again. */
export async function cutAtPoints(
  { api, db, scenario, times, stopping, report }: Round,
  trap: Trap,
): Promise<number[]> {
  for (let at = 1; at <= times && !stopping.aborted; at += 1) {
    const { caught } = trap.next();
    await Promise.race([caught, pause(patience)]);
    trap.spring();
    report(at, died(api));
    if (at % cutsPerLook === 0) report(at, await scenario.check(db, api.before));
  }
  return [];
}

const died = (api: Api): string[] => [api.died() ?? ''].filter(Boolean);

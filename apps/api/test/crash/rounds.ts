import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../src/platform/database/database.ts';
import type { Api } from './api.ts';
import type { Scenario } from './scenario.ts';
import type { Trap } from './proxy/trap.ts';

/** Context of a round of kills. */
export interface Round {
  api: Api;
  db: Db;
  scenario: Scenario;
  times: number;
  /** Ends it early with the result so far. */
  stopping: AbortSignal;
  /** Reports violations after this many kills. */
  report(index: number, wrong: string[]): void;
}

/** Minimum and maximum milliseconds between the start of the API and its kill. */
const life = [300, 3000] as const;
/** Milliseconds within which every point is reached. */
const timeoutMs = 15_000;
/** Kills between two pauses: an operation that is always killed at its first step cannot finish,
 * which is no fault. */
const killsPerPause = 10;
/** Connections cut between two checks. */
const cutsPerLook = 25;

/** Kills at random moments; returns the start times. */
export async function killAtRandom({
  api,
  db,
  scenario,
  times,
  stopping,
  report,
}: Round): Promise<number[]> {
  const starts: number[] = [];
  for (let index = 1; index <= times && !stopping.aborted; index += 1) {
    await pause(life[0] + Math.random() * (life[1] - life[0]));
    report(index, died(api));
    await api.kill();
    report(index, await scenario.check(db, api.before));
    starts.push(await api.start());
  }
  return starts;
}

/** Kills whenever an operation reaches the current point. */
export async function killAtPoints(
  { api, db, scenario, times, stopping, report }: Round,
  trap: Trap,
): Promise<number[]> {
  const starts: number[] = [];
  for (let index = 1; index <= times && !stopping.aborted; index += 1) {
    const { caught } = trap.next();
    await Promise.race([caught, pause(timeoutMs)]);
    report(index, died(api));
    await api.kill();
    trap.spring();
    const [start, wrong] = await Promise.all([api.start(), scenario.check(db, api.before)]);
    report(index, wrong);
    starts.push(start);
    if (index % killsPerPause === 0) report(index, (await scenario.rest?.(db)) ?? []);
  }
  return starts;
}

/** Breaks the connection of the operation that reaches the current point; the API keeps running. */
export async function cutAtPoints(
  { api, db, scenario, times, stopping, report }: Round,
  trap: Trap,
): Promise<number[]> {
  for (let index = 1; index <= times && !stopping.aborted; index += 1) {
    const { caught } = trap.next();
    await Promise.race([caught, pause(timeoutMs)]);
    trap.spring();
    report(index, died(api));
    if (index % cutsPerLook === 0) report(index, await scenario.check(db, api.before));
  }
  return [];
}

const died = (api: Api): string[] => [api.died() ?? ''].filter(Boolean);

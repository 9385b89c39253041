import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { applications, RolloutState, rolloutToken } from '@cme/contract/site/rollout';
import { rollout as table, rolloutEvent } from '../../src/site/rollout/rollout.tables.ts';
import type { Scenario } from './scenario.ts';

const edges = 3;
const rest = 20;

/** The releases of one switch: seeing two of different switches means seeing a partial switch. */
const toReleaseId = (area: string, turn: number) =>
  createHash('sha256').update(`${area} ${turn}`).digest('hex').slice(0, 12);
const createBuilds = (turn: number) =>
  Object.fromEntries(applications.map((area) => [area, toReleaseId(area, turn)]));

/** All areas are switched together while edges follow: no edge sees a partial switch, acknowledged
 * switches are kept, and each is logged once per area. */
export function rollout(): Scenario {
  let base = '';
  let token = { start: '', edge: '' };
  let asked = 0;
  let acknowledged = 0;
  const wrong = new Set<string>();
  const count = { switches: 0, cut: 0, told: 0 };

  async function callRollout(path: string, body: object, as: 'start' | 'edge') {
    const answer = await fetch(`${base}/internal/rollout/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token[as]}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
    return RolloutState.parse(await answer.json());
  }

  function findTurn({ areas }: Pick<RolloutState, 'areas'>, who: string): number {
    for (let turn = asked; turn > 0; turn -= 1)
      if (areas['portal']?.stable === toReleaseId('portal', turn)) {
        const mixed = applications.filter(
          (area) => areas[area]?.stable !== toReleaseId(area, turn),
        );
        if (mixed.length > 0) wrong.add(`${who} has half of switch ${turn}: not ${mixed.join()}`);
        return turn;
      }
    return 0;
  }

  async function switchOn(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      asked += 1;
      try {
        await callRollout('built', { builds: createBuilds(asked) }, 'start');
        acknowledged = asked;
        count.switches += 1;
        await pause(rest);
      } catch {
        count.cut += 1;
        await pause(rest);
      }
    }
  }

  async function follow(edge: string, stopped: AbortSignal): Promise<void> {
    let [revision, last] = [-1, 0];
    while (!stopped.aborted) {
      try {
        const state = await callRollout('follow', { edge, revision, refused: [] }, 'edge');
        if (state.revision < revision) wrong.add(`${edge} went back to ${state.revision}`);
        const turn = findTurn(state, edge);
        if (turn < last) wrong.add(`${edge} was told of switch ${turn} after ${last}`);
        [revision, last] = [state.revision, turn];
        count.told += 1;
      } catch {
        await pause(rest);
      }
    }
  }

  return {
    async prepare({ settings }) {
      const secret = new Uint8Array(settings.secret);
      token = {
        start: await rolloutToken(secret, 'start'),
        edge: await rolloutToken(secret, 'edge'),
      };
    },
    async begin(_, address) {
      base = address;
    },
    async work(_, stopped) {
      const names = Array.from({ length: edges }, (__, index) => `edge-${index + 1}`);
      await Promise.all([switchOn(stopped), ...names.map((name) => follow(name, stopped))]);
    },
    async check(db) {
      const heard = acknowledged;
      const [row] = await db.select().from(table);
      const found = [...wrong];
      wrong.clear();
      if (!row) return [...found, ...(heard > 0 ? ['the state is gone'] : [])];
      const turn = findTurn(row, 'the database');
      if (turn < heard) found.push(`switch ${heard} was acknowledged, ${turn} is stored`);
      const events = await db.select({ revision: rolloutEvent.revision }).from(rolloutEvent);
      const each = new Map<number, number>();
      for (const { revision } of events) each.set(revision, (each.get(revision) ?? 0) + 1);
      const odd = [...each].filter(([, times]) => times !== applications.length);
      if (odd.length > 0) found.push(`switches with a partial record: ${odd.length}`);
      if (each.size !== row.revision) found.push(`${row.revision} switches, ${each.size} recorded`);
      return [...found, ...wrong];
    },
    figures: () => ({ ...count }),
  };
}

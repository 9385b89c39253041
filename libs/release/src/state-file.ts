import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { RolloutState } from '@cme/contract/site/rollout';

/** The last known state, for a start without the API. */
export function readStateFile(file: string): RolloutState | undefined {
  try {
    return RolloutState.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Written atomically by rename. */
export function writeStateFile(file: string, state: RolloutState): void {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, JSON.stringify(state), { mode: 0o600 });
  renameSync(temporary, file);
}

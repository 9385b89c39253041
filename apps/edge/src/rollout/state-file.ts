import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { RolloutState } from '@cme/contract/site/rollout';

/** The last state that was heard, for a start while the API is away. */
export function readStateFile(file: string): RolloutState | undefined {
  try {
    return RolloutState.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** In one rename: a reader finds the old state or the new one. */
export function writeStateFile(file: string, state: RolloutState): void {
  const half = `${file}.${process.pid}`;
  writeFileSync(half, JSON.stringify(state), { mode: 0o600 });
  renameSync(half, file);
}

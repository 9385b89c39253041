import { describe, expect, it } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { logState, readStates, readStateTimes, system } from './state-log.store.ts';

const api = await startApiForFile();

describe('the log of states', () => {
  it('keeps the order of changes within a millisecond', async () => {
    const at = new Date();
    const states = ['draft', 'submitted', 'returned', 'submitted', 'unit_passed', 'approved'];
    let from = '';
    for (const to of states) {
      await logState(api.db, { entity: 'declare', entity_id: 'one', from, to, at, ...system });
      from = to;
    }
    expect((await readStates(api.db, 'declare', 'one')).map(({ to }) => to)).toEqual(states);
    expect((await readStateTimes(api.db, 'declare', 'one')).map(({ to }) => to)).toEqual(states);
  });
});

import { describe, expect, it } from 'vitest';
import { around, openTrap, type Step } from './trap.ts';

const pay: Step = {
  name: 'paying',
  text: /^update "order"/,
  after: [/^select .* for update/],
  without: /^insert/,
};
const begun = ['begin', 'select 1 for update'];
const passing = (text: string, before: string[] = begun) => ({ text, before, rows: 1 });

describe('a trap', () => {
  it('visits one point after the other, least visited first', () => {
    const trap = openTrap([...around(pay), { name: 'heard' }]);
    const names = Array.from({ length: 4 }, () => trap.next().point.name);
    expect(names).toEqual(['before paying', 'after paying', 'heard', 'before paying']);
  });

  it('identifies a statement by the previous ones of its transaction', () => {
    const trap = openTrap(around(pay));
    trap.next();
    expect(trap.asked(passing('update "order"', ['begin']))).toBe('go');
    expect(trap.asked(passing('update "order"', [...begun, 'insert']))).toBe('go');
    expect(trap.answered(passing('update "order"'))).toBe('go');
    expect(trap.asked(passing('update "order"'))).toBe('stay');
  });

  it('catches every connection until the API is killed, and counts them', async () => {
    const trap = openTrap(around(pay));
    const { caught } = trap.next();
    const verdicts = [1, 2, 3].map(() => trap.asked(passing('update "order"')));
    await caught;
    trap.spring();
    expect(verdicts).toEqual(['stay', 'stay', 'stay']);
    expect(trap.asked(passing('update "order"'))).toBe('go');
    expect(trap.visits()).toEqual([
      { name: 'before paying', times: 1, handlings: 3 },
      { name: 'after paying', times: 0, handlings: 0 },
    ]);
  });

  it('breaks only one connection', () => {
    const trap = openTrap(around(pay).map((point) => ({ ...point, verdict: () => 5 })));
    trap.next();
    expect([1, 2].map(() => trap.asked(passing('update "order"')))).toEqual([5, 'go']);
  });

  it('breaks connections by application name, and resets when the API is gone', async () => {
    const trap = openTrap([{ name: 'heard' }]);
    expect(trap.isAt('heard')).toBe(false);
    const { caught } = trap.next();
    expect([trap.isAt('sent'), trap.isAt('heard')]).toEqual([false, true]);
    await caught;
    const gone = trap.gone();
    trap.spring();
    await gone;
    expect(trap.visits()).toEqual([{ name: 'heard', times: 1, handlings: 1 }]);
  });
});

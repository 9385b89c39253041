import { describe, expect, it } from 'vitest';
import { Usage } from '../../apps/api/src/commands/command.ts';
import { areaOf, given, minutesOf, mostOf, percentOf, releaseOf, siteOf } from './arguments.ts';

const stored = ['3f2a00000000', '3f2b00000000'];
const wrong: [string, () => unknown, string][] = [
  ['an unknown option', () => given(['status', '--wach']), '没有选项 --wach'],
  ['an option without its value', () => given(['start', '--to']), '缺少值的选项 --to'],
  ['a switch with a value', () => given(['start', '--yes=no']), '不带值的选项 --yes'],
  ['an unknown area', () => areaOf('playr'), 'playr'],
  ['no area', () => areaOf(undefined), 'portal、player'],
  ['a share beyond all', () => percentOf('101%'), '101%'],
  ['half a share', () => percentOf('2.5%'), '2.5%'],
  ['a time without a unit', () => minutesOf('30'), '30m、2h、1d'],
  ['no time at all', () => minutesOf('0m'), '0m'],
  ['more than a week', () => minutesOf('8d'), '8d'],
  ['an address instead of a domain', () => siteOf('http://hospital.localhost:8080'), 'http://'],
  ['a beginning of two releases', () => releaseOf('3f2', stored, 'player'), '3f2b00000000'],
  ['a release that is not there', () => releaseOf('aaaaaaaaaaaa', stored, 'player'), 'player 没有'],
  ['what is no release', () => releaseOf('latest', stored, 'player'), 'latest'],
  ['too long a history', () => mostOf('501'), '501'],
];

describe('the arguments of the rollout tool', () => {
  it.each(wrong)('are rejected with a reason: %s', (_what, read, told) => {
    expect(read).toThrow(Usage);
    expect(read).toThrow(told);
    expect(read).toThrow(/[\u4e00-\u9fff]/);
  });

  it('are parsed', () => {
    expect([percentOf('10'), percentOf('10%')]).toEqual([10, 10]);
    expect(['30m', '2h', '1d', '7d'].map(minutesOf)).toEqual([30, 120, 1440, 10_080]);
    expect(releaseOf('3F2A', stored, 'player')).toBe('3f2a00000000');
    expect(siteOf('Hospital.localhost')).toBe('hospital.localhost');
  });
});

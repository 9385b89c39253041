import { describe, expect, it } from 'vitest';
import { UsageError } from '@cme/api/staff/command';
import {
  expectAccepted,
  parseArea,
  parseArguments,
  parseMinutes,
  parseLimit,
  parsePercent,
  findRelease,
  parseSite,
} from './arguments.ts';

const stored = ['3f2a00000000', '3f2b00000000'];
/** Parses a whole command line. */
const readLine = (line: string) => {
  const { values, positionals } = parseArguments(line.split(' '));
  const [command = '', ...words] = positionals;
  expectAccepted(command, words, values);
};

const invalidArguments: [string, () => unknown, string][] = [
  [
    'an unknown command',
    () => readLine('releese player'),
    '可用：status、release、mount、unmount、plan',
  ],
  ['a name that objects have', () => readLine('constructor'), '没有命令 “constructor”'],
  ['an unknown option', () => parseArguments(['status', '--wach']), '没有选项 --wach'],
  ['an option without its value', () => parseArguments(['start', '--to']), '缺少值的选项 --to'],
  ['a switch with a value', () => parseArguments(['start', '--yes=no']), '不带值的选项 --yes'],
  ['a second area', () => readLine('status portal player'), 'status 不接受 “player”'],
  ['a word after a command without one', () => readLine('prune player --yes'), '“player”'],
  ['a third word', () => readLine('lock player a b'), 'lock 不接受 “b”'],
  ['a domain where none counts', () => readLine('status --site hospital.localhost'), '--site'],
  ['a share for a build', () => readLine('release player --to 5%'), 'release 不接受 --to'],
  ['a share for a tester', () => readLine('tester player --to 5%'), 'tester 不接受 --to'],
  ['a share for a pause', () => readLine('pause player --to 5%'), 'pause 不接受 --to'],
  ['a plan that acts', () => readLine('plan player 3f2a --yes'), 'plan 不接受 --yes'],
  ['an unknown area', () => parseArea('playr'), 'playr'],
  ['no area', () => parseArea(undefined), 'portal、player'],
  ['a share beyond all', () => parsePercent('101%'), '101%'],
  ['half a share', () => parsePercent('2.5%'), '2.5%'],
  ['a time without a unit', () => parseMinutes('30'), '30m、2h、1d'],
  ['no time at all', () => parseMinutes('0m'), '0m'],
  ['more than a week', () => parseMinutes('8d'), '8d'],
  ['an address instead of a domain', () => parseSite('http://hospital.localhost:8080'), 'http://'],
  ['a beginning of two releases', () => findRelease('3f2', stored, 'player'), '3f2b00000000'],
  [
    'a release that is not there',
    () => findRelease('aaaaaaaaaaaa', stored, 'player'),
    'player 没有',
  ],
  ['a beginning of none', () => findRelease('abc', stored, 'player'), '没有以 abc 开头的版本'],
  ['one of none at all', () => findRelease('abc', [], 'player'), '请先用 release 生成'],
  ['what is no release', () => findRelease('latest', stored, 'player'), 'latest'],
  ['too long a history', () => parseLimit('501'), '501'],
];

describe('the arguments of the rollout tool', () => {
  it.each(invalidArguments)('are rejected with a reason: %s', (_description, read, message) => {
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
    expect(read).toThrow(/[\u4e00-\u9fff]/);
  });

  it.each([
    'status player --watch --json',
    'release player portal',
    'plan player 3f2a --site hospital.localhost --to 5%',
    'start player 3f2a --to 10% --for 2h --yes',
    'promote player --to 50% --for 1d --force --reason 试用 --json',
    'rollback player 3f2a --reason 试用 --yes',
    'lock player 试用 --site hospital.localhost',
    'history player --most 5',
    'prune --yes',
    'doctor --json',
  ])('are accepted: %s', (line) => {
    expect(() => readLine(line)).not.toThrow();
  });

  it('are parsed', () => {
    expect(parseArguments(['-h']).values).toEqual({ help: true });
    expect([parsePercent('10'), parsePercent('10%')]).toEqual([10, 10]);
    expect(['30m', '2h', '1d', '7d'].map(parseMinutes)).toEqual([30, 120, 1440, 10_080]);
    expect(findRelease('3F2A', stored, 'player')).toBe('3f2a00000000');
    expect(parseSite('Hospital.localhost')).toBe('hospital.localhost');
  });
});

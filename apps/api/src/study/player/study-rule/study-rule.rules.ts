import { ledger } from '../../learning/progress/ledger.rules.ts';

/** Study rules of one play. */
export interface StudyRules {
  allow_seek: 'Y' | 'N';
  max_rate: number;
  checks: 'Y' | 'N';
  daily_cap_minutes: number;
  play_kick_mode: 'kick_previous' | 'reject_current';
  allow_pip: 'Y' | 'N';
}
export type StudySwitch = keyof StudyRules;

/** A row of settings; null falls back to the next wider row. */
export type SwitchRow = { [Name in StudySwitch]: StudyRules[Name] | null };

/** Defaults without any row. */
export const toDefaultRules = (
  row: Pick<StudyRules, 'max_rate' | 'play_kick_mode'>,
): StudyRules => ({
  allow_seek: 'N',
  checks: 'Y',
  daily_cap_minutes: ledger.dailyCap / 60_000,
  allow_pip: 'N',
  ...row,
});

/** The course's row overrides the site's, which overrides the defaults. */
export function mergeRules(
  ofCourse: SwitchRow | undefined,
  ofSite: SwitchRow | undefined,
  otherwise: StudyRules,
): StudyRules {
  const pick = <Name extends StudySwitch>(name: Name): StudyRules[Name] =>
    ofCourse?.[name] ?? ofSite?.[name] ?? otherwise[name];
  return {
    allow_seek: pick('allow_seek'),
    max_rate: pick('max_rate'),
    checks: pick('checks'),
    daily_cap_minutes: pick('daily_cap_minutes'),
    play_kick_mode: pick('play_kick_mode'),
    allow_pip: pick('allow_pip'),
  };
}

const parseChoice =
  <Value extends string>(...values: Value[]) =>
  (text: string): Value | undefined =>
    values.find((value) => value === text);
const between = (low: number, high: number, isWhole: boolean) => (text: string) => {
  const value = /^\d{1,4}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
  return value >= low && value <= high && (!isWhole || Number.isInteger(value)) ? value : undefined;
};

/** Parser of each setting; undefined for invalid input. */
export const switches: {
  [Name in StudySwitch]: { about: string; read: (text: string) => StudyRules[Name] | undefined };
} = {
  allow_seek: { about: '首次学习可拖动 Y/N', read: parseChoice('Y', 'N') },
  max_rate: { about: '首次学习最高倍速 0.5–2', read: between(0.5, 2, false) },
  checks: { about: '学习确认 Y/N', read: parseChoice('Y', 'N') },
  daily_cap_minutes: { about: '每日计时上限（分钟）30–1440', read: between(30, 1440, true) },
  play_kick_mode: {
    about: '第二处播放 kick_previous/reject_current',
    read: parseChoice('kick_previous', 'reject_current'),
  },
  allow_pip: { about: '画中画 Y/N', read: parseChoice('Y', 'N') },
};

export const isSwitch = (name: string): name is StudySwitch => Object.hasOwn(switches, name);

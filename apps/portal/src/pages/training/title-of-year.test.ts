import { expect, it } from 'vitest';
import { titleOfYear } from './title-of-year.ts';

it.each([
  ['2025年乡村医生专项培训', '2026-03-01 08:30:00', '2026年乡村医生专项培训'],
  ['乡村医生专项培训', '2025-03-01 08:30:00', '2025年乡村医生专项培训'],
  ['2025年乡村医生专项培训', undefined, '乡村医生专项培训'],
])('the training %s with a class of %s is titled %s', (title, start_at, shown) =>
  expect(titleOfYear(title, start_at === undefined ? undefined : { start_at })).toBe(shown),
);

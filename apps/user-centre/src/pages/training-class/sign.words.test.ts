import { expect, it } from 'vitest';
import { signWords } from './sign.words.ts';

it('a lesson is labelled by its day, its time and its title', () => {
  expect(signWords.lessonOf('2026-11-23-1658', '学员见面会')).toBe('2026-11-23 16:58 学员见面会');
});

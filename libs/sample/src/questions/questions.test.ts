import { expect, test } from 'vitest';
import { banks } from './questions.ts';
import type { SampleQuestion } from './shape.ts';

type Flat = Omit<SampleQuestion, 'point' | 'difficulty'>;

const flat: Flat[] = banks.flatMap(({ questions }) =>
  questions.flatMap<Flat>((question) =>
    question.type === 'A34'
      ? question.parts.map((part, index) => ({
          ...part,
          no: `${question.no}-${index + 1}`,
          type: 'A1' as const,
          point: question.point,
        }))
      : [question],
  ),
);

test('the bank contains at least two hundred questions of every kind', () => {
  expect(flat.length).toBeGreaterThanOrEqual(200);
  const types = banks.flatMap(({ questions }) => questions.map(({ type }) => type));
  expect([...new Set(types)].toSorted()).toEqual(['A1', 'A2', 'A34', 'FB', 'J', 'SA', 'X']);
});

test('numbers and question texts are unique', () => {
  expect(new Set(flat.map(({ no }) => no)).size).toBe(flat.length);
  const alone = banks.flatMap(({ questions }) => questions.map(({ stem }) => stem));
  expect(new Set(alone).size).toBe(alone.length);
});

test('every question has an answer that its options allow, and an explanation', () => {
  expect(flat.filter((question) => !isSound(question)).map(({ no }) => no)).toEqual([]);
});

function isSound({ type, stem, explain, answer, options = [], accepted }: Flat): boolean {
  if (stem.trim().length < 4 || explain.trim().length < 4) return false;
  if (type === 'J') return /^[YN]$/.test(answer);
  if (type === 'FB') return stem.split('____').length - 1 === accepted?.length;
  if (type === 'SA') return answer.length > 10;
  const isOffered = [...answer].every((letter) => letter.charCodeAt(0) - 65 < options.length);
  return (
    isOffered &&
    new Set(options).size === options.length &&
    (type === 'X' ? answer.length > 1 : answer.length === 1)
  );
}

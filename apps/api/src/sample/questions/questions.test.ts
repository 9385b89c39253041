import { expect, test } from 'vitest';
import { banks } from './questions.ts';

const flat = banks.flatMap(({ questions }) => questions.flatMap((question) =>
  question.type === 'A34' ? question.parts.map((part, at) => ({ ...part, no: `${question.no}-${at + 1}`, type: 'A1' as const, point: question.point })) : [question]));

test('the bank holds at least two hundred questions of every kind', () => {
  expect(flat.length).toBeGreaterThanOrEqual(200);
  const types = banks.flatMap(({ questions }) => questions.map(({ type }) => type));
  expect([...new Set(types)].toSorted()).toEqual(['A1', 'A2', 'A34', 'J', 'SA', 'X']);
});

test('every number and every stem is there once', () => {
  expect(new Set(flat.map(({ no }) => no)).size).toBe(flat.length);
  const alone = banks.flatMap(({ questions }) => questions.map(({ stem }) => stem));
  expect(new Set(alone).size).toBe(alone.length);
});

test.each(flat.map((question) => [question.no, question] as const))('%s has an answer that its options allow', (_, question) => {
  expect(question.stem.trim().length).toBeGreaterThan(5);
  expect(question.explain.trim().length).toBeGreaterThan(3);
  if (question.type === 'J') expect(question.answer).toMatch(/^[YN]$/);
  else if (question.type === 'SA') expect(question.answer.length).toBeGreaterThan(10);
  else {
    const letters = [...question.answer];
    expect(new Set(question.options).size).toBe(question.options!.length);
    expect(letters.every((letter) => letter.charCodeAt(0) - 65 < question.options!.length)).toBe(true);
    if (question.type === 'X') expect(letters.length).toBeGreaterThan(1);
    else expect(letters.length).toBe(1);
  }
});

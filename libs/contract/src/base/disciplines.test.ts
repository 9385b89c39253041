import { expect, it } from 'vitest';
import { type Discipline, disciplineCode, disciplinePath, disciplines } from './disciplines.ts';

const flatten = (list: readonly Discipline[]): Discipline[] =>
  list.flatMap((item) => [item, ...flatten(item.parts)]);

it('every code is unique and maps back to its names', () => {
  const codes = flatten(disciplines).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) {
    const path = disciplinePath(code);
    expect(path.at(-1)?.code).toBe(code);
    expect(disciplineCode(path.map(({ name }) => name))).toBe(code);
  }
});

it.each([
  [['临床内科学', '心血管病学', '高血压'], '030101'],
  [['护理学', '护理学习包'], '14'],
  [['临床内科学', '心血管病学', '心律失常'], '0301'],
  [['占星学'], ''],
  [[], ''],
])('%j has the code %j', (names, code) => expect(disciplineCode(names)).toBe(code));

it.each(['99', '0399', '030199'])('no discipline has the code %s', (code) =>
  expect(disciplinePath(code)).toEqual([]),
);

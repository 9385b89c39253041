import { expect, test } from 'vitest';
import { createFormCache } from './body.ts';

test('a form that was parsed before comes from the cache, and is frozen', () => {
  const forms = createFormCache();
  const form = forms('page=1&keyword=%E6%8A%A4%E7%90%86');
  expect(form).toEqual({ page: '1', keyword: '护理' });
  expect(forms('page=1&keyword=%E6%8A%A4%E7%90%86')).toBe(form);
  expect(forms('page=1&keyword=护理')).not.toBe(form);
  expect(Object.isFrozen(form)).toBe(true);
});

test('a form that was refused is refused again', () => {
  const forms = createFormCache();
  for (const _ of [1, 2]) expect(() => forms('page=1&page=2')).toThrow('提交的内容无法识别');
});

test('only the latest few hundred short forms are cached', () => {
  const forms = createFormCache();
  const [first, second] = [forms('page=1'), forms('page=2')];
  for (let page = 3; page <= 501; page += 1) forms(`page=${page}`);
  expect(forms('page=2')).toBe(second);
  expect(forms('page=1')).not.toBe(first);
  const long = `keyword=${'a'.repeat(1000)}`;
  expect(forms(long)).not.toBe(forms(long));
});

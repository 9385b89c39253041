import { expect, it } from 'vitest';
import { pageNumbers, parsePage } from './page-numbers.ts';

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 9, [1, 2, undefined, 9]],
  [3, 9, [1, 2, 3, 4, undefined, 9]],
  [4, 9, [1, 2, 3, 4, 5, undefined, 9]],
  [5, 9, [1, undefined, 4, 5, 6, undefined, 9]],
  [6, 9, [1, undefined, 5, 6, 7, 8, 9]],
  [9, 9, [1, undefined, 8, 9]],
])('page %d of %d renders %j', (page, last, shown) =>
  expect(pageNumbers(page, last)).toEqual(shown),
);

it.each([
  ['page=3', 3],
  ['', 1],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=2.9', 2],
  ['page=next', 1],
  ['page=1e9', 10_000],
])('an address with “%s” asks for page %d', (search, page) => {
  expect(parsePage(new URLSearchParams(search))).toBe(page);
});

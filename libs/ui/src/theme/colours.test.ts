import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getContrast, createShades } from './colours.ts';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
])('the contrast of %s on %s is %d', (one, other, ratio) =>
  expect(getContrast(one, other)).toBeCloseTo(ratio, 1),
);

it('keeps a primary colour that is readable as it is', () =>
  expect(createShades('#0F6B66')[6]).toBe('#0f6b66'));

it('makes white text readable on the primary colour of any site', () => {
  fc.assert(
    fc.property(colour, (primary) => {
      expect(getContrast(createShades(primary)[6], '#ffffff')).toBeGreaterThanOrEqual(4.45);
    }),
  );
});

it('shades run from light to dark', () => {
  fc.assert(
    fc.property(colour, (primary) => {
      const steps = createShades(primary).map((shade) => getContrast(shade, '#ffffff'));
      expect(steps).toEqual([...steps].sort((a, b) => a - b));
    }),
  );
});

it('falls back to the default colour for an invalid one', () =>
  expect(createShades('teal; }')).toEqual(createShades('#0f6b66')));

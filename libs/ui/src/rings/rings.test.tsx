import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CreditRing } from './credit-ring.tsx';
import { formatFigure, type RingData, toRatio } from './ring-parts.tsx';
import { YearRings } from './year-rings.tsx';

/** The arcs that are drawn, with the share of the circle that each covers. */
function readArcs(container: HTMLElement) {
  const arcs = [...container.querySelectorAll('.ring-pending, .ring-got')];
  return arcs.map((arc) => {
    const [length = 0, whole = 1] = (arc.getAttribute('stroke-dasharray') ?? '')
      .split(' ')
      .map(Number);
    return [arc.getAttribute('class'), Math.round((length / whole) * 100)];
  });
}
const showRing = (ring: Partial<RingData>) =>
  render(<CreditRing kind="credits" got={0} need={25} {...ring} />).container;

describe('the ring of a year', () => {
  it.each([
    [{ got: 0 }, []],
    [{ got: 5 }, [['ring-got', 20]]],
    [
      { got: 5, pending: 10 },
      [
        ['ring-pending', 40],
        ['ring-got', 20],
      ],
    ],
    [
      { got: 20, pending: 10 },
      [
        ['ring-pending', 20],
        ['ring-got', 80],
      ],
    ],
    [{ got: 30, pending: 5 }, [['ring-got', 100]]],
  ])('with %j draws %j percent', (ring, arcs) => expect(readArcs(showRing(ring))).toEqual(arcs));

  it.each([
    [{ got: 24.99 }, 'false'],
    [{ got: 25 }, 'true'],
  ])('with %j is reached: %s', (ring, isReached) => {
    expect(showRing(ring).querySelector('figure')).toHaveAttribute('data-reached', isReached);
  });

  it('can be called otherwise than by its kind', () => {
    showRing({ got: 3, label: '公需学时' });
    expect(screen.getByRole('img', { name: '公需学时：已获 3，应修 25，还差 22' })).toBeVisible();
  });

  it('shows long figures smaller', () => {
    expect(showRing({ got: 123.45, need: 200 }).querySelector('[data-long="true"]')).not.toBeNull();
  });
});

describe('the rings of a year', () => {
  const rings: RingData[] = [
    { kind: 'credits', got: 10, need: 25, pending: 4 },
    { kind: 'hours', got: 90, need: 90 },
  ];
  const getRows = (container: HTMLElement) =>
    [...container.querySelectorAll('dl > div')].map(({ textContent }) => textContent);

  it('say next to them what is missing and what is under review', () => {
    const { container } = render(<YearRings year={2026} rings={rings} />);
    expect(getRows(container)).toEqual(['学分10 / 25还差 15审核中 4', '学时90 / 90已达标']);
  });

  it('leave what is missing to the text around them, but not what is reached', () => {
    const { container } = render(<YearRings isQuiet year={2026} rings={rings} />);
    expect(getRows(container)).toEqual(['学分10 / 25审核中 4', '学时90 / 90已达标']);
  });

  it('are one picture, so that nobody hears the figures twice', () => {
    render(<YearRings year={2026} rings={rings} />);
    expect(screen.getAllByRole('img')).toHaveLength(1);
    expect(within(document.body).queryByRole('term')).toBeNull();
  });
});

it.each([
  [1, 4, 0.25],
  [5, 4, 1],
  [-1, 4, 0],
  [3, 0, 0],
])('%d of %d is the share %d', (part, whole, share) => expect(toRatio(part, whole)).toBe(share));

it.each([
  [2.555, '2.56'],
  [-3, '0'],
  [0.1 + 0.2, '0.3'],
])('the figure %d is written %s', (value, words) => expect(formatFigure(value)).toBe(words));

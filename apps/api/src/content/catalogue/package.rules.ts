/** Whether a content of this type consists of courses: a package (P) or a class (X). */
export const isBundle = (type: string): boolean => type === 'P' || type === 'X';

/** Distributes `total` in proportion to `weights` in whole fen so that the parts add up: the
 * largest remainders get the remaining fen, ties in order. Without weights the parts are equal. */
export function splitInProportion(total: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return [];
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0)
    return splitInProportion(
      total,
      weights.map(() => 1),
    );
  const exact = weights.map((weight) => ({
    floor: Number((BigInt(total) * BigInt(weight)) / BigInt(sum)),
    rest: Number((BigInt(total) * BigInt(weight)) % BigInt(sum)),
  }));
  let left = total - exact.reduce((total, { floor }) => total + floor, 0);
  const shares = exact.map(({ floor }) => floor);
  for (const { index } of exact
    .map(({ rest }, index) => ({ rest, index }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index)) {
    if (left === 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    left -= 1;
  }
  return shares;
}

/** The price of a package for a person who owns some of its courses: their shares are deducted. */
export function packagePrice(
  priceFen: number,
  courses: readonly { content_id: string; price_fen: number }[],
  owned: ReadonlySet<string>,
): { saved_fen: number; pay_fen: number } {
  const shares = splitInProportion(
    priceFen,
    courses.map(({ price_fen }) => price_fen),
  );
  const saved_fen = courses.reduce(
    (saved, { content_id }, index) => saved + (owned.has(content_id) ? (shares[index] ?? 0) : 0),
    0,
  );
  return { saved_fen, pay_fen: priceFen - saved_fen };
}

/** The state of a package from the states of its courses: completed if all are, started if one is.
 * Courses not joined count as not started. */
export function packageStanding(
  courses: readonly ({ learn_status: string; progress: number } | undefined)[],
): { learn_status: string; progress: number } {
  const progress =
    courses.length === 0
      ? 0
      : Math.floor(
          courses.reduce((sum, course) => sum + (course?.progress ?? 0), 0) / courses.length,
        );
  const all = (status: string) =>
    courses.length > 0 && courses.every((course) => course?.learn_status === status);
  if (all('completed')) return { learn_status: 'completed', progress };
  if (
    courses.length > 0 &&
    courses.every((course) => course && ['completed', 'expired'].includes(course.learn_status))
  )
    return { learn_status: 'expired', progress };
  return {
    learn_status: courses.some((course) => course && course.learn_status !== 'enrolled')
      ? 'studying'
      : 'enrolled',
    progress,
  };
}

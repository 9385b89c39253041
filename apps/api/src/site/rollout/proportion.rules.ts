/** One-sided 95 %. */
const z = 1.645;

/** Lower bound of a proportion (Wilson), which accounts for small samples. */
export const getLowerBound = (part: number, total: number): number =>
  total <= 0 ? 0 : computeMiddle(part, total) - computeSpread(part, total);

/** Upper bound of a proportion (Wilson); 1 without a sample. */
export const getUpperBound = (part: number, total: number): number =>
  total <= 0 ? 1 : computeMiddle(part, total) + computeSpread(part, total);

const computeMiddle = (part: number, total: number): number =>
  (Math.min(part / total, 1) + (z * z) / (2 * total)) / (1 + (z * z) / total);

function computeSpread(part: number, total: number): number {
  const share = Math.min(part / total, 1);
  return (
    (z * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total))) /
    (1 + (z * z) / total)
  );
}

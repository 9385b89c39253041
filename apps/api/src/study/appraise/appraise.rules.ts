import { appraiseScales, type AppraiseScale } from '@cme/contract/study';

export type Scores = Record<AppraiseScale, number>;

export const scaleNames = appraiseScales.map(({ name }) => name);

const roundToTenth = (value: number) => Math.round(value * 10) / 10;

/** Mean of a review's four scales, with one decimal. */
export const computeScore = (scores: Scores): number =>
  roundToTenth(scaleNames.reduce((sum, name) => sum + scores[name], 0) / scaleNames.length);

/** The whole star in the distribution of reviews. */
export const computeStar = (scores: Scores): number => Math.round(computeScore(scores));

/** Mean of each scale over `count` reviews; 0 without any. */
export function getMeans(sums: Scores, count: number): Scores {
  const getMean = (name: AppraiseScale) => (count === 0 ? 0 : roundToTenth(sums[name] / count));
  return {
    useful: getMean('useful'),
    concise: getMean('concise'),
    logical: getMean('logical'),
    design: getMean('design'),
  };
}

/** Mean of all scales over `count` reviews; 0 without any. */
export const computeAverage = (sums: Scores, count: number): number =>
  count === 0
    ? 0
    : roundToTenth(
        scaleNames.reduce((sum, name) => sum + sums[name], 0) / (count * scaleNames.length),
      );

/** Other people see only the family name: 李**. */
export const shortName = (name: string): string => `${[...name][0] ?? '学'}**`;

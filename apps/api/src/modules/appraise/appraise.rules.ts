import { appraiseScales, type AppraiseScale } from '@cme/contract';

export type Scores = Record<AppraiseScale, number>;

export const scaleNames = appraiseScales.map(({ name }) => name);

const oneDecimal = (value: number) => Math.round(value * 10) / 10;

/** Mean of an appraisal's four scales, one place. */
export const scoreOf = (scores: Scores): number =>
  oneDecimal(scaleNames.reduce((sum, name) => sum + scores[name], 0) / scaleNames.length);

/** The whole star that an appraisal counts as in the distribution. */
export const starOf = (scores: Scores): number => Math.round(scoreOf(scores));

/** Mean of each scale over `count` appraisals; 0 without any. */
export function meansOf(sums: Scores, count: number): Scores {
  const mean = (name: AppraiseScale) => (count === 0 ? 0 : oneDecimal(sums[name] / count));
  return {
    useful: mean('useful'),
    concise: mean('concise'),
    logical: mean('logical'),
    design: mean('design'),
  };
}

/** Mean of all scales over `count` appraisals; 0 without any. */
export const averageOf = (sums: Scores, count: number): number =>
  count === 0
    ? 0
    : oneDecimal(
        scaleNames.reduce((sum, name) => sum + sums[name], 0) / (count * scaleNames.length),
      );

/** Others see the family name only: 李**. */
export const shortName = (name: string): string => `${[...name][0] ?? '学'}**`;

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Sorts slow files first, because a slow last file delays the end. Uses vitest's timings of
 * earlier runs, or file size on a fresh machine. */
const longestFiles = [
  'http/any-body',
  'transcode/transcode',
  'pay/sequence',
  'http/access',
  'database/older-api',
  'src/main',
  'database/migrations',
  'http/body',
  'http/isolation',
  'check/hostile',
];
const getRank = ({ moduleId }: TestSpecification) => {
  const rank = longestFiles.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
  return rank === -1 ? longestFiles.length : rank;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => getRank(a) - getRank(b));
  }
}

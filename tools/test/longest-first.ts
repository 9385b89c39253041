import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Sorts slow files first, because a slow last file delays the end. Uses vitest's timings of
 * earlier runs, or file size on a fresh machine. */
const long = [
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
const placeOf = ({ moduleId }: TestSpecification) => {
  const place = long.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
  return place === -1 ? long.length : place;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCircleFaults } from './circles.ts';

const findFaults = (files: Record<string, string>) =>
  findCircleFaults({
    sources: Object.entries(files).map(([path, text]) => ({ path, text })),
    manifests: {},
    top: [],
  });

const api = (files: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`apps/api/src/study/${path}`, text]),
  );

describe('folders that import each other in a circle', () => {
  it('a folder may import another that does not import it', () => {
    const files = {
      'exam/exam.routes.ts': `import { a } from './paper/paper.rules.ts';`,
      'exam/paper/paper.rules.ts': `import { b } from './draw.rules.ts';`,
    };
    expect(findFaults(api(files))).toEqual([]);
  });

  it('a circle is reported with the imports that hold it', () => {
    const files = {
      'exam/exam.routes.ts': `import { a } from './paper/paper.rules.ts';`,
      'exam/paper/paper.rules.ts': `\nimport { b } from '../exam.store.ts';`,
    };
    expect(findFaults(api(files))).toEqual([
      {
        at: 'apps/api/src/study/exam',
        text:
          'imports itself in a circle: ' +
          'apps/api/src/study/exam/paper (apps/api/src/study/exam/exam.routes.ts:1) → ' +
          'apps/api/src/study/exam (apps/api/src/study/exam/paper/paper.rules.ts:2)',
      },
    ]);
  });

  it.each([
    ['a type', `import type { B } from '../live/live.rules.ts';`],
    ['a re-export', `export { b } from '../live/live.rules.ts';`],
    ['an export of everything', `export * from '../live/live.rules.ts';`],
    ['a dynamic import', `export const load = () => import('../live/live.rules.ts');`],
  ])('%s closes a circle, too', (_, text) => {
    const files = {
      'note/note.store.ts': text,
      'live/live.rules.ts': `import { c } from '../homework/homework.store.ts';`,
      'homework/homework.store.ts': `import { d } from '../note/note.rules.ts';`,
    };
    expect(findFaults(api(files)).map(({ at }) => at)).toEqual(['apps/api/src/study/homework']);
  });

  it('tests may import whatever they test', () => {
    const files = {
      'note/note.store.ts': `import { a } from '../live/live.rules.ts';`,
      'live/live.test.ts': `import { b } from '../note/note.store.ts';`,
    };
    expect(findFaults(api(files))).toEqual([]);
  });

  it.each([
    ['player', 'apps/player/src/pages/play', 'apps/player/src/pages/play/stage'],
    ['tools', 'tools/build', 'tools/rollout'],
    ['tools and suites', 'e2e', 'tools/bench'],
  ])('a circle of %s is reported like one of the API', (_, one, other) => {
    const files = {
      [`${one}/a.ts`]: `import { b } from './${posix.relative(one, other)}/b.ts';`,
      [`${other}/b.ts`]: `import { a } from './${posix.relative(other, one)}/a.ts';`,
    };
    expect(findFaults(files).map(({ at }) => at)).toEqual([one]);
  });
});

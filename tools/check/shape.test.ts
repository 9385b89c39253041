import { describe, expect, it } from 'vitest';
import { findShapeFaults, findVersionFaults } from './shape.ts';
import type { Manifest } from './tree.ts';

const findFaults = (path: string, text = 'export const a = 1;\n') =>
  findShapeFaults({ sources: [{ path, text }], manifests: {}, top: [] }).map((fault) => fault.text);
const createLines = (count: number) => 'const a = 1;\n'.repeat(count);

describe('folders and files', () => {
  it.each(['utils', 'helpers', 'common', 'types', 'hooks', 'services'])(
    'no folder is called %s',
    (name) => {
      expect(findFaults(`apps/portal/src/${name}/a.ts`)).toEqual([
        expect.stringContaining(`called ${name}`),
      ]);
    },
  );

  it('these words are allowed elsewhere', () => {
    expect(findFaults('libs/commons/src/branding/types.ts')).toEqual([]);
  });

  it('a file has at most 300 lines, except tests and sample content', () => {
    expect(findFaults('apps/portal/src/a.ts', createLines(300))).toEqual([]);
    expect(findFaults('apps/portal/src/a.ts', createLines(301))).toEqual([
      '301 lines, at most 300',
    ]);
    expect(findFaults('apps/portal/src/a.test.ts', createLines(301))).toEqual([]);
    expect(findFaults('libs/sample/src/courses.ts', createLines(301))).toEqual([]);
  });

  it.each([
    `// @ts-${'ignore'}`,
    `// @ts-${'expect-error'}: later`,
    `/* oxlint-${'disable'} */`,
    `// eslint-${'disable-next-line'} no-eval`,
  ])('%s is refused', (text) => {
    expect(findFaults('apps/portal/src/a.ts', text)).toEqual([
      'a warning is answered, not silenced',
    ]);
  });

  it('no field cuts what is pasted', () => {
    expect(findFaults('apps/portal/src/a.tsx', '<input maxLength={20} />\n')).toEqual([
      expect.stringContaining('cuts'),
    ]);
    expect(findFaults('libs/contract/src/a.ts', 'z.maxLength(20);\n')).toEqual([]);
  });

  it('apps have no barrel files, libs have one', () => {
    expect(
      findFaults('apps/portal/src/components/index.ts', "export { a } from './a.ts';\n"),
    ).toEqual([expect.stringContaining('barrel')]);
    expect(findFaults('libs/ui/src/index.ts', "export { a } from './a.ts';\n")).toEqual([]);
  });

  it('the root folder contains nothing else', () => {
    expect(
      findShapeFaults({ sources: [], manifests: {}, top: ['README.md', 'apps', 'docs'] }),
    ).toEqual([{ at: 'docs', text: expect.stringContaining('top') }]);
  });
});

describe('versions', () => {
  const findFaults = (manifests: Record<string, Manifest>) =>
    findVersionFaults({ sources: [], manifests, top: [] }).map((fault) => fault.text);

  it.each(['^1.0.0', '~1.0.0', '*', 'latest'])('%s is not an exact version', (version) => {
    expect(findFaults({ 'apps/portal': { dependencies: { ky: version } } })).toEqual([
      `ky ${version}: versions are exact`,
    ]);
  });

  it('a package has the same version everywhere', () => {
    expect(
      findFaults({
        '': { devDependencies: { ky: '1.0.0' } },
        'apps/portal': { dependencies: { ky: '2.0.0' } },
      }),
    ).toEqual(['ky 2.0.0 here, 1.0.0 elsewhere']);
  });

  it('projects of this workspace are declared as *', () => {
    expect(findFaults({ 'apps/portal': { dependencies: { '@cme/ui': '*' } } })).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { findImportFaults } from './imports.ts';
import type { Manifest, Tree } from './tree.ts';

const manifests: Record<string, Manifest> = {
  '': { devDependencies: { vitest: '5.1.0', '@testing-library/react': '16.3.3' } },
  'libs/contract': { name: '@cme/contract', dependencies: { zod: '4.6.7' } },
  'libs/commons': { name: '@cme/commons', dependencies: { '@cme/contract': '*', ky: '2.1.0' } },
  'libs/ui': {
    name: '@cme/ui',
    dependencies: {
      '@cme/contract': '*',
      '@mantine/core': '9.7.3',
      'react-router': '8.5.1',
    },
    devDependencies: { '@cme/commons': '*' },
  },
  'libs/shell': {
    name: '@cme/shell',
    dependencies: { '@cme/commons': '*', '@cme/contract': '*', '@cme/ui': '*' },
    devDependencies: { '@cme/testing': '*' },
  },
  'libs/testing': { name: '@cme/testing', dependencies: { '@cme/shell': '*', '@cme/ui': '*' } },
  'apps/portal': {
    name: '@cme/portal',
    dependencies: {
      '@cme/commons': '*',
      '@cme/contract': '*',
      '@cme/shell': '*',
      '@cme/ui': '*',
      '@mantine/core': '9.7.3',
      '@module-federation/enhanced': '2.9.2',
    },
    devDependencies: { '@cme/testing': '*' },
  },
  'apps/player': {
    name: '@cme/player',
    dependencies: { '@cme/commons': '*', '@cme/contract': '*' },
  },
  'apps/edge': {
    name: '@cme/edge',
    dependencies: { '@cme/commons': '*', '@cme/contract': '*', '@cme/release': '*' },
  },
  'apps/api': {
    name: '@cme/api',
    dependencies: { '@cme/contract': '*' },
    devDependencies: { '@cme/commons': '*' },
  },
};

const faultsIn = (path: string, text: string) => {
  const tree: Tree = { sources: [{ path, text }], manifests, top: [] };
  return findImportFaults(tree).map((fault) => fault.text);
};

describe('the table of allowed imports', () => {
  it.each([
    ['libs/commons/src/auth-token/index.ts', '@cme/contract'],
    ['libs/ui/src/states/error-state.test.tsx', '@cme/commons/api-client'],
    ['libs/shell/src/session/go-to.ts', '@cme/commons/route-links'],
    ['libs/shell/src/root-route/root.tsx', '@cme/ui/router'],
    ['libs/shell/src/slide-page/menu-page.tsx', '@cme/ui/dialogs'],
    ['libs/testing/src/render-page.tsx', '@cme/shell'],
    ['libs/ui/src/plain/link.tsx', '@cme/ui/router'],
    ['libs/ui/src/theme.ts', '@mantine/core'],
    ['apps/portal/src/pages/home/home.page.tsx', '@cme/ui'],
    ['apps/portal/src/main.tsx', '@cme/shell/start'],
    ['apps/portal/src/pages/home/home.page.test.tsx', '@cme/testing'],
    ['apps/edge/src/app.ts', '@cme/commons/branding'],
    ['apps/edge/src/app.ts', '@cme/release'],
    ['tools/rollout/checks/boot.ts', '@cme/edge/app'],
    ['apps/edge/src/app.ts', 'node:http'],
    ['apps/api/test/test-api.ts', '@cme/commons/api-client'],
    ['apps/api/test/crash/main.ts', '../../../../tools/programs/postgres.ts'],
    ['tools/start.ts', '@cme/api/settings'],
    ['apps/portal/src/areas.ts', '@module-federation/enhanced/runtime'],
    ['libs/commons/src/api-client/node.ts', 'node:http'],
  ])('%s may import %s', (path, specifier) => {
    expect(faultsIn(path, `import { a } from '${specifier}';`)).toEqual([]);
  });

  it.each([
    ['libs/contract/src/base/call.ts', '@cme/commons/api-client', 'may not import'],
    ['libs/contract/src/base/call.ts', 'node:fs', 'runs in browsers'],
    ['libs/commons/src/branding/site.ts', '@cme/ui', 'may not import'],
    ['libs/ui/src/plain/link.tsx', '@cme/commons/route-links', 'may not import'],
    ['libs/ui/src/toast/toast.ts', '@cme/shell', 'may not import'],
    ['libs/shell/src/sign-in/sign-in-form.tsx', '@mantine/core', 'only inside libs/ui'],
    ['apps/portal/src/mount.tsx', '@cme/player', 'may not import'],
    ['apps/portal/src/mount.tsx', '@cme/ui/dialogs', 'only libs/shell'],
    ['apps/portal/src/pages/home/home.page.tsx', '@cme/testing', 'may not import'],
    ['apps/portal/src/pages/home/home.page.tsx', '@mantine/core', 'only inside libs/ui'],
    ['apps/portal/src/pages/home/home.page.test.tsx', 'react-router', 'only inside libs/ui'],
    [
      'apps/portal/src/pages/home/home.page.tsx',
      '@module-federation/enhanced/runtime',
      'only libs/area-build',
    ],
    ['apps/edge/src/app.ts', '@cme/commons/auth-token', 'may not import'],
    ['apps/edge/src/app.ts', '@cme/ui', 'may not import'],
    ['apps/player/src/main.tsx', '@cme/release', 'may not import'],
    ['tools/rollout/checks/boot.ts', '../../../apps/edge/src/pages/pages.ts', 'is inside an app'],
    ['e2e/rollout/a.spec.ts', '../../apps/edge/src/rollout/cookies.ts', 'is inside an app'],
    ['apps/api/src/app.ts', '@cme/commons/api-client', 'may not import'],
    ['apps/player/src/main.tsx', '../../portal/src/main.tsx', 'leaves apps/player'],
    ['tools/start.ts', '../apps/api/src/main.ts', 'is inside an app'],
    ['e2e/support/exam.ts', '../../apps/api/test/exam.ts', 'is inside an app'],
    ['apps/api/src/serve.ts', '../../../tools/programs/postgres.ts', 'leaves apps/api'],
    ['apps/api/test/crash/main.ts', '../../../../tools/build.ts', 'leaves apps/api'],
    ['apps/new/src/main.tsx', '@cme/contract', 'may not import'],
  ])('%s may not import %s', (path, specifier, why) => {
    expect(faultsIn(path, `import { a } from '${specifier}';`)).toEqual([
      expect.stringContaining(why),
    ]);
  });

  it.each([
    "import type { A } from '@cme/ui';",
    "export * from '@cme/ui';",
    "export { a } from '@cme/ui';",
    "const a = import('@cme/ui');",
    "import '@cme/ui';",
  ])('%s counts as an import', (text) => {
    expect(faultsIn('apps/edge/src/app.ts', text)).toHaveLength(1);
  });

  it('imports inside strings and comments are ignored', () => {
    expect(
      faultsIn('apps/edge/src/app.ts', "// import '@cme/ui';\nconst a = \"import '@cme/ui'\";"),
    ).toEqual([]);
  });
});

describe('declared dependencies', () => {
  it('an undeclared import is reported', () => {
    expect(faultsIn('apps/player/src/main.tsx', "import { a } from '@cme/ui';")).toEqual([
      '@cme/ui is not declared in apps/player/package.json',
    ]);
    expect(faultsIn('libs/commons/src/branding/site.ts', "import { a } from 'left-pad';")).toEqual([
      'left-pad is not declared in libs/commons/package.json',
    ]);
  });

  it('packages that only tests import need no declaration as a dependency', () => {
    expect(faultsIn('apps/portal/src/main.tsx', "import { it } from 'vitest';")).toEqual([
      'vitest is not declared in apps/portal/package.json',
    ]);
    expect(faultsIn('apps/portal/src/main.test.tsx', "import { it } from 'vitest';")).toEqual([]);
  });
});

describe('inside a project', () => {
  it('a page folder may not import another one', () => {
    expect(
      faultsIn('apps/portal/src/pages/a/a.page.tsx', "import { b } from '../b/b.tsx';"),
    ).toEqual([expect.stringContaining('pages/a may not import pages/b')]);
    expect(faultsIn('apps/portal/src/pages/a/a.page.tsx', "import { b } from './b.tsx';")).toEqual(
      [],
    );
    expect(
      faultsIn('apps/portal/src/pages/a/a.page.tsx', "import { b } from '../../components/b.tsx';"),
    ).toEqual([]);
  });

  it('the exports of commons import each other in one order, by path and by name', () => {
    expect(
      faultsIn('libs/commons/src/auth-token/a.ts', "import { b } from '../branding/b.ts';"),
    ).toHaveLength(1);
    expect(
      faultsIn('libs/commons/src/auth-token/a.ts', "import { b } from '@cme/commons/branding';"),
    ).toHaveLength(1);
    expect(
      faultsIn('libs/commons/src/route-links/a.ts', "import { b } from '@cme/commons/branding';"),
    ).toEqual([]);
  });

  it("an API module may import another's rules and store, not its tables or routes", () => {
    const importLine = (path: string, to: string) =>
      faultsIn(`apps/api/src/study/learning/${path}`, `import { a } from '../catalogue/${to}';`);
    expect(importLine('learning.store.ts', 'catalogue.tables.ts')).toHaveLength(1);
    expect(importLine('learning.routes.ts', 'catalogue.routes.ts')).toHaveLength(1);
    expect(importLine('learning.store.ts', 'catalogue.store.ts')).toEqual([]);
    expect(importLine('learning.tables.ts', 'catalogue.tables.ts')).toEqual([]);
    expect(
      faultsIn(
        'apps/api/src/study/learning/learning.store.ts',
        "import type { A } from '../catalogue/catalogue.tables.ts';",
      ),
    ).toEqual([]);
  });
});

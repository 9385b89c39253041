/** The area that a team outside this repository builds; also the name of its folder. */
export const areaName = 'lab';
export const heading = '实验目录';

const manifest = (tarballs: readonly string[]) => {
  const packages = tarballs.map(
    (file) => [`@cme/${/^cme-(.+)-\d/.exec(file)?.[1]}`, file] as const,
  );
  return {
    name: areaName,
    version: '1.0.0',
    private: true,
    type: 'module',
    scripts: { check: 'tsc', build: 'rsbuild build' },
    dependencies: Object.fromEntries(
      packages.map(([name, file]) => [name, `file:packages/${file}`]),
    ),
    // What the packages need of each other is these files, too: npm asks no registry for them.
    overrides: Object.fromEntries(packages.map(([name]) => [name, `$${name}`])),
  };
};

/** Two pages: one that is open and rendered on the server, one of the signed-in learner. */
const files: Record<string, string> = {
  'tsconfig.json': JSON.stringify({
    extends: '@cme/area-build/tsconfig.json',
    include: ['src', 'rsbuild.config.ts'],
  }),
  'rsbuild.config.ts': `import { app } from '@cme/area-build';

export default app('${areaName}', ['web', 'area', 'server']);
`,
  'src/main.tsx': `import '@cme/shell/styles.css';
import { rootRoutes } from '@cme/shell';
import { startPage } from '@cme/shell/start';
import { routes } from './routes.ts';

void startPage(rootRoutes(routes));
`,
  'src/area.ts': `import { type Area, defineArea } from '@cme/shell';
import { routes } from './routes.ts';

export const area: Area = defineArea(routes);
`,
  'src/entry-server.tsx': `import { type Rendered, renderLearnersPage } from '@cme/shell/server';
import { routes } from './routes.ts';

export const render = (address: string): Promise<Rendered> =>
  renderLearnersPage(address, { routes });
`,
  'src/routes.ts': `import type { Area } from '@cme/shell';

export const routes: Area['routes'] = [
  {
    path: '/${areaName}/catalogue',
    handle: { access: 'open', title: '${heading}' },
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "catalogue" */ './catalogue.page.tsx'))
        .CataloguePage,
    }),
  },
  {
    path: '/${areaName}/mine',
    handle: { access: 'learner', title: '我的实验' },
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "mine" */ './mine.page.tsx')).MinePage,
    }),
  },
];
`,
  'src/pages.ts': `import { definePage, definePages, firstCall } from '@cme/commons/pages';
import { userInfo } from '@cme/contract/person';

export const pages = definePages({
  calling: ['calls'],
  pages: [
    definePage({ path: '/${areaName}/catalogue', access: 'open' }, { chunk: 'catalogue' }),
    definePage(
      { path: '/${areaName}/mine', access: 'learner' },
      { chunk: 'mine', calls: [firstCall(userInfo, {})] },
    ),
  ],
});
`,
  'src/catalogue.page.tsx': `import { linkToPath } from '@cme/commons/route-links';
import { LinkTo } from '@cme/ui';
import css from './catalogue.module.css';

export function CataloguePage() {
  return (
    <div className={css.page}>
      <h1>${heading}</h1>
      <LinkTo to={linkToPath('/${areaName}/mine')}>我的实验</LinkTo>
    </div>
  );
}
`,
  'src/catalogue.module.css': `.page {
  padding: 24px;
}
`,
  'src/mine.page.tsx': `import { PageTitle, useUserInfo } from '@cme/shell';
import { ErrorState, RowSkeletons } from '@cme/ui';

export function MinePage() {
  const { user, error, refetch } = useUserInfo();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageTitle name="我的实验" />
      <h1>我的实验</h1>
      {user ? <p>{user.real_name}，欢迎来到实验区</p> : <RowSkeletons count={2} height="3rem" />}
    </>
  );
}
`,
};

export const createAreaFiles = (tarballs: readonly string[]): Record<string, string> => ({
  'package.json': JSON.stringify(manifest(tarballs), null, 2),
  ...files,
});

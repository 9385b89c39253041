import { append, type Edit, replaceOnce } from './edit.ts';

export const greeting = '第四个区域';
/** An export of the shared router that only the next portal offers. */
export const newExport = 'useHref';

const packageFile = {
  name: '@cme/lab',
  version: '1.0.0',
  private: true,
  type: 'module',
  dependencies: {
    '@cme/area-build': '*',
    '@cme/commons': '*',
    '@cme/shell': '*',
    '@cme/ui': '*',
    '@tanstack/react-query': '5.108.0',
    jotai: '3.0.1',
    react: '19.3.1',
    'react-dom': '19.3.1',
  },
};

const files: Record<string, string> = {
  'package.json': JSON.stringify(packageFile),
  'rsbuild.config.ts': `import { app } from '@cme/area-build';

export default app('lab', ['web', 'area']);
`,
  'src/area.ts': `import { type Area, defineArea } from '@cme/shell';
import { routes } from './routes.ts';

export const area: Area = defineArea(routes);
`,
  'src/main.tsx': `import '@cme/shell/styles.css';
import { newQueryClient, Root, RootError, UiProvider } from '@cme/shell';
import { createBrowserRouter, RouterProvider } from '@cme/ui/router';
import { createRoot } from 'react-dom/client';
import { routes } from './routes.ts';

const router = createBrowserRouter([
  {
    id: 'root',
    Component: Root,
    ErrorBoundary: RootError,
    HydrateFallback: () => null,
    children: routes,
  },
]);
const place = document.getElementById('root');
if (place)
  createRoot(place).render(
    <UiProvider client={newQueryClient()}>
      <RouterProvider router={router} />
    </UiProvider>,
  );
`,
  'src/routes.ts': `import type { Area } from '@cme/shell';

export const routes: Area['routes'] = [
  {
    path: '/lab/hello',
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "hello" */ './pages/hello/hello.page.tsx'))
        .HelloPage,
    }),
  },
];
`,
  'src/pages.ts': `import { definePage, definePages } from '@cme/commons/pages';

export const pages = definePages({
  calling: [],
  pages: [definePage({ path: '/lab/hello', access: 'open' }, { chunk: 'hello' })],
});
`,
  'src/pages/hello/hello.page.tsx': `import { PageTitle } from '@cme/shell';
import { ${newExport} } from '@cme/ui/router';

export function HelloPage() {
  return (
    <>
      <PageTitle name="${greeting}" />
      <h1>${greeting}</h1>
      <a href={${newExport}('/lab/hello')}>本页</a>
    </>
  );
}
`,
};

/** A fourth area as described in the README of the tools: one folder and one entry. */
export const fourthArea: Edit[] = [
  ...Object.entries(files).map(([file, text]) => append(`apps/lab/${file}`, text)),
  replaceOnce(
    'libs/contract/src/site/areas.ts',
    `  user: 'user-centre',\n`,
    `  user: 'user-centre',\n  lab: 'lab',\n`,
  ),
];

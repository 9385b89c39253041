import { append, type Edit, replaceOnce } from './edit.ts';
import { fourthArea, newExport } from './fourth-area.ts';

export const nextMinor = (version: string): string => {
  const [major, minor] = version.split('.').map(Number);
  return `${major}.${(minor ?? 0) + 1}.0`;
};

const raiseMinor = (project: string): Edit => ({
  file: `${project}/package.json`,
  change: (text) =>
    text.replace(
      /"version": "([^"]+)"/,
      (_, version: string) => `"version": "${nextMinor(version)}"`,
    ),
});

/** Reply of the call that the next API adds. */
export const greeting = '欢迎使用新版';

const contract: Edit[] = [
  append(
    'libs/contract/src/site/greeting.ts',
    `import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Nothing } from '../base/fields.ts';

export const siteGreeting = call({
  path: '/qm/api/site/greeting',
  access: 'public',
  body: Nothing,
  data: z.object({ text: z.string() }),
});
`,
  ),
  append('libs/contract/src/site/index.ts', `export * from './greeting.ts';\n`),
  replaceOnce(
    'libs/contract/src/site/site.ts',
    '    wechat_qr: z.optional(z.string()),\n',
    `    wechat_qr: z.optional(z.string()),
    has_greeting: z.optional(Flag),
`,
  ),
];

const api: Edit[] = [
  replaceOnce(
    'apps/api/src/site/site/site.routes.ts',
    'import { siteConfig, ',
    'import { siteConfig, siteGreeting, ',
  ),
  replaceOnce(
    'apps/api/src/site/site/site.routes.ts',
    '  readEmptyPaths: ReadEmptyPaths,\n): void {\n',
    `  readEmptyPaths: ReadEmptyPaths,
): void {
  answer(app, context, siteGreeting, async () => ({ text: '${greeting}' }), { anySite: true });
`,
  ),
  replaceOnce(
    'apps/api/src/site/site/site.routes.ts',
    '    wechat_qr: site.wechat_qr,\n',
    `    wechat_qr: site.wechat_qr,
    has_greeting: 'Y' as const,
`,
  ),
];

const commons: Edit[] = [
  raiseMinor('libs/commons'),
  raiseMinor('apps/commons'),
  append('libs/commons/src/branding/edition.ts', `export const edition = (): string => 'next';\n`),
  append('libs/commons/src/branding/index.ts', `export { edition } from './edition.ts';\n`),
];

/** Uses a call of the next API only if the API reports that it has it. */
const ui: Edit[] = [
  raiseMinor('libs/ui'),
  raiseMinor('libs/shell'),
  append(
    'libs/shell/src/frame/greeting.tsx',
    `import { send } from '@cme/commons/api-client';
import { edition } from '@cme/commons/branding';
import { useQuery } from '@tanstack/react-query';
import { siteConfigQuery } from '../menus/site-config.ts';

const siteGreeting = async () => (await import('@cme/contract/site/greeting')).siteGreeting;

export function Greeting({ area }: { area: string }) {
  const { data: config } = useQuery(siteConfigQuery());
  const { data } = useQuery({
    queryKey: ['site_greeting'],
    queryFn: ({ signal }) => send(siteGreeting, {}, { signal }),
    enabled: config?.has_greeting === 'Y',
  });
  return (
    <p data-next={area} data-edition={edition()}>
      {data?.text}
    </p>
  );
}
`,
  ),
  replaceOnce('libs/ui/src/router.ts', '  useLocation,\n', `  ${newExport},\n  useLocation,\n`),
  append('libs/shell/src/index.ts', `export { Greeting } from './frame/greeting.tsx';\n`),
];

/** A page of an area with a greeting. */
const showGreeting = (area: string, file: string, anchor: string): Edit[] => [
  raiseMinor(`apps/${area}`),
  {
    file,
    change: (text) => `import { Greeting } from '@cme/shell';\n${text}`,
  },
  replaceOnce(file, anchor, `${anchor}\n      <Greeting area="${area}" />`),
];

/** Changes of the next version: a minor version, an export of commons, the router and the shared UI, an
 * optional field, a call that depends on it, pages in each area that use them, and a fourth
 * area. */
export const edits: Edit[] = [
  ...contract,
  ...api,
  ...commons,
  ...ui,
  ...fourthArea,
  ...showGreeting(
    'portal',
    'apps/portal/src/pages/home/home.page.tsx',
    '<div className={css.home}>',
  ),
  ...showGreeting(
    'player',
    'apps/player/src/pages/exam/exam.page.tsx',
    '<PageTitle name={words.title} />',
  ),
  ...showGreeting(
    'user-centre',
    'apps/user-centre/src/pages/user/user.page.tsx',
    '<div className={css.frame}>',
  ),
];

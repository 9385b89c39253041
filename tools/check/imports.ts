import { posix } from 'node:path';
import {
  type Fault,
  type Import,
  importsOf,
  isConfig,
  isTest,
  packageOf,
  projectOf,
  type Source,
  type Tree,
} from './tree.ts';

interface Row {
  may: string[];
  /** Additional imports allowed in its tests. */
  tests?: string[];
  /** Browser code: no Node modules. */
  browser?: boolean;
}

const app: Row = {
  may: ['@cme/contract', '@cme/commons', '@cme/ui'],
  tests: ['@cme/testing'],
  browser: true,
};

/** Allowed imports between projects; a project without a row may not import any other. */
export const table: Record<string, Row> = {
  'libs/contract': { may: [], browser: true },
  'libs/commons': { may: ['@cme/contract'], browser: true },
  'libs/ui': { may: ['@cme/contract', '@cme/commons'], tests: ['@cme/testing'], browser: true },
  'libs/testing': { may: ['@cme/contract', '@cme/commons', '@cme/ui'] },
  'apps/portal': app,
  'apps/player': app,
  'apps/user-centre': app,
  'apps/console': app,
  'apps/commons': { may: ['@cme/commons'], browser: true },
  'apps/api': { may: ['@cme/contract'], tests: ['@cme/commons/api-client'] },
  'apps/edge': { may: ['@cme/contract', '@cme/commons/route-links', '@cme/commons/branding'] },
  tools: { may: ['@cme/contract', '@cme/commons', '@cme/ui'] },
  e2e: { may: ['@cme/contract', '@cme/commons/api-client', '@cme/commons/route-links'] },
};

/** The exports of libs/commons, each allowed to import those before it. */
const order = ['auth-token', 'api-client', 'branding', 'route-links'];

/** The client for programs that run on Node; no page imports it. */
const nodeEntrance = 'libs/commons/src/api-client/node.ts';

/** Files of the API that other projects may import: its entry points, staff commands, sample
 * content and load suites. */
const entrances = [
  'apps/api/src/main.ts',
  'apps/api/src/commands/staff.ts',
  'apps/api/src/commands/ask-who.ts',
  'apps/api/src/commands/command.ts',
  'apps/api/src/settings/',
  'apps/api/src/sample/',
  'apps/api/test/crash/main.ts',
  'apps/api/test/races/main.ts',
  'apps/api/test/load/',
];

/** Tools that the API's test suites may import. */
const startable: Record<string, string[]> = {
  'apps/api': [
    'tools/postgres.ts',
    'tools/gateway/',
    'tools/swift.ts',
    'tools/clamd.ts',
    'tools/ffmpeg.ts',
  ],
  'apps/edge': ['tools/swift.ts'],
};

/** The only files that may use module federation. */
const federation = [
  'tools/build/rsbuild.ts',
  'tools/build/federation.ts',
  'apps/portal/src/areas.ts',
];

const covers = (allowed: string[], specifier: string) =>
  allowed.some((entry) => specifier === entry || specifier.startsWith(`${entry}/`));

const resolve = (from: string, specifier: string) => posix.join(posix.dirname(from), specifier);

function between(tree: Tree, source: Source, specifier: string): string | undefined {
  const own = projectOf(source.path);
  const row = table[own] ?? { may: [] };
  const free = isTest(source.path) || isConfig(source.path);
  if (specifier.startsWith('@cme/commons/') && own === 'libs/commons')
    return exportsOfCommons(source.path, `libs/commons/src/${specifier.split('/')[2]}/index.ts`);
  if (specifier.startsWith('@cme/')) {
    // Imported by its own package name, a project gets the page's shared copy.
    const self = tree.manifests[own]?.name ?? own;
    const allowed = [self, ...row.may, ...((isTest(source.path) && row.tests) || [])];
    return covers(allowed, specifier) ? undefined : `${own} may not import ${specifier}`;
  }
  if (source.path === nodeEntrance) return undefined;
  if (specifier.startsWith('node:'))
    return row.browser && !free
      ? `${own} runs in browsers and may not import ${specifier}`
      : undefined;
  if (/^(@mantine\/|react-router(\/|$))/.test(specifier) && own !== 'libs/ui')
    return `${specifier} is imported only inside libs/ui; take it from @cme/ui or @cme/ui/router`;
  if (specifier.startsWith('@module-federation/') && !federation.includes(source.path))
    return `only ${federation.join(', ')} may import ${specifier}`;
  return undefined;
}

function inside(source: Source, { specifier, isType }: Import): string | undefined {
  const own = projectOf(source.path);
  const target = resolve(source.path, specifier);
  if (projectOf(target) !== own) {
    if (own === 'tools' || own === 'e2e') return entrance(source.path, target);
    const allowed =
      (isConfig(source.path) && target.startsWith('tools/')) ||
      (isTest(source.path) && within(startable[own] ?? [], target));
    return allowed
      ? undefined
      : `${specifier} leaves ${own}; other projects are imported by their name`;
  }
  return (
    pages(source.path, target) ??
    exportsOfCommons(source.path, target) ??
    (isType ? undefined : modules(source.path, target))
  );
}

const within = (places: readonly string[], path: string) =>
  places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place));

/** Tests may import internals. */
function entrance(from: string, to: string): string | undefined {
  return !to.startsWith('apps/api/') || isTest(from) || within(entrances, to)
    ? undefined
    : `${to} is no entrance of the API`;
}

function pages(from: string, to: string): string | undefined {
  const page = (path: string) => /^apps\/[^/]+\/src\/pages\/([^/]+)\//.exec(path)?.[1];
  const a = page(from);
  const b = page(to);
  return a && b && a !== b
    ? `pages/${a} may not import pages/${b}; what both need belongs in components`
    : undefined;
}

function exportsOfCommons(from: string, to: string): string | undefined {
  const rank = (path: string) =>
    order.indexOf(/^libs\/commons\/src\/([^/]+)\//.exec(path)?.[1] ?? '');
  if (rank(from) === -1 || rank(to) === -1 || rank(to) <= rank(from)) return undefined;
  return `${order[rank(from)]} may not import ${order[rank(to)]}: ${order.join(' ← ')}`;
}

/** Foreign keys need the other module's table; queries go through its store. */
function modules(from: string, to: string): string | undefined {
  const module = (path: string) => /^apps\/api\/src\/modules\/([^/]+)\//.exec(path)?.[1];
  const a = module(from);
  const b = module(to);
  if (!a || !b || a === b || isTest(from) || from.endsWith('.tables.ts')) return undefined;
  return /\.(tables|routes)\.ts$/.test(to)
    ? `module ${a} may use ${b}'s rules and store, not ${posix.basename(to)}`
    : undefined;
}

function undeclared(tree: Tree, source: Source, specifier: string): string | undefined {
  if (specifier.startsWith('node:')) return undefined;
  const own = projectOf(source.path);
  const name = packageOf(specifier);
  const manifest = tree.manifests[own] ?? {};
  const root = tree.manifests[''] ?? {};
  const workshop =
    isTest(source.path) || isConfig(source.path) || ['tools', 'e2e', 'libs/testing'].includes(own);
  const declared = {
    ...manifest.dependencies,
    ...(workshop && { ...manifest.devDependencies, ...root.devDependencies }),
  };
  // Tools use the versions that the projects declare.
  const anywhere =
    !(own in tree.manifests) &&
    Object.values(tree.manifests).some(
      (one) => name === one.name || name in (one.dependencies ?? {}),
    );
  const known = name === manifest.name || name in declared || anywhere;
  return known
    ? undefined
    : `${name} is not declared in ${own in tree.manifests ? own : 'the root'}/package.json`;
}

/** Imports that violate the table, the folder rules or the declared dependencies. */
export function importFaults(tree: Tree): Fault[] {
  return tree.sources.flatMap((source) =>
    importsOf(source).flatMap((asked) => {
      const { specifier, line } = asked;
      const relative = specifier.startsWith('.');
      const text = relative
        ? inside(source, asked)
        : (between(tree, source, specifier) ?? undeclared(tree, source, specifier));
      return text ? [{ at: `${source.path}:${line}`, text }] : [];
    }),
  );
}

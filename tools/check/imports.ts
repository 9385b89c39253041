import { posix } from 'node:path';
import {
  type Fault,
  type Import,
  findImports,
  isConfig,
  isTest,
  getPackageName,
  getProject,
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
  may: ['@cme/contract', '@cme/commons', '@cme/ui', '@cme/shell'],
  tests: ['@cme/testing'],
  browser: true,
};

/** Apps that tools and journeys enter, by the exports of their packages. */
const entered = ['@cme/api', '@cme/edge'];

/** Allowed imports between projects; a project without a row may not import any other. */
const table: Record<string, Row> = {
  'libs/contract': { may: [], browser: true },
  'libs/commons': { may: ['@cme/contract'], browser: true },
  'libs/ui': {
    may: ['@cme/contract'],
    tests: ['@cme/testing', '@cme/commons/api-client'],
    browser: true,
  },
  'libs/shell': {
    may: ['@cme/contract', '@cme/commons', '@cme/ui'],
    tests: ['@cme/testing'],
    browser: true,
  },
  'libs/area-build': { may: ['@cme/contract'] },
  'libs/release': { may: ['@cme/contract', '@cme/storage'] },
  'libs/sample': { may: ['@cme/contract'] },
  'libs/storage': { may: [] },
  'libs/testing': { may: ['@cme/contract', '@cme/commons', '@cme/ui', '@cme/shell'] },
  'apps/portal': app,
  'apps/player': app,
  'apps/user-centre': app,
  'apps/console': app,
  'apps/commons': { may: ['@cme/commons'], browser: true },
  'apps/api': {
    may: ['@cme/contract', '@cme/sample', '@cme/storage'],
    tests: ['@cme/commons/api-client'],
  },
  'apps/edge': {
    may: ['@cme/contract', '@cme/release', '@cme/commons/route-links', '@cme/commons/branding'],
  },
  tools: {
    may: [
      '@cme/area-build',
      '@cme/contract',
      '@cme/commons',
      '@cme/release',
      '@cme/sample',
      '@cme/ui',
      '@cme/shell',
      ...entered,
    ],
  },
  e2e: {
    may: [
      '@cme/area-build',
      '@cme/contract',
      '@cme/commons/api-client',
      '@cme/commons/route-links',
      '@cme/release',
      '@cme/sample',
      ...entered,
    ],
  },
};

/** The exports of libs/commons, each allowed to import those before it. */
const order = ['auth-token', 'api-client', 'branding', 'route-links'];

/** The client for programs that run on Node; no page imports it. */
const nodeEntrance = 'libs/commons/src/api-client/node.ts';

/** Tools that the API's test suites may import. */
const startedPrograms: Record<string, string[]> = {
  'apps/api': ['tools/programs/', 'tools/gateway/'],
  'apps/edge': ['tools/programs/'],
};

/** The only files that may use module federation. */
const federation = [
  'libs/area-build/src/rsbuild.ts',
  'libs/area-build/src/federation.ts',
  'libs/area-build/src/same-build.ts',
  'apps/portal/src/areas.ts',
];

const isAllowed = (allowed: string[], specifier: string) =>
  allowed.some((entry) => specifier === entry || specifier.startsWith(`${entry}/`));

const resolve = (from: string, specifier: string) => posix.join(posix.dirname(from), specifier);

function checkProjects(tree: Tree, source: Source, specifier: string): string | undefined {
  const ownProject = getProject(source.path);
  const row = table[ownProject] ?? { may: [] };
  const free = isTest(source.path) || isConfig(source.path);
  if (specifier.startsWith('@cme/commons/') && ownProject === 'libs/commons')
    return checkCommonsExports(source.path, `libs/commons/src/${specifier.split('/')[2]}/index.ts`);
  if (specifier.startsWith('@cme/')) {
    // Imported by its own package name, a project gets the page's shared copy.
    const self = tree.manifests[ownProject]?.name ?? ownProject;
    const allowed = [
      self,
      ...row.may,
      ...((isTest(source.path) && row.tests) || []),
      ...(isConfig(source.path) ? ['@cme/area-build'] : []),
    ];
    if (specifier === '@cme/ui/dialogs' && ownProject !== 'libs/shell')
      return `only libs/shell bundles ${specifier}; take dialogs from @cme/ui/forms`;
    return isAllowed(allowed, specifier) ? undefined : `${ownProject} may not import ${specifier}`;
  }
  if (source.path === nodeEntrance) return undefined;
  if (specifier.startsWith('node:'))
    return row.browser && !free
      ? `${ownProject} runs in browsers and may not import ${specifier}`
      : undefined;
  if (/^(@mantine\/|react-router(\/|$))/.test(specifier) && ownProject !== 'libs/ui')
    return `${specifier} is imported only inside libs/ui; take it from @cme/ui, @cme/ui/forms or @cme/ui/router`;
  if (specifier.startsWith('@module-federation/') && !federation.includes(source.path))
    return `only ${federation.join(', ')} may import ${specifier}`;
  return undefined;
}

function checkMemberImports(source: Source, { specifier, isType }: Import): string | undefined {
  const ownProject = getProject(source.path);
  const target = resolve(source.path, specifier);
  if (getProject(target) !== ownProject) {
    if (ownProject === 'tools' || ownProject === 'e2e') return checkEntryPoint(target);
    const allowed =
      (isConfig(source.path) && target.startsWith('tools/')) ||
      (isTest(source.path) && isWithin(startedPrograms[ownProject] ?? [], target));
    return allowed
      ? undefined
      : `${specifier} leaves ${ownProject}; other projects are imported by their name`;
  }
  return (
    checkPages(source.path, target) ??
    checkCommonsExports(source.path, target) ??
    (isType ? undefined : checkModules(source.path, target))
  );
}

const isWithin = (places: readonly string[], path: string) =>
  places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place));

/** Tools and journeys enter an app by the exports of its package. */
const checkEntryPoint = (to: string): string | undefined =>
  /^apps\/(api|edge)\//.test(to)
    ? `${to} is inside an app; import what its package.json exports`
    : undefined;

function checkPages(from: string, to: string): string | undefined {
  const pageOf = (path: string) => /^apps\/[^/]+\/src\/pages\/([^/]+)\//.exec(path)?.[1];
  const fromPage = pageOf(from);
  const toPage = pageOf(to);
  return fromPage && toPage && fromPage !== toPage
    ? `pages/${fromPage} may not import pages/${toPage}; what both need belongs in components`
    : undefined;
}

function checkCommonsExports(from: string, to: string): string | undefined {
  const rankOf = (path: string) =>
    order.indexOf(/^libs\/commons\/src\/([^/]+)\//.exec(path)?.[1] ?? '');
  if (rankOf(from) === -1 || rankOf(to) === -1 || rankOf(to) <= rankOf(from)) return undefined;
  return `${order[rankOf(from)]} may not import ${order[rankOf(to)]}: ${order.join(' ← ')}`;
}

/** Foreign keys need the other module's table; queries go through its store. */
function checkModules(from: string, to: string): string | undefined {
  const moduleOf = (path: string) =>
    /^apps\/api\/src\/(?:site|person|content|study|credits|payment|screens)\/([^/]+)\//.exec(
      path,
    )?.[1];
  const fromModule = moduleOf(from);
  const toModule = moduleOf(to);
  if (
    !fromModule ||
    !toModule ||
    fromModule === toModule ||
    isTest(from) ||
    from.endsWith('.tables.ts')
  )
    return undefined;
  return /\.(tables|routes)\.ts$/.test(to)
    ? `module ${fromModule} may use ${toModule}'s rules and store, not ${posix.basename(to)}`
    : undefined;
}

function checkDeclared(tree: Tree, source: Source, specifier: string): string | undefined {
  if (specifier.startsWith('node:')) return undefined;
  const ownProject = getProject(source.path);
  const name = getPackageName(specifier);
  const manifest = tree.manifests[ownProject] ?? {};
  const root = tree.manifests[''] ?? {};
  const workshop =
    isTest(source.path) ||
    isConfig(source.path) ||
    ['tools', 'e2e', 'libs/testing'].includes(ownProject);
  const declared = {
    ...manifest.dependencies,
    ...(workshop && { ...manifest.devDependencies, ...root.devDependencies }),
  };
  // Tools use the versions that the projects declare.
  const isInRoot =
    !(ownProject in tree.manifests) &&
    Object.values(tree.manifests).some(
      (item) => name === item.name || name in (item.dependencies ?? {}),
    );
  const isDeclared = name === manifest.name || name in declared || isInRoot;
  return isDeclared
    ? undefined
    : `${name} is not declared in ${ownProject in tree.manifests ? ownProject : 'the root'}/package.json`;
}

/** Imports that violate the table, the folder rules or the declared dependencies. */
export function findImportFaults(tree: Tree): Fault[] {
  return tree.sources.flatMap((source) =>
    findImports(source).flatMap((imported) => {
      const { specifier, line } = imported;
      const relative = specifier.startsWith('.');
      const text = relative
        ? checkMemberImports(source, imported)
        : (checkProjects(tree, source, specifier) ?? checkDeclared(tree, source, specifier));
      return text ? [{ at: `${source.path}:${line}`, text }] : [];
    }),
  );
}

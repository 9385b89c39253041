import type { RsbuildPlugin } from '@rsbuild/core';

interface Cut {
  /** File of a library, from the end of its path. */
  file: RegExp;
  /** What stands there, and what stands there instead. */
  from: string;
  to: string;
}

const never = (file: RegExp, head: string): Cut => ({
  file,
  from: head,
  to: `${head} throw new Error('left out of this build');`,
});

const router = /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]router[\\/]router\.js$/;
const links = /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]dom[\\/]lib\.js$/;
const runtime = /[\\/]@module-federation[\\/]runtime-core[\\/]dist[\\/]core\.js$/;
const offered = /[\\/]@module-federation[\\/]runtime-core[\\/]dist[\\/]helpers\.js$/;
const entries = /[\\/]@module-federation[\\/]runtime-core[\\/]dist[\\/]utils[\\/]load\.js$/;
const start = /[\\/]@module-federation[\\/]webpack-bundler-runtime[\\/]dist[\\/]init\.js$/;
const remotes = /[\\/]@module-federation[\\/]runtime-core[\\/]dist[\\/]remote[\\/]index\.js$/;

/** Parts of libraries that no page can reach but that a bundler cannot see to be unreachable.
 * Each stands at a branch which our use never takes; what only that branch uses leaves the
 * builds with it. */
const cuts: Cut[] = [
  // Without snapshots nothing asks their handler; the runtime's own stand-in for it is enough.
  {
    file: runtime,
    from: 'USE_REMOTE ? new SnapshotHandler(this) : new DisabledSnapshotHandler()',
    to: 'new DisabledSnapshotHandler()',
  },
  // Preloading is the edge's.
  never(remotes, 'async preloadRemote(preloadOptions) {'),
  { file: offered, from: 'preloadAssets,', to: '' },
  // Containers are scripts, and shares are whole.
  { file: entries, from: 'if (isEsmRemoteType(type)) return', to: 'if (false) return' },
  { file: entries, from: 'if (type === "system") return', to: 'if (false) return' },
  { file: start, from: 'if (!sharedFallback) return args;', to: 'return args;' },
  // Data is react-query's: pages have neither fetchers nor actions, and `@cme/ui/router` exports
  // nothing that would start one.
  never(router, 'async function fetch(key, routeId, href, opts) {'),
  {
    file: router,
    from: 'else if (opts && opts.submission && isMutationMethod(opts.submission.formMethod)) {',
    to: 'else if (false) {',
  },
  {
    file: router,
    from: 'if (!opts || !isSubmissionNavigation(opts)) return { path };',
    to: 'return { path };',
  },
  { file: router, from: 'if (init.instrumentations) {', to: 'if (false) {' },
  { file: router, from: 'if (init.instrumentations) router =', to: 'if (false) router =' },
  // Prefetching of links is for the router's own server.
  { file: links, from: '= usePrefetchBehavior(prefetch, rest);', to: '= [false, null, {}];' },
  { file: links, from: 'return shouldPrefetch && !isAbsolute ?', to: 'return false ?' },
];

/** Fails when a library has changed at such a place, so that nobody goes on paying for it unseen. */
export const unreachableLeaves: RsbuildPlugin = {
  name: 'unreachable-leaves',
  setup: (api) => {
    for (const file of new Set(cuts.map((cut) => cut.file))) {
      api.transform({ test: file }, ({ code, resourcePath }) => {
        let rest = code;
        for (const { from, to } of cuts.filter((cut) => cut.file === file)) {
          if (!rest.includes(from))
            throw new Error(`${resourcePath} has changed at "${from}": look at tools/cuts.ts`);
          rest = rest.replace(from, () => to);
        }
        return rest;
      });
    }
  },
};

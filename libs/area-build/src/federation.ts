import type {
  ModuleFederation,
  ModuleFederationRuntimePlugin,
} from '@module-federation/enhanced/runtime';

interface Container {
  version: string;
  modules: Record<string, unknown>;
}

/** How long a page waits for the commons container before it falls back to its bundled copy. */
const patience = 1500;
const commons = '@cme/commons/';
const page = globalThis as { __cmeCommons?: Promise<void> };

interface Remote {
  name: string;
  alias: string;
  entry: string;
  integrity?: string;
}

function remotes(): Remote[] {
  const block: { remotes?: Remote[] } = JSON.parse(
    document.getElementById('site')?.textContent ?? '{}',
  );
  return block.remotes ?? [];
}

const late = () => new Promise<never>((_, fail) => setTimeout(fail, patience, new Error('late')));

/** Adopts the whole container or nothing: its modules are shared only after all of it has loaded
 * and its major version matches. */
async function adopt(host: ModuleFederation): Promise<void> {
  try {
    const container = await Promise.race([host.loadRemote<Container>('commons/all'), late()]);
    if (!container) throw new Error('empty');
    const own = host.options.shared[`${commons}auth-token`]?.[0]?.version ?? '';
    if (Number.parseInt(container.version) !== Number.parseInt(own))
      throw new Error(`contract ${container.version}`);
    // The runtime ignores equal version strings; build metadata makes them differ and still
    // satisfies every ^range.
    const version = `${container.version}+commons`;
    const shares = Object.entries(container.modules).map(([key, module]) => [
      key,
      { version, strategy: 'loaded-first' as const, lib: () => module },
    ]);
    host.registerShared(Object.fromEntries(shares));
    host.initializeSharing('default');
    mark(version);
  } catch (error) {
    mark('own copy');
    console.warn('commons not used:', error instanceof Error ? error.message : error);
  }
}

/** Records which copy this page uses, for debugging and tests. */
function mark(copy: string): void {
  document.documentElement.dataset['commons'] = copy;
}

export default (): ModuleFederationRuntimePlugin => ({
  name: 'cme',
  beforeInit(args) {
    args.userOptions.remotes = remotes();
    return args;
  },
  /** Runs the entry of a container only if it matches the integrity value in the signed release. */
  createScript({ url }) {
    const path = new URL(url, location.href).pathname;
    const integrity = remotes().find(({ entry }) => entry === path)?.integrity;
    if (!integrity) return undefined;
    const script = document.createElement('script');
    return Object.assign(script, { src: url, integrity, crossOrigin: 'anonymous' });
  },
  async beforeLoadShare(args) {
    if (args.pkgName.startsWith(commons)) await (page.__cmeCommons ??= adopt(args.origin));
    return args;
  },
});

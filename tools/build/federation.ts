import type {
  ModuleFederation,
  ModuleFederationRuntimePlugin,
} from '@module-federation/enhanced/runtime';

interface Container {
  version: string;
  modules: Record<string, unknown>;
}

/** Longest time that a page waits for the commons container before it starts on its own copy. */
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

/** Takes the whole container or nothing: its modules become shares only after all of it has
 * arrived and its major fits. */
async function adopt(host: ModuleFederation): Promise<void> {
  try {
    const container = await Promise.race([host.loadRemote<Container>('commons/all'), late()]);
    if (!container) throw new Error('empty');
    const own = host.options.shared[`${commons}auth-token`]?.[0]?.version ?? '';
    if (Number.parseInt(container.version) !== Number.parseInt(own))
      throw new Error(`contract ${container.version}`);
    // Equal version strings are dropped by the runtime; build metadata keeps every ^range
    // satisfied.
    const version = `${container.version}+commons`;
    const shares = Object.entries(container.modules).map(([key, module]) => [
      key,
      { version, strategy: 'loaded-first' as const, lib: () => module },
    ]);
    host.registerShared(Object.fromEntries(shares));
    host.initializeSharing('default');
    mark(version);
  } catch (fault) {
    mark('own copy');
    console.warn('commons not used:', fault instanceof Error ? fault.message : fault);
  }
}

/** Which copy this page runs on, readable by people and tests. */
function mark(copy: string): void {
  document.documentElement.dataset['commons'] = copy;
}

export default (): ModuleFederationRuntimePlugin => ({
  name: 'cme',
  beforeInit(args) {
    args.userOptions.remotes = remotes();
    return args;
  },
  /** The entry of a container is what its release was signed with, or it does not run. */
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

import { hostname } from 'node:os';
import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type Application, RolloutState, type RolloutTrack } from '@cme/contract/site/rollout';
import { readStateFile, type Release, type ReleaseStore, writeStateFile } from '@cme/release';
import type { CallRollout } from './client.ts';
import {
  areasIn,
  type Browser,
  dueCandidates,
  isSplit,
  releaseFor,
  trackFor,
  usableState,
} from './choose.rules.ts';
import { createLoadedReleases, type LoadedReleases, type Refused } from './loaded-releases.ts';

/** The API answers within 15 seconds, changed or not. */
const pollTimeoutMs = 25_000;
const retryDelayMs = 500;
/** How long startup waits for the API before it uses the stored state. */
const startTimeoutMs = 2000;

/** The releases chosen for one reader. */
export interface Chosen {
  live(application: Application): Release | undefined;
  /** Equal for readers who get the same releases. */
  key: string;
}

export interface Rollout {
  choose(browser: Browser): Chosen;
  /** The areas that the installation has, mounted ones included. */
  areas(): readonly string[];
  /** Whether browsers on this domain currently get different releases. */
  isSplit(domain: string): boolean;
  /** The current track of this application on this domain. */
  trackOf(application: string, domain: string): RolloutTrack | undefined;
  /** Name of this process for operators. */
  edge: string;
  revision(): number;
  /** Resolves when a state is known, or when none can be had. */
  ready(): Promise<void>;
  close(): void;
}

interface Sources {
  store: Pick<ReleaseStore, 'load' | 'list'>;
  callRollout: CallRollout;
  /** File of the last known state. */
  file: string;
  log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;
}

const emptyState: RolloutState = { revision: -1, areas: {} };

/**
 * Follows the rollout state: all releases of a new state are loaded and verified before it takes
 * effect as a whole.
 */
export function createRollout({ store, callRollout, file, log }: Sources): Rollout {
  const edge = `${hostname().replace(/[^\w.:-]/g, '') || 'edge'}-${randomBytes(3).toString('hex')}`;
  const loaded = createLoadedReleases(store);
  let state = emptyState;
  let refused: Refused[] = [];
  const closing = new AbortController();
  const timeoutSignal = (milliseconds: number) =>
    AbortSignal.any([closing.signal, AbortSignal.timeout(milliseconds)]);

  async function apply(next: RolloutState): Promise<void> {
    refused = await loaded.load(next);
    for (const item of refused) log.error(item, 'release refused');
    state = usableState(next, state, loaded.has);
    loaded.keep(state);
    log.info({ revision: state.revision }, 'rollout state applied');
  }

  /** One poll: applies the state and retries releases that were refused. */
  async function poll(now: boolean, longest: number): Promise<void> {
    const checked = await verifyDue({ state, refused, loaded, log });
    const body = { edge, revision: state.revision, ...checked, now };
    const next = RolloutState.parse(await callRollout('follow', body, timeoutSignal(longest)));
    const isNew = next.revision !== state.revision;
    if (isNew || refused.length > 0) await apply(next);
    if (isNew) writeStateFile(file, next);
  }

  async function keepPolling(): Promise<void> {
    let isApiDown = false;
    while (!closing.signal.aborted) {
      try {
        await poll(false, pollTimeoutMs);
        loaded
          .prepare()
          .catch((fault: unknown) => log.warn({ fault }, 'newest releases not verified'));
        if (isApiDown) log.info('rollout polling resumed');
        isApiDown = false;
      } catch (fault) {
        if (!isApiDown && !closing.signal.aborted)
          log.warn({ fault }, 'rollout poll failed, state kept');
        isApiDown = true;
        await sleep(retryDelayMs);
      }
    }
  }

  return {
    choose(browser) {
      const chosen = Object.entries(state.areas).map(
        ([name, area]) => [name, releaseFor(area, name, browser)] as const,
      );
      // Resolved now, so that a page is made from one state however long it takes.
      const releases = new Map(chosen.map(([name, id]) => [name, loaded.get(name, id)]));
      return {
        live: (name) => releases.get(name),
        key: chosen.map(([, id]) => id).join(),
      };
    },
    areas: () => areasIn(Object.keys(state.areas)),
    isSplit: (domain) => isSplit(state, domain),
    trackOf: (name, domain) => {
      const area = state.areas[name];
      return area && trackFor(area, domain);
    },
    edge,
    revision: () => state.revision,
    async ready() {
      const stateFile = readStateFile(file);
      if (stateFile) await apply(stateFile);
      await poll(true, startTimeoutMs).catch((fault: unknown) =>
        log.warn({ fault }, 'rollout poll failed at startup'),
      );
      void keepPolling();
    },
    close() {
      closing.abort();
    },
  };
}

interface Served extends Pick<Sources, 'log'> {
  state: RolloutState;
  refused: Refused[];
  loaded: Pick<LoadedReleases, 'verify'>;
}

/** The API has no releases: it promotes by itself only what an edge has just verified again. */
async function verifyDue({ state, refused, loaded, log }: Served) {
  const releases = dueCandidates(state, new Date());
  const altered = await loaded.verify(releases);
  for (const item of altered) log.error(item, 'release altered, not promoted');
  const isUnaltered = ([area, id]: [string, string]) =>
    !altered.some((item) => item.area === area && item.release === id);
  const verified = releases.filter(isUnaltered).map(([area, release]) => ({ area, release }));
  return { refused: [...refused, ...altered], verified };
}

const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref());

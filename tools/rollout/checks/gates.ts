import type { Application, RolloutState } from '@cme/contract/site/rollout';
import type { ReleaseStore } from '@cme/release';
import type { Booting } from './boot.ts';
import { type Difference, findDifferences, formatDifferences } from '../../contract/difference.ts';
import { fetchApiContract, readReleaseContract } from '../../contract/released-contracts.ts';
import { findSharedFaults, suits } from './shared.ts';

/** A check that a candidate must pass before its activation. */
export interface Gate {
  name: string;
  ok: boolean;
  ms: number;
  lines: string[];
}

export interface Candidate {
  application: Application;
  id: string;
  /** The active releases by application. */
  live: Partial<Record<Application, string>>;
  /** Releases that it may share a page with, on any domain. */
  beside: [Application, string][];
  store: ReleaseStore;
  /** Base URL of an API: `http://127.0.0.1:8081`. */
  api: string;
  /** Settings of the edge that serves the candidate before its activation. */
  env: NodeJS.ProcessEnv;
  /** The customer domain with mounted areas, if the release is for one. */
  customer?: string;
}

/** The active releases of a domain. */
export const findLiveReleases = (
  { areas }: RolloutState,
  site: string | undefined,
): Partial<Record<Application, string>> =>
  Object.fromEntries(
    Object.entries(areas).flatMap(([name, area]) => {
      const { stable } = (site && area.sites[site]) || area;
      return stable ? [[name, stable]] : [];
    }),
  );

/** Maximum compressed bytes of an application's first view, without the page's own part. */
const budget = 230_000;
const otherBudgets: Partial<Record<Application, number>> = { portal: 190_000, commons: 30_000 };

/** Runs all gates in sequence; the browser gate is skipped if another one fails. */
export async function runGates(
  candidate: Candidate,
  onGate: (gate: Gate) => void = () => undefined,
): Promise<Gate[]> {
  const gates: Gate[] = [];
  const pass = async (
    name: string,
    runGate: () => Promise<{ faults: string[]; notes?: string[] }>,
  ) => {
    const begun = performance.now();
    const { faults, notes = [] } = await runGate().catch((fault: unknown) => ({
      faults: [fault instanceof Error ? fault.message : String(fault)],
      notes: [],
    }));
    const gate = {
      name,
      ok: faults.length === 0,
      ms: Math.round(performance.now() - begun),
      lines: [...faults, ...notes],
    };
    gates.push(gate);
    onGate(gate);
    return gate.ok;
  };
  const isWhole = await pass('签名与文件校验', async () => {
    const { manifest } = await candidate.store.load(candidate.application, candidate.id);
    return { faults: [], notes: [`${Object.keys(manifest.files).length} 个文件，含压缩后的`] };
  });
  if (!isWhole) return gates;
  await pass('接口差异', () => contractGate(candidate));
  await pass('共享模块', () => sharedGate(candidate));
  await pass('体积', () => sizeGate(candidate));
  await pass('样式', () => checkStyles(candidate));
  // The operator fixes these first; opening a browser takes longer than all of them.
  if (gates.some((gate) => !gate.ok)) return gates;
  const booting: Booting = { ...candidate };
  await pass('浏览器启动与无障碍', async () => {
    // Loads Playwright only here, so that a rollback does not wait for it.
    const { findBootFaults: bootFaults } = await import('./boot.ts');
    return { faults: await bootFaults(booting) };
  });
  return gates;
}

export const formatGate = ({ name, ok, ms, lines }: Gate): string[] => [
  `${ok ? '✓' : '✗'} ${name}  ${(ms / 1000).toFixed(1)} s`,
  ...lines.map((line) => `    ${line}`),
];

async function contractGate(candidate: Candidate) {
  const asked = await readReleaseContract(candidate.store, candidate.application, candidate.id);
  const offered = await fetchApiContract(candidate.api);
  const found = findDifferences(`${candidate.application} → API`, asked, offered);
  const lines = formatDifferences([...found, ...(await sessionDifferences(candidate))]);
  return {
    faults: lines.filter((line) => line.includes(' ERR ')),
    notes: lines.filter((line) => !line.includes(' ERR ')),
  };
}

/** Areas interact only through the session contract and the page's commons. */
async function sessionDifferences(candidate: Candidate): Promise<Difference[]> {
  const { application, id, live, store } = candidate;
  const own = await store.manifest(application, id);
  const found: Difference[] = [];
  for (const [name, other] of Object.entries(live)) {
    if (name === application || !other) continue;
    const { contract, commons } = await store.manifest(name as Application, other);
    const between = `${application} → ${name}`;
    const add = (level: Difference['level'], path: string, text: string) =>
      found.push({ level, between, path, text });
    if (contract !== own.contract) add('ERR', '会话', `契约 ${own.contract}，而它是 ${contract}`);
    const [needed, given] =
      application === 'commons' ? [commons, own.commons] : [own.commons, commons];
    if (name !== 'commons' && application !== 'commons') continue;
    if (!suits(needed, given))
      add('WARN', 'commons', `需要 ${needed}，而这一份是 ${given}：页面将使用自带的一份`);
  }
  return found;
}

/** Singletons must be compatible with every release on the page, otherwise an area would not start
 * in the portal that mounts it. */
async function sharedGate({ application, id, beside, store }: Candidate) {
  const own = await store.manifest(application, id);
  const others = await Promise.all(beside.map(([name, other]) => store.manifest(name, other)));
  const faults = [...new Set(others.flatMap((other) => findSharedFaults(own, other)))];
  const advice = application === 'portal' ? '请先退回较新的区域' : '请先启用较新的 portal';
  return { faults: faults.map((fault) => `${fault}，${advice}`) };
}

async function sizeGate({ application, id, store }: Candidate) {
  const { files, web, area } = await store.manifest(application, id);
  const first = web ? web.js : area ? [area.entry, ...area.files] : [];
  const bytes = first.reduce(
    (sum, path) => sum + (files[`${path}.br`] ?? files[path] ?? { bytes: 0 }).bytes,
    0,
  );
  const most = otherBudgets[application] ?? budget;
  const text = `首屏脚本 ${Math.round(bytes / 1000)} kB，上限 ${most / 1000} kB`;
  return bytes > most ? { faults: [text] } : { faults: [], notes: [text] };
}

/** A page that leads to another application must use its colours: checks that the release defines
 * its own. */
export async function checkStyles({
  application,
  id,
  store,
}: Pick<Candidate, 'application' | 'id' | 'store'>) {
  const { files, web } = await store.manifest(application, id);
  if (!web) return { faults: [] };
  const empty = Object.entries(files).filter(
    ([path, { bytes }]) => path.endsWith('.css') && bytes === 0,
  );
  const faults = empty.map(([path]) => `样式文件为空：${path}`);
  return { faults: web.css.length === 0 ? ['没有样式文件', ...faults] : faults };
}

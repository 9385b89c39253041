import type { Application } from '@cme/contract/site/rollout';
import type { ReleaseManifest, ReleaseStore } from '@cme/release';
import type { RolloutClient } from './client.ts';
import { formatCommit } from './making.ts';

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const plain = ([path]: [string, unknown]) => !/\.(br|gz)$/.test(path);

/** Differences between a release and the active one, by their signed manifests. */
export async function describeDifference(
  client: Pick<RolloutClient, 'report'>,
  store: ReleaseStore,
  area: Application,
  release: string,
): Promise<string[]> {
  const manifest = await store.manifest(area, release);
  const { state } = await client.report({ most: 1 });
  const stable = state.areas[area]?.stable;
  const before = stable ? await store.manifest(area, stable).catch(() => undefined) : undefined;
  const commons = state.areas['commons']?.stable;
  const running = commons
    ? await store.manifest('commons', commons).catch(() => undefined)
    : undefined;
  return [
    `  版本 ${manifest.version}，提交 ${formatCommit(manifest.commit)}，契约 ${contracts(before, manifest)}`,
    `  文件：${files(before, manifest)}`,
    ...(area !== 'commons' && running
      ? [`  构建所用 commons ${manifest.commons}，正在使用 ${running.commons}`]
      : []),
  ];
}

const contracts = (before: ReleaseManifest | undefined, { contract }: ReleaseManifest) =>
  before && before.contract !== contract ? `${before.contract} → ${contract}` : `${contract}`;

function files(before: ReleaseManifest | undefined, after: ReleaseManifest): string {
  const own = Object.entries(after.files).filter(plain);
  const old = new Map(Object.entries(before?.files ?? {}).filter(plain));
  const fresh = own.filter(([path, { sha256 }]) => old.get(path)?.sha256 !== sha256);
  const gone = [...old.keys()].filter((path) => !Object.hasOwn(after.files, path));
  const sum = (list: [string, { bytes: number }][]) =>
    kilobytes(list.reduce((all, [, { bytes }]) => all + bytes, 0));
  return `${own.length} 个（${sum(own)}），其中新 ${fresh.length} 个（${sum(fresh)}），去掉 ${gone.length} 个`;
}

import { join } from 'node:path';
import {
  type Application,
  applications,
  makeRelease,
  type OwnApplication,
  type ReleaseManifest,
  ReleaseRefusedError,
} from '@cme/release';
import { build } from '../build/build.ts';
import { formatCommit, collectBuildInfo, readBuildInfo } from './making.ts';

export interface Released {
  application: Application;
  id: string;
  isNew: boolean;
  version: string;
  commit: string;
  calls: number;
  files: { path: string; bytes: number }[];
}

interface Wanted {
  application: Application;
  /** Folder of an area that was built outside this repository. */
  from?: string | undefined;
}

/** Creates the release of one application, which is built first unless a folder with a build is given;
 * does not activate it. */
export async function createRelease(
  root: string,
  { application, from }: Wanted,
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<Released> {
  const dist = join(from ?? join(root, 'apps', application), 'dist');
  if (!from) {
    log(`构建 ${application} …`);
    await build(root, [toOwn(application)]);
  }
  const { application: built } = readBuildInfo(dist);
  if (built !== application)
    throw new ReleaseRefusedError(`${dist} 是 ${built} 的构建，不是 ${application} 的`);
  log(`生成 ${application} 的版本 …`);
  const { manifest, isNew } = await makeRelease(application, dist, collectBuildInfo(dist, env));
  return { ...summarize(manifest), isNew };
}

function toOwn(application: Application): OwnApplication {
  const own = applications.find((name) => name === application);
  if (own) return own;
  throw new ReleaseRefusedError(
    `${application} 不在这个代码库里：用 --from 指明它构建所在的文件夹`,
  );
}

/** The files of a release to display; compressed variants are listed with their file. */
const summarize = ({ application, id, version, commit, calls, files }: ReleaseManifest) => ({
  application,
  id,
  version,
  commit,
  calls: Object.keys(calls).length,
  files: Object.entries(files)
    .filter(([path]) => !/\.(br|gz)$/.test(path))
    .map(([path, { bytes }]) => ({ path, bytes: files[`${path}.br`]?.bytes ?? bytes })),
});

/** Creates releases from builds that exist, with a line for each; does not activate them. */
export async function createReleases(
  root: string,
  env: NodeJS.ProcessEnv,
  applications: OwnApplication[],
  log: (line: string) => void = console.log,
): Promise<Partial<Record<OwnApplication, string>>> {
  const releaseIds: Partial<Record<OwnApplication, string>> = {};
  for (const application of applications) {
    const dist = join(root, 'apps', application, 'dist');
    const { manifest, isNew } = await makeRelease(application, dist, collectBuildInfo(dist, env));
    releaseIds[application] = manifest.id;
    log(`  ${application.padEnd(12)} ${manifest.id}${isNew ? ' new' : ''}`);
  }
  return releaseIds;
}

const formatKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(8)} kB`;

/** The largest files first, the rest as one line. */
export function formatRelease({ application, id, isNew, ...rest }: Released): string[] {
  const { version, commit, calls, files } = rest;
  const sorted = files.toSorted((a, b) => b.bytes - a.bytes);
  const largest = sorted.slice(0, 12);
  const others = sorted.slice(12);
  const sumBytes = (list: typeof files) => list.reduce((all, { bytes }) => all + bytes, 0);
  return [
    `${application} ${id}${isNew ? '（新）' : '（已有，内容相同）'}  版本 ${version}  提交 ${formatCommit(commit)}  使用 ${calls} 个接口`,
    ...largest.map(({ path, bytes }) => `${formatKilobytes(bytes)}  ${path}`),
    ...(others.length > 0
      ? [`${formatKilobytes(sumBytes(others))}  其余 ${others.length} 个文件`]
      : []),
    `${formatKilobytes(sumBytes(files))}  合计 ${files.length} 个文件（压缩后）`,
  ];
}

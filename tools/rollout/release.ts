import { join } from 'node:path';
import { type Application, makeRelease, type ReleaseManifest } from '@cme/release';
import { build } from '../build/build.ts';
import { formatCommit, collectBuildInfo } from './making.ts';

export interface Released {
  application: Application;
  id: string;
  isNew: boolean;
  version: string;
  commit: string;
  calls: number;
  files: { path: string; bytes: number }[];
}

const releaseBuild = (root: string, application: Application, env: NodeJS.ProcessEnv) =>
  makeRelease(
    application,
    join(root, 'apps', application, 'dist'),
    collectBuildInfo(root, application, env),
  );

/** Builds one application and creates its release; does not activate it. */
export async function createRelease(
  root: string,
  application: Application,
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<Released> {
  log(`构建 ${application} …`);
  await build(root, [application]);
  log(`生成 ${application} 的版本 …`);
  const { manifest, isNew } = await releaseBuild(root, application, env);
  return { ...summarize(manifest), isNew };
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
  applications: Application[],
  log: (line: string) => void = console.log,
): Promise<Partial<Record<Application, string>>> {
  const releaseIds: Partial<Record<Application, string>> = {};
  for (const application of applications) {
    const { manifest, isNew } = await releaseBuild(root, application, env);
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

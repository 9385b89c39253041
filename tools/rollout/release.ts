import { join } from 'node:path';
import { makeRelease } from '../../apps/edge/src/releases/make.ts';
import type { Application, ReleaseManifest } from '../../apps/edge/src/releases/manifest.ts';
import { build } from '../build/build.ts';
import { commitInWords, makingOf } from './making.ts';

export interface Released {
  application: Application;
  id: string;
  isNew: boolean;
  version: string;
  commit: string;
  calls: number;
  files: { path: string; bytes: number }[];
}

/** Builds one application and creates its release; does not activate it. */
export async function releaseOne(
  root: string,
  application: Application,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<Released> {
  say(`构建 ${application} …`);
  await build(root, [application]);
  say(`生成 ${application} 的版本 …`);
  const dist = join(root, 'apps', application, 'dist');
  const { manifest, isNew } = await makeRelease(
    application,
    dist,
    makingOf(root, application, env),
  );
  return { ...summary(manifest), isNew };
}

/** The files of a release to display; compressed variants are listed with their file. */
const summary = ({ application, id, version, commit, calls, files }: ReleaseManifest) => ({
  application,
  id,
  version,
  commit,
  calls: Object.keys(calls).length,
  files: Object.entries(files)
    .filter(([path]) => !/\.(br|gz)$/.test(path))
    .map(([path, { bytes }]) => ({ path, bytes: files[`${path}.br`]?.bytes ?? bytes })),
});

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(8)} kB`;

/** The largest files first, the rest as one line. */
export function linesOfRelease({ application, id, isNew, ...rest }: Released): string[] {
  const { version, commit, calls, files } = rest;
  const sorted = files.toSorted((one, other) => other.bytes - one.bytes);
  const shown = sorted.slice(0, 12);
  const others = sorted.slice(12);
  const sum = (list: typeof files) => list.reduce((all, { bytes }) => all + bytes, 0);
  return [
    `${application} ${id}${isNew ? '（新）' : '（已有，内容相同）'}  版本 ${version}  提交 ${commitInWords(commit)}  使用 ${calls} 个接口`,
    ...shown.map(({ path, bytes }) => `${kilobytes(bytes)}  ${path}`),
    ...(others.length > 0 ? [`${kilobytes(sum(others))}  其余 ${others.length} 个文件`] : []),
    `${kilobytes(sum(files))}  合计 ${files.length} 个文件（压缩后）`,
  ];
}

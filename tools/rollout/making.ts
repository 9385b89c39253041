import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BuildInfo,
  type ReleaseOptions,
  signingKey,
  readReleaseSettings,
  ReleaseRefusedError,
  releaseKeyFile,
} from '@cme/release';

const root = join(import.meta.dirname, '../..');

/** What the build in this folder says about its source. */
export function readBuildInfo(dist: string): BuildInfo {
  const files = ['web', 'area'].map((environment) => join(dist, environment, 'build.json'));
  const file = files.find(existsSync);
  if (!file) throw new ReleaseRefusedError(`${dist} 里没有构建结果：请先构建这个区域`);
  const { data, error } = BuildInfo.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (data) return data;
  throw new ReleaseRefusedError(`${file} 无法识别：${error.issues[0]?.path.join('.')}`);
}

/** The commit of the source, marked if there are uncommitted changes. */
function readCommit(folder: string): string {
  const runGit = (...args: string[]) =>
    spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  const { status, stdout } = runGit('rev-parse', 'HEAD');
  if (status !== 0) return '';
  return stdout.trim() + (runGit('status', '--porcelain').stdout.trim() ? '-dirty' : '');
}

/** A readable name; uncommitted source cannot be restored. */
export const formatCommit = (commit: string): string =>
  commit === ''
    ? '未知'
    : `${commit.slice(0, 12)}${commit.endsWith('-dirty') ? '（另有未提交的改动）' : ''}`;

/** What a build says about its source, with the signing key and the release folder. */
export function collectBuildInfo(dist: string, env = process.env): ReleaseOptions {
  const { storage, publicKeys } = readReleaseSettings(env);
  const { version, contract, commons, calls, shared_exports } = readBuildInfo(dist);
  return {
    storage,
    key: signingKey(releaseKeyFile(env), !env['RELEASE_KEY']),
    publicKeys,
    origin: { version, commit: readCommit(dist), contract, commons },
    schemas: calls,
    sharedExports: shared_exports,
    compressedFiles: join(root, '.cache/compressed'),
  };
}

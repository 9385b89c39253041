import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTRACT_VERSION } from '@cme/contract/base';
import { everyCall } from '@cme/contract/every-call';
import {
  type Application,
  type ReleaseOptions,
  signingKey,
  readReleaseSettings,
  releaseKeyFile,
} from '@cme/release';
import { readSharedExports } from './shared-exports.ts';
import { describeContract } from '../contract/schemas.ts';

const readVersion = (root: string, project: string): string =>
  JSON.parse(readFileSync(join(root, project, 'package.json'), 'utf8')).version;

/** The commit of the source, marked if there are uncommitted changes. */
function readCommit(root: string): string {
  const runGit = (...args: string[]) =>
    spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' });
  const { status, stdout } = runGit('rev-parse', 'HEAD');
  if (status !== 0) return '';
  return stdout.trim() + (runGit('status', '--porcelain').stdout.trim() ? '-dirty' : '');
}

/** A readable name; uncommitted source cannot be restored. */
export const formatCommit = (commit: string): string =>
  commit === ''
    ? '未知'
    : `${commit.slice(0, 12)}${commit.endsWith('-dirty') ? '（另有未提交的改动）' : ''}`;

/** Metadata of an application's source, with the signing key and the release folder. */
export function collectBuildInfo(
  root: string,
  application: Application,
  env = process.env,
): ReleaseOptions {
  const { storage, publicKeys } = readReleaseSettings(env);
  return {
    storage,
    key: signingKey(releaseKeyFile(env), !env['RELEASE_KEY']),
    publicKeys,
    origin: {
      version: readVersion(root, `apps/${application}`),
      commit: readCommit(root),
      contract: CONTRACT_VERSION,
      commons: readVersion(root, 'libs/commons'),
    },
    schemas: describeContract(everyCall),
    sharedExports: readSharedExports(root),
    compressedFiles: join(root, '.cache/compressed'),
  };
}

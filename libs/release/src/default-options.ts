import { join } from 'node:path';
import { CONTRACT_VERSION } from '@cme/contract/base';
import type { ReleaseOptions } from './make.ts';
import { publicFileOf, signingKey } from './signature.ts';

/** Default settings for making a release: folder, and signing key next to it. */
export function defaultReleaseOptions(root: string): ReleaseOptions {
  const keyFile = join(root, '../keys/release.pem');
  return {
    storage: { kind: 'folder', folder: root },
    key: signingKey(keyFile, true),
    publicKeys: [publicFileOf(keyFile)],
    origin: { version: '', commit: '', contract: CONTRACT_VERSION, commons: '' },
    schemas: {},
  };
}

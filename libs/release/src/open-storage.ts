import { createFolderStorage } from './folder-storage.ts';
import type { BucketSettings } from '@cme/storage';
import { createS3ReleaseStorage } from './s3-storage.ts';
import type { ReleaseStorage } from './storage.ts';

export type StorageSettings =
  | { kind: 'folder'; folder: string }
  | ({ kind: 's3' } & BucketSettings);

export const createReleaseStorage = (settings: StorageSettings): ReleaseStorage =>
  settings.kind === 's3' ? createS3ReleaseStorage(settings) : createFolderStorage(settings.folder);

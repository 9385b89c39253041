import { createFolderStorage } from './folder-storage.ts';
import { createS3ReleaseStorage, type S3Settings } from './s3-storage.ts';
import type { ReleaseStorage } from './storage.ts';

export type StorageSettings = { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Settings);

export const createReleaseStorage = (settings: StorageSettings): ReleaseStorage =>
  settings.kind === 's3' ? createS3ReleaseStorage(settings) : createFolderStorage(settings.folder);

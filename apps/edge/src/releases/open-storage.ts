import { openFolderStorage } from './folder-storage.ts';
import { openS3Storage, type S3Settings } from './s3-storage.ts';
import type { ReleaseStorage } from './storage.ts';

export type StorageSettings = { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Settings);

export const openStorage = (settings: StorageSettings): ReleaseStorage =>
  settings.kind === 's3' ? openS3Storage(settings) : openFolderStorage(settings.folder);

import { join } from 'node:path';
import type { Settings } from '../settings/settings.ts';
import { createDiskStorage } from './disk.ts';
import type { Storage } from './port.ts';
import { createS3Storage } from './s3.ts';

type StorageOptions = Pick<Settings, 'dataDir' | 'storage'>;

const opened = new WeakMap<StorageOptions, Storage>();

/** The configured storage, one per process. */
export function openStorage(settings: StorageOptions): Storage {
  let storage = opened.get(settings);
  if (!storage) {
    const { storage: choice } = settings;
    storage =
      choice.kind === 's3'
        ? createS3Storage(choice)
        : createDiskStorage(join(filesFolder(settings), 'store'));
    opened.set(settings, storage);
  }
  return storage;
}

/** Local folders: the disk storage, and incoming data. */
export const filesFolder = ({ dataDir }: Pick<Settings, 'dataDir'>): string =>
  join(dataDir, 'files');

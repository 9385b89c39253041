export interface StoredRelease {
  id: string;
  /** When it was made. */
  at: string;
}

/** Where releases lie, each under `<application>/<id>/`. One that has been put is there whole or
 * not at all, and is never changed. */
export interface ReleaseStorage {
  read(path: string): Promise<Buffer | undefined>;
  /** The last file is what makes a release one: whoever finds it finds all of them. */
  put(release: string, files: Map<string, Buffer>): Promise<void>;
  list(application: string): Promise<StoredRelease[]>;
  remove(release: string): Promise<void>;
}

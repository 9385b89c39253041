export interface StoredRelease {
  id: string;
  /** Creation time. */
  at: string;
}

/** Storage of releases, each under `<application>/<id>/`. A release is stored completely or not at
 * all, and never changes. */
export interface ReleaseStorage {
  read(path: string): Promise<Buffer | undefined>;
  /** The last file is the signature, written last: a release with a signature is complete. */
  put(release: string, files: Map<string, Buffer>): Promise<void>;
  list(application: string): Promise<StoredRelease[]>;
  remove(release: string): Promise<void>;
}

/** Replaces the federation runtime's manifest snapshots with the stub it has for builds without
 * remotes, because pages load containers by their entries, never by manifests. Imported by
 * another name, because the package does not export it. */
export { DisabledSnapshotHandler as SnapshotHandler } from 'disabled-snapshots';

export const getGlobalRemoteInfo = () => ({ hostGlobalSnapshot: undefined });

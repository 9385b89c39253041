/** Replaces the federation runtime's manifest snapshots with the stub it has for builds without
 * remotes, because pages load containers by their entries, never by manifests. Imported by file,
 * because the package does not export it. */
export { DisabledSnapshotHandler as SnapshotHandler } from '../../node_modules/@module-federation/runtime-core/dist/plugins/snapshot/disabled.js';

export const getGlobalRemoteInfo = () => ({ hostGlobalSnapshot: undefined });

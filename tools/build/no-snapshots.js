/** What the federation runtime keeps of manifests. Pages load containers by their entries, never by
 * manifests: they get what the runtime has for builds without remotes. It is named by its file,
 * because the package does not name it. */
export { DisabledSnapshotHandler as SnapshotHandler } from '../../node_modules/@module-federation/runtime-core/dist/plugins/snapshot/disabled.js';

export const getGlobalRemoteInfo = () => ({ hostGlobalSnapshot: undefined });

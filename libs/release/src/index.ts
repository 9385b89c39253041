export { BuildInfo } from './build-info.ts';
export { defaultReleaseOptions } from './default-options.ts';
export { makeRelease, type ReleaseOptions, type ReleaseResult } from './make.ts';
export {
  type Application,
  applications,
  contractFile,
  type Files,
  integrityOf,
  isReleaseId,
  manifestFile,
  type Origin,
  type OwnApplication,
  type Polyfills,
  releaseIdOf,
  type ReleaseManifest,
  type SharedModule,
  signatureFile,
  type StartFiles,
} from './manifest.ts';
export { createReleaseStorage, type StorageSettings } from './open-storage.ts';
export { prune, type LastLive, type Pruned, retentionDays } from './prune.ts';
export { readSecret } from './secret.ts';
export {
  address,
  addressWords,
  parseSettings,
  readReleaseSettings,
  releaseKeyFile,
  SettingError,
} from './settings.ts';
export { isSigned, publicFileOf, publicKeys, signatureOf, signingKey } from './signature.ts';
export { readStateFile, writeStateFile } from './state-file.ts';
export {
  createReleaseStore,
  type Release,
  ReleaseRefusedError,
  type ReleaseSettings,
  type ReleaseStore,
} from './store.ts';
export { readRequested, signRequested, testerCookie, testerSeconds } from './tester-cookie.ts';

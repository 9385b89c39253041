import { createHash } from 'node:crypto';
import type { AreaPages } from '@cme/contract/site/pages';
import { type Application, applications, type OwnApplication } from '@cme/contract/site/rollout';
import { findPagesFault } from './pages.ts';

export { type Application, applications, type OwnApplication };

export interface Files {
  js: string[];
  css: string[];
}

/** A script for browsers that lack one of these calls, such as `URL.parse`. */
export interface Polyfills {
  file: string;
  calls: string[];
}

/**
 * What a page needs from a release, and when. Paths are relative to the release; `pages` are lazy
 * pages by chunk name.
 */
export interface StartFiles {
  /** What starts the application on its own domain. */
  web?: Files & { pages: Record<string, Files>; polyfills?: Polyfills };
  /** What another domain mounts: the container's entry and the files of its exposed modules. */
  area?: { entry: string; files: string[]; pages: Record<string, Files> };
  /** What the application says about its pages. Absent in older releases. */
  pages?: AreaPages;
}

/** Where a release comes from and what it relies on. */
export interface Origin {
  version: string;
  commit: string;
  /** Version of the session contract. */
  contract: number;
  /**
   * Calls made by the release, each with a digest of its schema; the full schemas are in
   * `contract.json` next to the manifest.
   */
  calls: Record<string, string>;
  /** Version of libs/commons at build time. */
  commons: string;
}

export interface SharedModule {
  version: string;
  singleton: boolean;
  /** Exports, where only a part of the library is built in. Absent in older releases. */
  exports?: string[];
}

/** The signed manifest of a release. */
export interface ReleaseManifest extends Origin, StartFiles {
  format: 1;
  application: Application;
  id: string;
  /** Modules exposed to other pages. */
  exposes: string[];
  /** Shared modules with the versions they were built with. */
  shared: Record<string, SharedModule>;
  /** Every file, including compressed variants. */
  files: Record<string, { sha256: string; bytes: number }>;
}

export const manifestFile = 'manifest.json';
export const signatureFile = 'manifest.json.sig';
/** Schemas of the calls that a release makes, for tools. */
export const contractFile = 'contract.json';

const idPattern = /^[0-9a-f]{12}$/;
export const isReleaseId = (id: string): boolean => idPattern.test(id);

/** A relative path within a release: it cannot leave the release or name a host. */
const pathPattern = /^(?:(web|area|server)(\/[\w@-][\w.@-]*)+|contract\.json)$/;
const isCompressed = (path: string) => /\.(br|gz)$/.test(path);

/** Compressed variants are ignored: a newer compressor does not make a new release. */
export function releaseIdOf(files: ReleaseManifest['files']): string {
  const hash = createHash('sha256');
  for (const path of Object.keys(files).sort())
    if (!isCompressed(path)) hash.update(`${path}\0${files[path]?.sha256}\n`);
  return hash.digest('hex').slice(0, 12);
}

/** Why a correctly signed manifest still cannot be used; undefined if it can. */
export function manifestError(
  manifest: ReleaseManifest,
  application: Application,
  id: string,
): string | undefined {
  if (manifest.format !== 1) return `清单的格式 ${String(manifest.format)} 无法识别`;
  if (manifest.application !== application || manifest.id !== id)
    return `清单属于 ${String(manifest.application)}/${String(manifest.id)}`;
  const badPath = Object.keys(manifest.files).find((path) => !pathPattern.test(path));
  if (badPath !== undefined) return `清单中的文件路径不合规：${JSON.stringify(badPath)}`;
  if (releaseIdOf(manifest.files) !== id) return '版本号与文件内容不符';
  const foreign = startPaths(manifest).find((path) => !Object.hasOwn(manifest.files, path));
  if (foreign !== undefined) return `清单指向不属于本版本的文件：${JSON.stringify(foreign)}`;
  const { web, area } = manifest;
  const built = [web?.pages ?? {}, area?.pages ?? {}];
  return findPagesFault(manifest.pages, (chunk) =>
    built.some((chunks) => Object.hasOwn(chunks, chunk)),
  );
}

function startPaths({ web, area }: StartFiles): string[] {
  const ofPages = (pages: Record<string, Files> = {}) =>
    Object.values(pages).flatMap(({ js, css }) => [...js, ...css]);
  return [
    ...(web ? [...web.js, ...web.css, ...ofPages(web.pages)] : []),
    ...(web?.polyfills ? [web.polyfills.file] : []),
    ...(area ? [area.entry, ...area.files, ...ofPages(area.pages)] : []),
  ];
}

/** Integrity value in the format of browsers (SRI). */
export function integrityOf(manifest: ReleaseManifest, path: string): string {
  const sha256 = manifest.files[path]?.sha256;
  return sha256 ? `sha256-${Buffer.from(sha256, 'hex').toString('base64')}` : '';
}

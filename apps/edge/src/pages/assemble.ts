import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type PageBlock, toApplication } from '@cme/contract/site';
import { renderDocument, type DocumentParts, type HeadTag } from './document.ts';
import type { FirstCalls } from './first-calls.ts';
import { fileAddress } from './page-block.ts';
import { type Application, type Files, integrityOf, type Release } from '@cme/release';
import type { Chosen } from '../rollout/rollout.ts';
import type { Origin } from '../rollout/sources.ts';
import type { EdgeSettings } from '../settings/settings.ts';

/** Which area's build starts the page, and which area it mounts immediately. */
export interface PagePlan {
  starts: string;
  mounts?: string;
  /** Names of the page's chunks. */
  chunks: string[];
  first?: FirstCalls | undefined;
  speculation?: string | undefined;
}

export interface RenderedPart {
  care: boolean;
  signed: boolean;
  inApp: 'wechat' | 'wecom' | '';
  html?: string;
  title?: string;
  head?: HeadTag[];
  state?: string;
  /** Origin of each application, for the developer panel. */
  origins?: Origin[] | undefined;
}

const sheets = new Map<string, string>();

/** Assembles a page from the releases chosen for this reader. */
export function assemblePage(
  releases: Pick<Chosen, 'live'>,
  settings: EdgeSettings,
  block: PageBlock,
  plan: PagePlan,
  rendered: RenderedPart,
): string | undefined {
  const application = toApplication(plan.starts);
  const source = settings.source[application];
  if (source)
    return renderDocument({
      block,
      ...rendered,
      styles: [],
      sheets: [`/source/${application}/web/index.css`],
      scripts: [{ src: `/source/${application}/web/index.js` }],
      chunks: [],
      polyfills: [],
      preloads: [],
    });
  const release = releases.live(application);
  if (!release?.manifest.web) return undefined;
  const { web } = release.manifest;
  const address = (file: string) => fileAddress(application, release.id, file);
  // A page that makes calls at once also needs what describes its frame's, and what sends them.
  const calling = (name: Application) =>
    plan.first ? (releases.live(name)?.manifest.pages?.calling ?? []) : [];
  const first = pick(web.pages, [...plan.chunks, ...calling(application)]);
  const commons = containerFiles(releases, settings, 'commons', calling('commons'));
  const mounted = plan.mounts
    ? containerFiles(releases, settings, toApplication(plan.mounts), plan.chunks)
    : undefined;
  return renderDocument({
    block,
    ...rendered,
    first: plan.first,
    speculation: plan.speculation,
    styles: [...web.css, ...first.css].map((file) => ({
      name: basename(file),
      css: styleTag(release, file),
    })),
    scripts: web.js.map((file) => ({
      src: address(file),
      integrity: integrityOf(release.manifest, file),
    })),
    polyfills: polyfillsOf(releases, [
      application,
      ...block.remotes.map(({ name }) => name.replace('_', '-')),
    ]),
    chunks: [...(commons?.chunks ?? []), ...first.js.map(address), ...(mounted?.chunks ?? [])],
    preloads: [commons, mounted].flatMap((container) => container?.entry ?? []),
  } satisfies DocumentParts);
}

/** Of the application that starts the page and of those that it may mount; equal files once. */
function polyfillsOf(
  releases: Pick<Chosen, 'live'>,
  applications: Application[],
): DocumentParts['polyfills'] {
  const found = new Map<string, DocumentParts['polyfills'][number]>();
  for (const application of applications) {
    const release = releases.live(application);
    const polyfills = release?.manifest.web?.polyfills;
    if (!release || !polyfills || found.has(basename(polyfills.file))) continue;
    found.set(basename(polyfills.file), {
      src: fileAddress(application, release.id, polyfills.file),
      integrity: integrityOf(release.manifest, polyfills.file),
      calls: polyfills.calls,
    });
  }
  return [...found.values()];
}

function containerFiles(
  releases: Pick<Chosen, 'live'>,
  settings: EdgeSettings,
  application: Application,
  chunks: string[],
): { entry: string; chunks: string[] } | undefined {
  const release = releases.live(application);
  const area = release?.manifest.area;
  if (!release || !area || settings.source[application]) return undefined;
  const address = (file: string) => fileAddress(application, release.id, file);
  const files = [...area.files, ...pick(area.pages, chunks).js];
  return { entry: address(area.entry), chunks: files.map(address) };
}

function pick(pages: Record<string, Files>, names: string[]): Files {
  const found = names.flatMap((name) => pages[name] ?? []);
  return { js: found.flatMap(({ js }) => js), css: found.flatMap(({ css }) => css) };
}

function styleTag(release: Release, file: string): string {
  const path = join(release.folder, file);
  const css = sheets.get(path) ?? readFileSync(path, 'utf8');
  sheets.set(path, css);
  return css;
}

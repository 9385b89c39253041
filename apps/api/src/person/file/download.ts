import { testDomain } from '@cme/contract/site';
import type { FileDownload } from '@cme/contract/person';
import type { AppContext } from '../../platform/context/context.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { toOrigin } from '../../platform/sites/site.rules.ts';
import type { Site } from '../../platform/sites/site.store.ts';
import type { FileRow } from './file.store.ts';
import { passFor, passSeconds } from './pass.rules.ts';

/** The host that serves only files: no pages, no cookies. A local address has no subdomains, so
 * files use the page's own origin there. */
export function filesBase({ settings }: Pick<AppContext, 'settings'>, site: Site): string {
  if (settings.contentBase) return settings.contentBase;
  return site.domain === testDomain ? '' : toOrigin(`files.${settings.mainDomain}`, settings.port);
}

/** A URL that opens the file for some minutes. The caller has checked access. */
export function signDownload(
  context: Pick<AppContext, 'settings' | 'now'>,
  site: Site,
  row: FileRow | undefined,
): FileDownload {
  if (row?.file_status !== 'ready') throw new RefusalError(404, '没有找到该文件', 'not_found');
  const expires = Math.floor(context.now().getTime() / 1000) + passSeconds;
  return {
    url: `${filesBase(context, site)}/qm/file/${passFor(context.settings, row.file_id, expires)}/${row.file_id}`,
    file_name: row.name,
    expire_at: formatTime(new Date(expires * 1000)),
  };
}

import type { EdgeSettings } from '../settings/settings.ts';

/** Sent with every response. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/**
 * Headers of every page. Inline scripts are allowed by their hashes. `style-src-attr` allows
 * inline styles because server rendering emits them; a development server injects styles without a
 * nonce.
 */
export function pageHeaders(
  nonce: string,
  settings: EdgeSettings,
  inline: string[],
): Record<string, string> {
  const api = [settings.apiBase, settings.contentBase]
    .filter(Boolean)
    .map((base) => new URL(base).origin);
  const source = Object.values(settings.source).flatMap((origin) =>
    origin ? [origin, origin.replace(/^http/, 'ws')] : [],
  );
  const joinSources = (list: string[]) => list.map((source) => ` ${source}`).join('');
  return {
    'content-security-policy': [
      `default-src 'self'`,
      `script-src 'self'${joinSources(inline.map((hash) => `'${hash}'`))}`,
      `style-src 'self' ${source.length > 0 ? `'unsafe-inline'` : `'nonce-${nonce}'`}`,
      `style-src-attr 'unsafe-inline'`,
      `img-src 'self' data: blob:${joinSources(api)}`,
      `media-src 'self' blob:${joinSources(api)}`,
      `connect-src 'self'${joinSources(api)}${joinSources(source)}`,
      `worker-src 'self' blob:`,
      `font-src 'self' data:`,
      `object-src 'none'`,
      `base-uri 'none'`,
      `form-action 'self'`,
      `frame-ancestors 'none'`,
      `report-uri /edge/report`,
    ].join('; '),
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
  };
}

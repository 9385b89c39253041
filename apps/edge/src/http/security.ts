import type { EdgeSettings } from '../settings.ts';

/** Sent with everything. */
export const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/** Sent with every page. The one script that may stand in a page is named by its digest. Style attributes are written by the server's rendering, hence the one
 * exception; a development server puts styles in without a nonce. */
export function pageHeaders(
  nonce: string,
  settings: EdgeSettings,
  inline?: string,
): Record<string, string> {
  const api = [settings.apiBase, settings.contentBase]
    .filter(Boolean)
    .map((base) => new URL(base).origin);
  const source = Object.values(settings.source).flatMap((origin) =>
    origin ? [origin, origin.replace(/^http/, 'ws')] : [],
  );
  const also = (list: string[]) => list.map((one) => ` ${one}`).join('');
  return {
    'content-security-policy': [
      `default-src 'self'`,
      `script-src 'self'${inline ? ` '${inline}'` : ''}`,
      `style-src 'self' ${source.length > 0 ? `'unsafe-inline'` : `'nonce-${nonce}'`}`,
      `style-src-attr 'unsafe-inline'`,
      `img-src 'self' data: blob:${also(api)}`,
      `media-src 'self' blob:${also(api)}`,
      `connect-src 'self'${also(api)}${also(source)}`,
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

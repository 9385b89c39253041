import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** Hop-by-hop headers (RFC 9110, 7.6.1): never forwarded in either direction. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);

/** Headers only a proxy may set, and `Expect`, which is already answered. */
const proxyHeaders = new Set([
  'expect',
  'content-length',
  'forwarded',
  'via',
  'x-real-ip',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-server',
]);

function getEndToEndHeaders(headers: IncomingHttpHeaders): [string, string | string[]][] {
  const connectionHeaders = new Set(
    String(headers.connection ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  );
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || hopByHop.has(name) || connectionHeaders.has(name) ? [] : [[name, value]],
  );
}

/** Headers for the API: the client's own, with one verified address and scheme. */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  client: { address: string; scheme: string },
  length?: number,
): OutgoingHttpHeaders {
  return {
    ...Object.fromEntries(getEndToEndHeaders(headers).filter(([name]) => !proxyHeaders.has(name))),
    ...(length === undefined ? {} : { 'content-length': length }),
    'x-forwarded-for': client.address,
    'x-forwarded-proto': client.scheme,
  };
}

export const responseHeaders = (headers: IncomingHttpHeaders): Record<string, string | string[]> =>
  Object.fromEntries(getEndToEndHeaders(headers));

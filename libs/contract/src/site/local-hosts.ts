/** Domain of the test site, which answers for every host without a name. */
export const testDomain = 'localhost';

const local = [
  /^localhost$/,
  /^127\.\d+\.\d+\.\d+$/,
  /^0\.0\.0\.0$/,
  /^\[?::1\]?$/,
  /^10\.\d+\.\d+\.\d+$/,
  /^192\.168\.\d+\.\d+$/,
  /^172\.(1[6-9]|2\d|3[01])\.\d+\.\d+$/,
];

/**
 * The domain of a Host header or address bar: lower case, without port and trailing dot. Local
 * hosts map to the test site. `name.localhost` stays as it is.
 */
export function domainOf(host: string): string {
  const domain = host.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
  return local.some((pattern) => pattern.test(domain)) ? testDomain : domain;
}

/**
 * Whether a host is served without TLS: names under `localhost`, and addresses that are the test
 * site.
 */
export function isPlainHttp(host: string): boolean {
  return /(^|\.)localhost$/.test(domainOf(host));
}

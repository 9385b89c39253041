export type Encoding = 'br' | 'gzip' | 'identity';

/** Encodings that the client accepts, best first; `identity` is always last. */
export function acceptedEncodings(header: string | string[] | undefined): Encoding[] {
  const accepted = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q=/));
  const isAccepted = (name: string) =>
    accepted.some(([key, weight]) => key === name && Number(weight ?? 1) > 0);
  return [...(['br', 'gzip'] as const).filter(isAccepted), 'identity'];
}

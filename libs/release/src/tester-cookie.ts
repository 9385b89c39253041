import {
  applications,
  isSignedForEdges,
  ReleaseId,
  signForEdges,
} from '@cme/contract/site/rollout';

/** The cookie that gives a tester's browser certain releases. */
export const testerCookie = 'cme_release';
export const testerSeconds = 86_400;

/**
 * Releases that the cookie of a tester asks for. Only one that an edge has signed counts, until it
 * expires.
 */
export async function readRequested(
  value: string,
  edgeToken: string | undefined,
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const [text = '', signature = ''] = value.split('~');
  const [until = '', ...pairs] = text.split('.');
  const isValid =
    edgeToken !== undefined &&
    Number(until) > now.getTime() &&
    (await isSignedForEdges(edgeToken, 'tester cookie', text, signature));
  const requested = isValid ? pairs.map((pair) => pair.split('_')) : [];
  return new Map(
    requested.filter((pair): pair is [string, string] => pair.length === 2 && isValidPair(pair)),
  );
}

/** The value of a tester's cookie; empty if nothing is requested. */
export async function signRequested(
  requested: ReadonlyMap<string, string>,
  edgeToken: string,
  now: Date,
): Promise<string> {
  if (requested.size === 0) return '';
  const pairs = [...requested].map((pair) => pair.join('_'));
  const text = [now.getTime() + testerSeconds * 1000, ...pairs].join('.');
  return `${text}~${await signForEdges(edgeToken, 'tester cookie', text)}`;
}

const isValidPair = ([name = '', id]: string[]): boolean =>
  applications.some((application) => application === name) && ReleaseId.safeParse(id).success;

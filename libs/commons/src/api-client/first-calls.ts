import { familySigned, isPrerendering, page } from '@cme/commons/auth-token';
import { CONTRACT_VERSION } from '@cme/contract/base';
import type { FieldValue, FirstCall } from '@cme/contract/site/pages';
import { readStoredToken } from '../auth-token/store.ts';
import { keepFirstAnswer } from './first-answers.ts';
import { readCredentials, restoreHeader } from './page-client.ts';

/** Written by the edge into a learner's page, with the parts of its path filled in. */
export interface FirstCalls {
  restore: FirstCall;
  calls: FirstCall[];
}

/** What a reply says, as far as it matters here. */
interface Reply {
  isSuccess?: boolean;
  message?: string;
  data?: Record<string, string | undefined>;
}

/**
 * Makes the first calls of a page while its scripts are still loading; the API client takes the
 * responses. A prerendered page does not restore the session.
 */
export function makeFirstCalls({ restore, calls }: FirstCalls): void {
  const token = readStoredToken();
  const makeAll = (isPublic: boolean, withToken = token) => {
    for (const call of calls)
      if ((call.access === 'public') === isPublic) makeCall(call, withToken);
  };
  makeAll(true);
  if (token) makeAll(false);
  else if (familySigned() && !isPrerendering())
    makeCall(restore, undefined, undefined, ({ data, message }) => {
      if (data?.['restored'] === 'Y' && message) makeAll(false, message);
    });
}

function makeCall(
  { path, body, opens, next }: FirstCall,
  token: string | undefined,
  before?: Reply['data'],
  restored?: (reply: Reply) => void,
): void {
  const { addresses, full_domain_name } = page();
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...body, full_domain_name })) {
    const filled = fill(value, before);
    if (filled === undefined) return;
    form.append(name, filled);
  }
  if (opens && isPrerendering()) return;
  const url = new URL(path, addresses.api || location.origin);
  const response = fetch(url, {
    method: 'POST',
    headers: {
      'X-CME-Contract': String(CONTRACT_VERSION),
      ...(token && { 'X-Token': token }),
      ...(restored && restoreHeader),
    },
    body: form,
    credentials: readCredentials(url),
  });
  keepFirstAnswer({ url, body: form, token }, response, async (copy) => {
    const reply: Reply = await copy.json();
    if (!reply.isSuccess) return;
    restored?.(reply);
    if (next) makeCall(next, token, reply.data);
  });
}

/**
 * What is filled in here is not in the cached page: a parameter of its URL, or a field of the
 * response before. Undefined if there is none.
 */
function fill(value: FieldValue, before: Reply['data'] = {}): string | undefined {
  if (typeof value === 'string') return value;
  const { query = '', field = '' } = value as { query?: string; field?: string };
  return new URLSearchParams(location.search).get(query) || before[field] || undefined;
}

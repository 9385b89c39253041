import type { AreaPages, FieldValue, FirstCall } from '@cme/contract/site/pages';
import type { InlineScript } from './first-script.ts';
import type { PageTarget } from './page-target.ts';

/** Calls for the page to make before its scripts arrive, and what makes them. */
export interface FirstCalls {
  script: InlineScript;
  restore: FirstCall;
  calls: FirstCall[];
}

/**
 * First calls of an address for a signed-in learner, with the parts of its path filled in. A
 * rendered page already contains everything that is not personal.
 */
export function readFirstCalls(
  declared: AreaPages | undefined,
  { page, query, parts }: PageTarget,
  isRendered: boolean,
): Omit<FirstCalls, 'script'> | undefined {
  if (!declared?.restore || !page?.calls) return undefined;
  if (page.calls_without_query && query !== '') return undefined;
  // An id that is none is refused by the call as well.
  if (!Object.values(parts).every((part) => /^\w+$/.test(part))) return undefined;
  const given = new URLSearchParams(query);
  const isMade = ({ access, when }: FirstCall) =>
    !(isRendered && access === 'public') &&
    (!when || given.has(when.query) === (when.is === 'present'));
  const fill = ({ when: _, next, ...call }: FirstCall): FirstCall => ({
    ...call,
    body: Object.fromEntries(
      Object.entries(call.body).map(([name, value]) => [name, fillPart(value, parts)]),
    ),
    ...(next && { next: fill(next) }),
  });
  return { restore: declared.restore, calls: page.calls.filter(isMade).map(fill) };
}

const fillPart = (value: FieldValue, parts: Record<string, string>): FieldValue =>
  typeof value === 'object' && 'part' in value ? (parts[value.part] ?? '') : value;

import { type FirstCalls, makeFirstCalls } from '@cme/commons/api-client/first-calls';

/**
 * The edge inlines this script into learners' pages, with its data in the element before it. The
 * page's chunks follow the calls, or over HTTP/1.1 the calls would wait until one of the few
 * connections is free.
 */
const { chunks, ...first } = JSON.parse(
  document.getElementById('first')?.textContent ?? '{}',
) as FirstCalls & { chunks: string[] };
makeFirstCalls(first);
for (const chunk of chunks) {
  const script = document.createElement('script');
  script.fetchPriority = 'high';
  script.src = chunk;
  document.head.append(script);
}

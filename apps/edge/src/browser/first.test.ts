import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { firstScript } from './own-files.ts';

interface Sent {
  path: string;
  body: string;
}

const attempt = {
  path: '/qm/api/exam/attempt',
  access: 'learner',
  body: { score_id: { query: 'score_id' } },
  opens: true,
};
const course = {
  path: '/qm/api/v5/player/course',
  access: 'learner',
  body: { course_id: 'C1' },
  next: {
    path: '/qm/api/v5/player/enter',
    access: 'learner',
    body: { section_id: { query: 'section', field: 'start_section_id' }, force: 'N' },
    opens: true,
  },
};

/** Runs the script on a signed-in page, and resolves with what it sent, in this order, and with the
 * calls it keeps. */
async function callsOf(
  calls: object[],
  search: string,
  {
    prerendering = false,
    reply = { isSuccess: true, data: { start_section_id: 'S2' } },
    chunks = [] as string[],
  } = {},
) {
  const sent: Sent[] = [];
  const blocks: Record<string, object> = {
    site: { cookie_domain: '', contract: 1, full_domain_name: 'cme', addresses: { api: '' } },
    first: { restore: {}, calls, chunks },
  };
  const page = {
    window: {} as Record<symbol, Map<string, { answer: Promise<Response> }>>,
    document: {
      prerendering,
      cookie: '',
      getElementById: (id: string) => ({ textContent: JSON.stringify(blocks[id]) }),
      createElement: () => ({ src: '' }),
      head: { appendChild: ({ src }: { src: string }) => sent.push({ path: src, body: '' }) },
    },
    location: { origin: 'http://player.test', search },
    localStorage: { getItem: (name: string) => (name === 'user_token' ? 'T1' : null) },
    fetch: async (url: URL, { body }: { body: URLSearchParams }) => {
      sent.push({ path: url.pathname, body: String(body) });
      return Response.json(reply);
    },
    performance,
    URL,
    URLSearchParams,
  };
  runInNewContext(firstScript.text, page);
  const kept = page.window[Symbol.for('cme.first.1')] ?? new Map();
  // A response resolves only after the call that follows it is kept.
  await Promise.all([...kept.values()].map(({ answer }) => answer));
  return { sent, kept: [...kept.keys()] };
}

it('opens the attempt that the URL names', async () => {
  const { sent, kept } = await callsOf([attempt], '?score_id=A1');
  expect(sent).toEqual([
    { path: '/qm/api/exam/attempt', body: 'score_id=A1&full_domain_name=cme' },
  ]);
  expect(kept).toEqual([
    'http://player.test/qm/api/exam/attempt score_id=A1&full_domain_name=cme T1',
  ]);
});

it.each([
  ['the section of the URL', '?section=S9', 'S9'],
  ['the section that the course names', '', 'S2'],
])('enters %s after the course', async (_, search, section) => {
  const { sent, kept } = await callsOf([course], search);
  expect(sent.map(({ path }) => path)).toEqual([course.path, course.next.path]);
  expect(sent[1]?.body).toBe(`section_id=${section}&force=N&full_domain_name=cme`);
  expect(kept).toHaveLength(2);
});

it('enters nothing when the course is refused or names no section', async () => {
  const refused = { isSuccess: false, data: { start_section_id: 'S2' } };
  expect((await callsOf([course], '?section=S9', { reply: refused })).sent).toHaveLength(1);
  const closed = { isSuccess: true, data: { start_section_id: '' } };
  expect((await callsOf([course], '', { reply: closed })).sent).toHaveLength(1);
});

it('opens nothing on a prerendered page', async () => {
  const prerendered = { prerendering: true };
  expect((await callsOf([attempt], '?score_id=A1', prerendered)).sent).toEqual([]);
  const { sent } = await callsOf([course], '?section=S9', prerendered);
  expect(sent.map(({ path }) => path)).toEqual([course.path]);
});

it('requests the chunks of the page after its calls, which would wait for a connection otherwise', async () => {
  const { sent } = await callsOf([attempt], '?score_id=A1', { chunks: ['/play.js', '/calls.js'] });
  expect(sent.map(({ path }) => path)).toEqual([attempt.path, '/play.js', '/calls.js']);
});

import { samplePage, writeBlock } from '@cme/testing';
import { newQueryClient, RootError } from '@cme/shell';
import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStaticHandler, draw } from './server.tsx';
import { startPage } from './start.tsx';

const queryKey = ['lesson'];
const fetchLesson = vi.fn<() => Promise<string>>(async () => '手卫生（新）');
const Lesson = () => <h1>{useQuery({ queryKey, queryFn: fetchLesson }).data}</h1>;
const routes = [{ id: 'lesson', path: '*', Component: Lesson }];

/** The server-rendered page, with data fetched at this time. */
async function renderOnServer(at: number) {
  const client = newQueryClient();
  client.setQueryData(queryKey, '手卫生', { updatedAt: at });
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(location.href));
  if (context instanceof Response) throw new Error('moved');
  return draw({ client, handler, context });
}

async function startInBrowser(): Promise<void> {
  const { html, state } = await renderOnServer(0);
  document.body.innerHTML = `<div id="root">${html}</div><script type="application/json" id="state">${state}</script>`;
  await act(() => startPage(routes));
}

beforeEach(() => {
  vi.restoreAllMocks();
  fetchLesson.mockClear();
  writeBlock({ ...samplePage(), nonce: 'once' });
});

// Other files share this document.
afterEach(() => document.body.replaceChildren());

it('renders the same page from the same data, whenever they were fetched', async () =>
  expect(await renderOnServer(1000)).toEqual(await renderOnServer(2000)));

it('does not refetch the data of a server-rendered page', async () => {
  await startInBrowser();
  expect(screen.getByRole('heading', { name: '手卫生' })).toBeVisible();
  expect(fetchLesson).not.toHaveBeenCalled();
});

it('refetches the data of a page from the browser history', async () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { type: 'back_forward' } as PerformanceNavigationTiming,
  ]);
  await startInBrowser();
  expect(await screen.findByRole('heading', { name: '手卫生（新）' })).toBeVisible();
});

describe('a rendered page that fails to start keeps its text and says so', () => {
  let fault: 'render' | 'effect' | 'chunk' = 'render';
  let isInBrowser = false;
  const fail = () => {
    throw new Error('planted');
  };
  function Broken() {
    if (isInBrowser && fault === 'render') fail();
    useEffect(() => {
      if (fault === 'effect') fail();
    }, []);
    return <Lesson />;
  }
  const routesOf = (hasChunk: boolean) => [
    {
      id: 'broken',
      path: '*',
      ErrorBoundary: RootError,
      ...(hasChunk ? { Component: Broken } : { lazy: async () => fail() }),
    },
  ];

  it.each(['render', 'effect', 'chunk'] as const)('%s', async (stage) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const stopped = vi.fn<() => void>();
    addEventListener('cme:stopped', stopped, { once: true });
    const { html, state } = await renderOnServer(0);
    document.body.innerHTML = `<div id="root">${html}</div><script type="application/json" id="state">${state}</script>`;
    fault = stage;
    isInBrowser = true;
    // `act` throws what nothing has caught, which browsers do not.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    await startPage(routesOf(stage !== 'chunk'));
    await waitFor(() => expect(stopped).toHaveBeenCalledOnce());
    expect(screen.getByRole('heading', { name: '手卫生' })).toBeVisible();
    vi.unstubAllGlobals();
  });
});

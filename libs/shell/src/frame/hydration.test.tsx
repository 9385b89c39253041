import { siteConfig } from '@cme/contract/site';
import { userInfo } from '@cme/contract/person';
import { mockReply, samplePage, sampleUser, writeBlock } from '@cme/testing';
import { createBrowserRouter, createMemoryRouter, RouterProvider } from '@cme/ui/router';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Root } from '../root-route/root.tsx';
import { UiProvider } from '../root-route/ui-provider.tsx';
import { defaultMenus } from '../menus/site-config.ts';

const config = {
  menus: [...defaultMenus],
  mobile_menus: [],
  login_ways: [],
  regist_open: 'Y' as const,
  links: [],
};

/** Lines of React's hydration diff; attributes with nonces always differ and are ignored. */
const findDifferences = (logged: unknown[]) =>
  logged
    .flatMap((part) => String(part).split('\n'))
    .filter((line) => /^[+-] {2}/.test(line) && !line.includes('nonce='));

it('the server-rendered page hydrates without a mismatch, and the user appears afterwards', async () => {
  writeBlock(samplePage({ nonce: 'n0nce' }));
  mockReply(siteConfig, config);
  mockReply(userInfo, sampleUser({ real_name: '李静' }));
  const renderApp = () => {
    const client = new QueryClient();
    client.setQueryData(['site_config'], config);
    const router = createBrowserRouter([
      {
        id: 'root',
        Component: Root,
        children: [{ path: '*', element: <h1>首页内容</h1>, handle: { title: '首页' } }],
      },
    ]);
    return (
      <UiProvider client={client}>
        <RouterProvider router={router} />
      </UiProvider>
    );
  };
  const box = document.createElement('div');
  document.body.append(box);
  box.innerHTML = renderToString(renderApp());
  expect(box.textContent).toContain('登录');
  document.documentElement.classList.add('care');
  localStorage.setItem('user_token', 'T1');

  const faults: unknown[] = [];
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const root = await act(() =>
    hydrateRoot(box, renderApp(), { onRecoverableError: (fault) => faults.push(fault) }),
  );
  expect(await screen.findByRole('button', { name: '李静' })).toBeDefined();
  expect(screen.getByRole('button', { name: '关怀模式' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
  expect(faults).toEqual([]);
  expect(logged.mock.calls.flatMap(findDifferences)).toEqual([]);
  logged.mockRestore();
  act(() => root.unmount());
  box.remove();
  document.documentElement.classList.remove('care');
});

describe('a server-rendered page of a learner', () => {
  const fetchTitle = vi.fn<() => Promise<string>>(() => Promise.resolve('护理学'));
  function MyCourses() {
    const { data, isPending } = useQuery({ queryKey: ['mine'], queryFn: fetchTitle });
    return (
      <>
        <h1>我的课程</h1>
        <p>{isPending ? '正在取回' : data}</p>
      </>
    );
  }
  const renderApp = () => {
    const client = new QueryClient();
    client.setQueryData(['site_config'], config);
    const page = { path: '*', Component: MyCourses, handle: { access: 'learner' } };
    const router = createMemoryRouter([{ id: 'root', Component: Root, children: [page] }]);
    return (
      <UiProvider client={client}>
        <RouterProvider router={router} />
      </UiProvider>
    );
  };
  /** Hydrates the server's HTML; returns the errors and a function that unmounts it. */
  async function hydrate(box: HTMLElement) {
    const faults: unknown[] = [];
    const root = await act(() =>
      hydrateRoot(box, renderApp(), { onRecoverableError: (fault) => faults.push(fault) }),
    );
    return { faults, leave: () => act(() => root.unmount()) };
  }
  function drawPage(): HTMLElement {
    writeBlock(samplePage({ nonce: 'n0nce' }));
    mockReply(siteConfig, config);
    mockReply(userInfo, sampleUser());
    const box = document.createElement('div');
    box.innerHTML = renderToString(renderApp());
    document.body.replaceChildren(box);
    return box;
  }
  beforeEach(() => {
    delete (globalThis as Record<symbol, unknown>)[Symbol.for('cme.session.1')];
    localStorage.clear();
    fetchTitle.mockClear();
  });

  it('shows a loading state and keeps the same elements once the learner is known', async () => {
    const box = drawPage();
    expect(box.textContent).toContain('正在取回');
    expect(fetchTitle).not.toHaveBeenCalled();
    const heading = screen.getByRole('heading', { name: '我的课程' });
    localStorage.setItem('user_token', 'T1');
    const { faults, leave } = await hydrate(box);
    expect(await screen.findByText('护理学')).toBeDefined();
    expect(screen.getByRole('heading', { name: '我的课程' })).toBe(heading);
    expect([fetchTitle.mock.calls.length, faults]).toEqual([1, []]);
    leave();
  });

  it('makes no requests while signed out', async () => {
    const box = drawPage();
    const { faults, leave } = await hydrate(box);
    expect([fetchTitle.mock.calls.length, faults]).toEqual([0, []]);
    leave();
  });
});

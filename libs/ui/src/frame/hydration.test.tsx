import { siteConfig, userInfo } from '@cme/contract';
import { mockReply, samplePage, sampleUser, writeBlock } from '@cme/testing';
import { createBrowserRouter, RouterProvider } from '@cme/ui/router';
import { QueryClient } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { Root } from '../root.tsx';
import { UiProvider } from '../ui-provider.tsx';
import { defaultMenus } from './site-config.ts';

const config = {
  menus: [...defaultMenus],
  mobile_menus: [],
  login_ways: [],
  regist_open: 'Y' as const,
  links: [],
};

/** Lines in which React shows what differed; a page never shows its nonces again. */
const differences = (logged: unknown[]) =>
  logged
    .flatMap((part) => String(part).split('\n'))
    .filter((line) => /^[+-] {2}/.test(line) && !line.includes('nonce='));

it('what a server rendered becomes alive without a difference, and the person appears afterwards', async () => {
  writeBlock(samplePage({ nonce: 'n0nce' }));
  mockReply(siteConfig, config);
  mockReply(userInfo, sampleUser({ real_name: '李静' }));
  const app = () => {
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
  box.innerHTML = renderToString(app());
  expect(box.textContent).toContain('登录');
  document.documentElement.classList.add('care');
  localStorage.setItem('user_token', 'T1');

  const faults: unknown[] = [];
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const root = await act(() =>
    hydrateRoot(box, app(), { onRecoverableError: (fault) => faults.push(fault) }),
  );
  expect(await screen.findByRole('button', { name: '李静' })).toBeDefined();
  expect(screen.getByRole('button', { name: '关怀模式' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
  expect(faults).toEqual([]);
  expect(logged.mock.calls.flatMap(differences)).toEqual([]);
  logged.mockRestore();
  act(() => root.unmount());
  box.remove();
  document.documentElement.classList.remove('care');
});

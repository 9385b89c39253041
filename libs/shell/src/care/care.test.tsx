import { customerPage, renderPage, samplePage } from '@cme/testing';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const routes = [{ path: '/', element: <p>先测量。再记录。</p>, handle: { title: '首页' } }];
const html = document.documentElement;
const written: string[] = [];

beforeEach(() => {
  written.length = 0;
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => void written.push(cookie));
});
afterEach(() => {
  html.classList.remove('care');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('关怀模式 is stored in a cookie for all platform domains and applied as a class immediately', async () => {
  const { user } = renderPage('/', routes, { page: samplePage() });
  const button = await screen.findByRole('button', { name: '关怀模式' });
  expect(button.getAttribute('aria-pressed')).toBe('false');
  await user.click(button);
  expect([html.classList.contains('care'), button.getAttribute('aria-pressed')]).toEqual([
    true,
    'true',
  ]);
  expect(written.at(-1)).toBe(
    'cme_care=1; max-age=31536000; path=/; samesite=lax; domain=cme.localhost',
  );
  await user.click(button);
  expect(html.classList.contains('care')).toBe(false);
  expect(written.at(-1)).toBe('cme_care=; max-age=0; path=/; samesite=lax; domain=cme.localhost');
});

it('a customer domain stores 关怀模式 in a cookie of its own host', async () => {
  const page = customerPage();
  const { user } = renderPage('/', routes, {
    page: { ...page, site: { ...page.site, isOpenOutsideWorld: 'Y' } },
  });
  await user.click(await screen.findByRole('button', { name: '关怀模式' }));
  expect(written.at(-1)).toBe('cme_care=1; max-age=31536000; path=/; samesite=lax');
});

it('keeps the class that the server rendered', async () => {
  html.classList.add('care');
  renderPage('/', routes);
  expect(
    (await screen.findByRole('button', { name: '关怀模式' })).getAttribute('aria-pressed'),
  ).toBe('true');
});

it('in 关怀模式 the main text is read aloud and can be stopped', async () => {
  const spoken: { text: string; onend?: () => void }[] = [];
  const cancel = vi.fn<() => void>();
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  );
  vi.stubGlobal('speechSynthesis', {
    speak: (utterance: { text: string }) => spoken.push(utterance),
    cancel,
  });
  html.classList.add('care');
  const { user } = renderPage('/', routes);
  await user.click(await screen.findByRole('button', { name: '朗读正文' }));
  expect(spoken.map(({ text }) => text)).toEqual(['先测量。', '再记录。']);
  await user.click(screen.getByRole('button', { name: '停止朗读' }));
  expect(cancel).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('button', { name: '朗读正文' })).not.toBeNull();
});

import { cleanHtml } from '@cme/contract/html';
import { samplePage, writeBlock } from '@cme/testing';
import { newQueryClient, UiProvider } from '@cme/shell';
import { act, render, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { HtmlCleaner, Prose } from './prose.tsx';

const html = '<p onclick="x()">识别<script>alert(1)</script>心律失常</p>';
const cleaned = '<p>识别心律失常</p>';

const prose = () => <Prose html={html} className="text" />;

it('keeps the HTML that the server has sanitized and rendered', async () => {
  const box = document.createElement('div');
  document.body.append(box);
  box.innerHTML = renderToString(<HtmlCleaner value={cleanHtml}>{prose()}</HtmlCleaner>);
  expect(box.querySelector('.text')?.innerHTML).toBe(cleaned);
  const paragraph = box.querySelector('p');

  const faults: unknown[] = [];
  const logged = vi.spyOn(console, 'error');
  const onRecoverableError = (fault: unknown) => void faults.push(fault);
  const root = await act(() => hydrateRoot(box, prose(), { onRecoverableError }));
  act(() => root.render(prose()));
  expect(box.querySelector('p')).toBe(paragraph);
  expect(faults).toEqual([]);
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();

  act(() => root.unmount());
  box.remove();
});

it('sanitizes in the browser what no server has rendered', async () => {
  writeBlock(samplePage());
  const { container } = render(<UiProvider client={newQueryClient()}>{prose()}</UiProvider>);
  expect(container.querySelector('script')).toBeNull();
  await screen.findByText('识别心律失常');
  expect(container.querySelector('.text')?.innerHTML).toBe(cleaned);
});

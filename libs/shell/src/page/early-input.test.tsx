import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const script = readFileSync(
  join(import.meta.dirname, '../../../../apps/edge/src/browser/early-input.js'),
  'utf8',
);
const changed = vi.fn<(what: string) => void>();

/** Controlled fields, which React would empty on its next rendering. */
function Form() {
  const [text, setText] = useState('');
  const [isAgreed, setAgreed] = useState(false);
  const [kind, setKind] = useState('a');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        changed(`submit ${text} ${isAgreed} ${kind}`);
      }}
    >
      <input aria-label="姓名" value={text} onChange={({ target }) => setText(target.value)} />
      <input
        type="checkbox"
        aria-label="同意"
        checked={isAgreed}
        onChange={({ target }) => setAgreed(target.checked)}
      />
      {['a', 'b'].map((value) => (
        <input
          key={value}
          type="radio"
          name="kind"
          aria-label={value}
          checked={kind === value}
          onChange={() => setKind(value)}
        />
      ))}
      <button type="submit" suppressHydrationWarning>
        提交
      </button>
    </form>
  );
}

let root: ReturnType<typeof hydrateRoot>;

function renderOnServer(page: ReactNode): HTMLElement {
  document.body.innerHTML = `<div id="root">${renderToString(page)}</div>`;
  return document.getElementById('root')!;
}

async function start(box: HTMLElement, page: ReactNode): Promise<void> {
  root = await act(() => hydrateRoot(box, page));
  await act(async () => document.documentElement.setAttribute('data-started', ''));
}

function type(field: HTMLElement, value: string): void {
  (field as HTMLInputElement).value = value;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

beforeEach(() => {
  changed.mockClear();
  new Function(script)();
});
afterEach(() => {
  act(() => root.unmount());
  document.documentElement.removeAttribute('data-started');
});

it('what was typed, checked and submitted before hydration reaches React in this order', async () => {
  const box = renderOnServer(<Form />);
  type(screen.getByLabelText('姓名'), '李');
  type(screen.getByLabelText('姓名'), '李静');
  screen.getByLabelText('同意').click();
  screen.getByLabelText('b').click();
  screen.getByRole('button').click();
  await start(box, <Form />);
  expect(changed.mock.calls).toEqual([['submit 李静 true b']]);
  expect(screen.getByLabelText('姓名')).toHaveValue('李静');
  expect(screen.getByLabelText('同意')).toBeChecked();
});

it('a box that was checked and cleared stays cleared', async () => {
  const box = renderOnServer(<Form />);
  screen.getByLabelText('同意').click();
  screen.getByLabelText('同意').click();
  await start(box, <Form />);
  expect(screen.getByLabelText('同意')).not.toBeChecked();
});

/** The learner becomes known. */
let meetLearner: () => void;

/** A learner's button, disabled until it is known what the learner may do. */
function LearnersButton() {
  const [isKnown, setKnown] = useState(true);
  useEffect(() => {
    setKnown(false);
    meetLearner = () => setKnown(true);
  }, []);
  return (
    <button
      type="button"
      suppressHydrationWarning
      disabled={!isKnown}
      onClick={() => changed('buy')}
    >
      立即购买
    </button>
  );
}

it('a click on a button that is disabled at first follows once it is not', async () => {
  const box = renderOnServer(<LearnersButton />);
  screen.getByRole('button').click();
  await start(box, <LearnersButton />);
  expect(screen.getByRole('button')).toBeDisabled();
  expect(changed).not.toHaveBeenCalled();
  act(() => meetLearner());
  await waitFor(() => expect(changed.mock.calls).toEqual([['buy']]));
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ignoreMovedClicks } from './ignore-moved-clicks.ts';

const pressed: string[] = [];
let now = 10_000;

/** Clicks like a pointer does; happy-dom's own clicks are not trusted. */
function clickAt(id: string, { x = 100, y = 100, after = 100, detail = 1, isTrusted = true } = {}) {
  now += after;
  const click = new MouseEvent('click', {
    bubbles: true,
    cancelable: true,
    clientX: x,
    clientY: y,
    detail,
  });
  for (const [name, value] of Object.entries({ isTrusted, timeStamp: now }))
    Object.defineProperty(click, name, { value });
  document.getElementById(id)!.dispatchEvent(click);
}
function moveTo(x: number, y: number) {
  document.dispatchEvent(new MouseEvent('pointermove', { clientX: x, clientY: y }));
}

ignoreMovedClicks();

beforeEach(() => {
  pressed.length = 0;
  now += 10_000;
  document.body.innerHTML = `
    <button id="remove">删除</button><button id="undo">撤销</button>
    <label id="label" for="box">同意</label><input id="box" type="checkbox">`;
  for (const element of document.querySelectorAll('[id]'))
    element.addEventListener('click', () => pressed.push(element.id));
});

describe('the second click of a double click', () => {
  it('is ignored if another control has come under the pointer', () => {
    clickAt('remove');
    clickAt('undo', { after: 200 });
    expect(pressed).toEqual(['remove']);
  });

  it('counts on the same control, as in a counter', () => {
    clickAt('remove');
    clickAt('remove', { after: 200 });
    expect(pressed).toEqual(['remove', 'remove']);
  });

  it('counts on a label and then on its field, which are one control', () => {
    clickAt('label');
    pressed.length = 0;
    clickAt('box', { after: 200 });
    expect(pressed).toEqual(['box']);
  });
});

describe('a click of its own', () => {
  it.each([
    ['half a second later', { after: 600 }],
    ['at another place', { x: 300 }],
    ['by the keyboard', { detail: 0 }],
    ['by a script', { isTrusted: false }],
  ])('%s counts', (_, how) => {
    clickAt('remove');
    clickAt('undo', how);
    expect(pressed).toEqual(['remove', 'undo']);
  });

  it('counts after the pointer has moved away and back', () => {
    clickAt('remove');
    moveTo(300, 100);
    moveTo(100, 100);
    clickAt('undo', { after: 200 });
    expect(pressed).toEqual(['remove', 'undo']);
  });

  it('does not count after a trembling of the hand', () => {
    clickAt('remove');
    moveTo(104, 103);
    clickAt('undo', { after: 200, x: 104, y: 103 });
    expect(pressed).toEqual(['remove']);
  });

  it('counts after the page was scrolled', () => {
    clickAt('remove');
    const scrolled = vi.spyOn(window, 'scrollY', 'get').mockReturnValue(400);
    clickAt('undo', { after: 200 });
    scrolled.mockRestore();
    expect(pressed).toEqual(['remove', 'undo']);
  });
});

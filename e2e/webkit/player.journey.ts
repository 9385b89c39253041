import { openAccount } from '../support/account.ts';
import { places } from '../support/places.ts';
import { expect, signIn, test } from './journey.ts';
import { openItem, play } from './ways.ts';

interface Box {
  appearance: string;
  room: number;
  text: number;
  height: number;
  line: number;
}

/** The computed style of the speed menu, and the width that its labels need. */
function speedBox(): Box {
  const box = [...document.querySelectorAll('select')].find((select) =>
    /速/.test(select.ariaLabel ?? ''),
  );
  if (!box) throw new Error('no speed box');
  const style = getComputedStyle(box);
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) throw new Error('no pen');
  pen.font = style.font;
  const widths = [...box.options].map(({ text }) => pen.measureText(text).width);
  const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
  return {
    appearance: style.appearance,
    room: box.clientWidth - padding,
    text: Math.max(...widths),
    height: box.clientHeight,
    line: Number.parseFloat(style.fontSize),
  };
}

test('the speed menu uses the player’s colours and fits its labels', async ({ page }) => {
  const { mobile } = await openAccount(places.main);
  await signIn(page, mobile);
  await openItem(page, places.main, '手卫生：五个时刻与七步洗手');
  await page.click('button', '立即学习');
  await page.arrive(({ origin }) => origin === places.player);
  await play(page, '开始播放');
  const { appearance, room, text, height, line } = await page.run(speedBox);
  // The engine's native box is light: white text in it is unreadable.
  expect(appearance).toBe('none');
  expect(room).toBeGreaterThanOrEqual(text);
  expect(height).toBeGreaterThan(line);
});

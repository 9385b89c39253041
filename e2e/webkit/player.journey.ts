import { createAccount } from '../support/account.ts';
import { origins } from '../support/origins.ts';
import { expect, signIn, test } from './journey.ts';
import { openItem, startVideo } from './actions.ts';

interface MenuStyle {
  appearance: string;
  labelWidth: number;
  textWidth: number;
  height: number;
  fontSize: number;
}

/** The computed style of the speed menu, and the width that its labels need. */
function measureSpeedMenu(): MenuStyle {
  const menu = [...document.querySelectorAll('select')].find((select) =>
    /速/.test(select.ariaLabel ?? ''),
  );
  if (!menu) throw new Error('no speed box');
  const style = getComputedStyle(menu);
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) throw new Error('no pen');
  canvas.font = style.font;
  const widths = [...menu.options].map(({ text }) => canvas.measureText(text).width);
  const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
  return {
    appearance: style.appearance,
    labelWidth: menu.clientWidth - padding,
    textWidth: Math.max(...widths),
    height: menu.clientHeight,
    fontSize: Number.parseFloat(style.fontSize),
  };
}

test('the speed menu uses the player’s colours and fits its labels', async ({ page }) => {
  const { mobile } = await createAccount(origins.main);
  await signIn(page, mobile);
  await openItem(page, origins.main, '手卫生：五个时刻与七步洗手');
  await page.click('button', '立即学习');
  await page.waitForUrl(({ origin }) => origin === origins.player);
  await startVideo(page, '开始播放');
  const {
    appearance,
    labelWidth: room,
    textWidth: text,
    height,
    fontSize: line,
  } = await page.run(measureSpeedMenu);
  // The engine's native box is light: white text in it is unreadable.
  expect(appearance).toBe('none');
  expect(room).toBeGreaterThanOrEqual(text);
  expect(height).toBeGreaterThan(line);
});

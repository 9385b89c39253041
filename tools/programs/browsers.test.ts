import { expect, it } from 'vitest';
import { parseMajor } from './browsers.ts';

it.each([
  ['Mozilla Firefox 153.7.0esr\n', 153],
  ['Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)\n', 156],
  ['', 0],
])('the version of a browser is parsed from %j', (output, major) => {
  expect(parseMajor(output)).toBe(major);
});

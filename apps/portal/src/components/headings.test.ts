import { expect, it } from 'vitest';
import { liftHeadings } from './headings.ts';

it.each([
  ['<p>没有标题</p>', '<p>没有标题</p>'],
  ['<h2>一</h2><h3>二</h3>', '<h2>一</h2><h3>二</h3>'],
  ['<h3>一</h3><h4>二</h4>', '<h2>一</h2><h3>二</h3>'],
  ['<h4>一</h4>', '<h2>一</h2>'],
])("headings of %s start one level below the page's", (html, lifted) =>
  expect(liftHeadings(html)).toBe(lifted),
);

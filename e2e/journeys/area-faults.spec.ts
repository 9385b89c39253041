import type { Route } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { ofHospital, signIn } from '../support/people.ts';
import { places } from '../support/places.ts';

test.use({
  allowed:
    /user-centre|user_centre|RUNTIME-|ERR_FAILED|Loading chunk|Failed to load resource|MIME type|Unexpected (token|end)|broken/,
});

const entry = /user-centre\/.*remoteEntry\.js$/;
const faults: [string, RegExp, (route: Route) => unknown][] = [
  ['answers with an error', entry, (route) => route.fulfill({ status: 500, body: 'no' })],
  ['is not there', entry, (route) => route.fulfill({ status: 404, body: 'no' })],
  ['hangs', entry, () => undefined],
  [
    'serves a page instead of a program',
    entry,
    (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><p>hello',
        headers: { 'x-content-type-options': 'nosniff' },
      }),
  ],
  [
    'is cut off',
    entry,
    (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'var user_centre; (() => { broken' }),
  ],
  [
    'lacks a chunk',
    /user-centre\/.*expose_area.*\.js$/,
    (route) => route.fulfill({ status: 404, body: 'no' }),
  ],
  ['has a chunk that hangs', /user-centre\/.*expose_area.*\.js$/, () => undefined],
];

for (const [what, pattern, answer] of faults) {
  test(`an area that ${what} leaves the portal working, with 重试 within six seconds`, async ({
    page,
    context,
  }) => {
    await signIn(page, ofHospital, places.hospital);
    await page.goto(`${places.hospital}/publicneed`);
    await context.route(pattern, (route) => void answer(route));
    await page.getByRole('button', { name: '吴桐' }).click();
    await page.getByRole('link', { name: '我的课程' }).click();
    await expect(page.getByRole('button', { name: '重试' })).toBeVisible({ timeout: 6000 });
    await page.getByRole('link', { name: '专业科目' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: '专业科目' })).toBeVisible();
  });
}

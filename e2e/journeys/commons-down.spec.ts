import type { Page, Route } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { nurse, signIn } from '../support/people.ts';
import { places } from '../support/places.ts';

test.use({
  allowed:
    /commons|player\/course|course\/detail_count|remoteEntry|RUNTIME-|MIME type|Unexpected token|broken/,
});

const faults: [string, RegExp, (route: Route) => Promise<void>][] = [
  ['is down', /\/commons\//, (route) => route.abort()],
  ['answers with an error', /\/commons\//, (route) => route.fulfill({ status: 500, body: 'no' })],
  ['hangs', /\/commons\//, () => new Promise(() => undefined)],
  [
    'serves a page instead of a program',
    /\/commons\//,
    (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>hello' }),
  ],
  [
    'has a broken chunk',
    /\/commons\/.*(?<!remoteEntry)(\.[0-9a-f]+)?\.js$/,
    (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken");' }),
  ],
];

/** Signs in and walks over the three domains, which all stand on the commons. */
async function walk(page: Page): Promise<void> {
  await signIn(page, nurse);
  await expect(page.getByRole('button', { name: '陈晓禾' })).toBeVisible();
  await page.goto(`${places.user}/user/learn`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: '我的课程' })).toBeVisible();
  await page.goto(`${places.player}/player/none/play`, { waitUntil: 'commit' });
  await expect(page.getByText(/没有找到该小节/)).toBeVisible();
}

for (const [what, pattern, answer] of faults) {
  test(`every app starts on its own copy when the commons container ${what}`, async ({
    page,
    context,
  }) => {
    let asked = 0;
    await context.route(pattern, (route) => {
      asked += 1;
      return answer(route);
    });
    await walk(page);
    expect(asked, 'the fault was met').toBeGreaterThan(0);
  });
}

test('every app starts on its own copy when the commons container is of another contract', async ({
  page,
  context,
}) => {
  let changed = 0;
  await context.route(/\/commons\/.*\.js$/, async (route) => {
    const reply = await route.fetch({
      url: route
        .request()
        .url()
        .replace(/\/\/[^/:]+/, '//127.0.0.1'),
      headers: { ...route.request().headers(), host: new URL(route.request().url()).host },
    });
    const text = await reply.text();
    const other = text.replaceAll(/(["'`])1\.(\d+)\.(\d+)\1/g, '$19.$2.$3$1');
    if (other !== text) changed += 1;
    await route.fulfill({ response: reply, body: other });
  });
  await walk(page);
  expect(changed, 'the version was changed').toBeGreaterThan(0);
});

import { expect, it } from 'vitest';
import { describeMessage, readBootSettings } from './boot.ts';

it.each([
  ['next to its port', { PORT: '8180' }, ['http://127.0.0.1:8181']],
  ['next to the default port', {}, ['http://127.0.0.1:8081']],
  ['on its own port', { PORT: '8180', API_PORT: '9000' }, ['http://127.0.0.1:9000']],
  [
    'on other machines',
    { API_UPSTREAM: '10.0.0.1:8081,10.0.0.2:8081' },
    ['http://10.0.0.1:8081', 'http://10.0.0.2:8081'],
  ],
])("the browser gate's edge asks the installation's API %s", (_, env, apiOrigins) => {
  expect(readBootSettings(env, 40_000)).toMatchObject({ port: 40_000, apiOrigins });
});

it.each([
  [
    'an error',
    'Error: broken\n    at http://hospital.localhost:4000/static/player/3f2a/area/a.js:2:95\n    at b',
    'http://hospital.localhost:4000/static/portal/3f2b/web/index.js',
    'Error: broken（/static/player/3f2a/area/a.js）',
  ],
  [
    'a file that does not load',
    'Failed to load resource: the server responded with a status of 503',
    'http://hospital.localhost:4000/user/learn',
    'Failed to load resource: the server responded with a status of 503（/user/learn）',
  ],
  ['a text without a file', 'hydration', '', 'hydration'],
])('the console message of %s is one line with its file', (_, text, file, line) => {
  expect(describeMessage(text, file)).toBe(line);
});

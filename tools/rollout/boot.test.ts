import { expect, it } from 'vitest';
import { readBootSettings } from './boot.ts';

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

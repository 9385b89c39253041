import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { acceptedEncodings, encodeBody } from '../http/encoding.ts';
import { commonHeaders } from '../http/security.ts';

interface OwnScript {
  text: string;
  /** Content hash in the URL, so that a cached copy of another version is never used. */
  src: string;
  integrity: string;
}

function scriptOf(path: string, text: string): OwnScript {
  const hash = createHash('sha256').update(text).digest('base64');
  const mark = hash.slice(0, 8).replaceAll('+', '-').replaceAll('/', '_');
  return { text, src: `${path}?${mark}`, integrity: `sha256-${hash}` };
}

const read = (url: URL) => readFileSync(url, 'utf8');
const toOwnFile = (name: string) =>
  read(new URL(name, import.meta.url))
    .replace(/^ *\/\/.*\n/gm, '')
    .replace(/^ +/gm, '');

/**
 * Measures page health after the first render, and reloads outdated pages on their next navigation.
 */
const vitals = read(new URL('web-vitals.iife.js', import.meta.resolve('web-vitals'))).replace(
  /\n\/\/# sourceMappingURL=.*/,
  '',
);
const health = scriptOf(
  '/edge/health.js',
  `${vitals}\n${toOwnFile('health.js')}\n${toOwnFile('aged.js')}`,
);

/** Runs on every page before any application script, so its size counts in every first view. */
export const browserScript = scriptOf(
  '/edge/browser.js',
  toOwnFile('start.js').replace('%health%', health.src).replace('%integrity%', health.integrity),
);

/** For browsers that are too old. */
const outdated = scriptOf('/edge/outdated.js', toOwnFile('outdated.js'));

/** Tells old browsers apart. It is inlined, because it decides which scripts load. */
export const floorScript = scriptOf(
  '/edge/floor.js',
  toOwnFile('floor.js').replace('%outdated%', outdated.src),
);

/**
 * Keeps what a visitor of a rendered page does before it has started. It is inlined: as a file it
 * would arrive after the first paint on a slow network.
 */
export const earlyInputScript = scriptOf('/edge/early-input.js', toOwnFile('early-input.js'));

/** Serves the edge's own files on every host. */
export function registerOwnFiles(app: FastifyInstance): void {
  serve(app, '/edge/browser.js', browserScript.text);
  serve(app, '/edge/health.js', health.text);
  serve(app, '/edge/outdated.js', outdated.text);
  serve(app, '/edge/sources.js', toOwnFile('sources.js'));
  app.get('/favicon.ico', (_, reply) =>
    reply.code(204).header('cache-control', 'public, max-age=86400').send(),
  );
}

function serve(app: FastifyInstance, path: string, text: string): void {
  const body = encodeBody(text);
  app.get(path, (request, reply) => {
    const [encoding = 'identity'] = acceptedEncodings(request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply
      .headers({
        ...commonHeaders,
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=86400',
        vary: 'accept-encoding',
      })
      .send(body(encoding));
  });
}

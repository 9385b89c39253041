import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_VERSION } from '@cme/contract/base';
import type { Application } from '@cme/contract/site/rollout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReleaseStore, defaultReleaseOptions, makeRelease } from '@cme/release';
import { checkStyles, runGates } from './gates.ts';
import { writeBuild } from './sample-build.ts';

/** A store with one release that has these files and style sheets. */
const createStore = (css: string[], files: Record<string, number>) =>
  ({
    manifest: () =>
      Promise.resolve({
        web: { js: [], css, pages: {} },
        files: Object.fromEntries(
          Object.entries(files).map(([path, bytes]) => [path, { sha256: '', bytes }]),
        ),
      }),
  }) as unknown as Parameters<typeof checkStyles>[0]['store'];

it.each([
  ['brings its styles', ['web/a.css'], { 'web/a.css': 100 }, []],
  ['names no style sheet', [], {}, ['没有样式文件']],
  ['has an empty one', ['web/a.css'], { 'web/a.css': 0 }, ['样式文件为空：web/a.css']],
  [
    'has an empty one of a lazy page',
    ['web/a.css'],
    { 'web/a.css': 100, 'area/b.css': 0 },
    ['样式文件为空：area/b.css'],
  ],
])('the style gate for a release %s', async (_, css, files, faults) => {
  const store = createStore(css as string[], files as Record<string, number>);
  expect(await checkStyles({ application: 'player', id: 'x', store })).toEqual({ faults });
});

describe('a candidate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cme-gates-'));
  const releases = join(folder, 'releases');
  const call = '/qm/api/content/list';
  const router = '@cme/ui/router';
  const schema = { path: call, access: 'open', encoding: 'form', body: {}, data: {} };
  /** An API that offers no call at all. */
  const api = createServer((_, reply) => reply.end(JSON.stringify({ paths: {} })));
  let origin = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    api.close();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Making {
    script?: string;
    css?: string;
    contract?: number;
    commons?: string;
    exported?: string[];
  }
  let count = 0;

  /** Makes a signed release; its content differs from every other. */
  async function release(application: Application, making: Making = {}): Promise<string> {
    const { script = '', contract = CONTRACT_VERSION, commons = '1.0.0', exported = [] } = making;
    const dist = join(folder, `dist-${++count}`);
    const shared = [{ name: router, version: '8.0.0', singleton: true }];
    const css = 'css' in making ? making.css : 'a{}';
    writeBuild(dist, {
      script: `void ${count};${script}`,
      shared,
      ...(css === undefined ? {} : { css }),
    });
    const options = defaultReleaseOptions(releases);
    const { manifest } = await makeRelease(application, dist, {
      ...options,
      origin: { ...options.origin, contract, commons },
      schemas: { [call]: schema },
      sharedExports: { [router]: exported },
    });
    return manifest.id;
  }

  /** The gates of a player's release, next to a portal's and a commons' one. */
  async function run(making: Making, spoil: (id: string) => string[] | void = () => undefined) {
    const portal = await release('portal');
    const commons = await release('commons');
    const id = await release('player', making);
    const options = defaultReleaseOptions(releases);
    const publicKeys = spoil(id) ?? options.publicKeys;
    const store = createReleaseStore({ ...options, publicKeys });
    const candidate = { application: 'player', id, store, api: origin, env: {} } as const;
    const live = { portal, commons };
    const gates = await runGates({ ...candidate, live, beside: [['portal', portal]] });
    store.close();
    return gates;
  }

  const changeByte = (id: string) => {
    const file = join(releases, 'player', id, 'web/index.js');
    writeFileSync(file, readFileSync(file, 'utf8').replace('void', 'VOID'));
  };
  /** Accepts only the signatures of another installation. */
  const useForeignKey = () => {
    const { publicKeys } = defaultReleaseOptions(join(folder, 'foreign/releases'));
    return publicKeys;
  };
  /** Does not compress. */
  const heavyScript = () => `void '${randomBytes(240_000).toString('base64')}';`;

  it.each([
    ['with a changed byte', '签名与文件校验', /内容已被/, {}, changeByte],
    ['signed by somebody else', '签名与文件校验', /签名/, {}, useForeignKey],
    ['with a call that the API lacks', '接口差异', /没有这个接口/, { script: `void '${call}';` }],
    ['of another session contract', '接口差异', /契约 999/, { contract: 999 }],
    ['that needs what the portal lacks', '共享模块', /缺少 useHref/, { exported: ['useHref'] }],
    ['that is too large', '体积', /上限 230 kB/, { script: heavyScript() }],
    ['without styles', '样式', /没有样式文件/, { css: undefined }],
  ] as [string, string, RegExp, Making, ((id: string) => string[] | void)?][])(
    '%s fails at the gate %s and never reaches a browser',
    async (_, name, fault, making, spoil) => {
      const gates = await run(making, spoil);
      const failed = gates.filter(({ ok }) => !ok);
      expect(failed.map((gate) => gate.name)).toEqual([name]);
      expect(failed[0]?.lines.join('\n')).toMatch(fault);
      expect(gates.map((gate) => gate.name)).toEqual(
        name === '签名与文件校验'
          ? [name]
          : ['签名与文件校验', '接口差异', '共享模块', '体积', '样式'],
      );
    },
  );
});

import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createReleaseStore,
  defaultReleaseOptions,
  makeRelease,
  releaseIdOf,
  type ReleaseManifest,
  ReleaseRefusedError,
  type ReleaseStore,
  signatureOf,
} from '@cme/release';
import { createLoadedReleases } from '../src/rollout/loaded-releases.ts';
import { declaredPages } from './declared-pages.ts';
import { makeDist } from './builds.ts';
import { areaOf } from './rollout-api.ts';

let folder = '';
let releases = '';
let store: ReleaseStore;
let id = '';
const at = (...path: string[]) => join(releases, 'player', id, ...path);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cme-store-'));
  releases = join(folder, 'releases');
  makeDist(join(folder, 'dist'), 'player');
  const making = defaultReleaseOptions(releases);
  id = (await makeRelease('player', join(folder, 'dist'), making)).manifest.id;
  store = createReleaseStore(making);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const manifest = (): ReleaseManifest => JSON.parse(readFileSync(at('manifest.json'), 'utf8'));

/** Rewrites and signs the manifest, with the installation's key by default. */
function sign(next: object, key = defaultReleaseOptions(releases).key): void {
  const text = Buffer.from(JSON.stringify(next));
  writeFileSync(at('manifest.json'), text);
  writeFileSync(at('manifest.json.sig'), signatureOf(text, key));
}

describe('a release', () => {
  it('is loaded with its manifest, and keeps a local copy of style sheets', async () => {
    const { folder: own, manifest: found } = await store.load('player', id);
    expect(found).toMatchObject({ format: 1, application: 'player', id });
    expect(found.web?.js).toEqual(['web/index.1111111111.js']);
    expect(readFileSync(join(own, 'web/index.2222222222.css'), 'utf8')).toBe('body{color:teal}');
  });

  it('is reproducible: the same build gives the same release, and nothing is written again', async () => {
    const before = readdirSync(at(), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${name} ${statSync(at(name)).ino} ${statSync(at(name)).mtimeMs}`,
    );
    const again = await makeRelease(
      'player',
      join(folder, 'dist'),
      defaultReleaseOptions(releases),
    );
    expect(again).toMatchObject({ isNew: false, manifest: { id } });
    expect(
      readdirSync(at(), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${name} ${statSync(at(name)).ino} ${statSync(at(name)).mtimeMs}`,
      ),
    ).toEqual(before);
  });

  it('is signed with a key that only its owner can read', () => {
    expect(statSync(join(folder, 'keys/release.pem')).mode & 0o777).toBe(0o600);
  });

  it('lists the calls that its code makes, with their schemas', async () => {
    writeFileSync(join(folder, 'dist/web/call.7777777777.js'), 'send("/qm/api/order/create")');
    const schemas = { '/qm/api/order/create': { body: {} }, '/qm/api/order/list': { body: {} } };
    const created = await makeRelease('player', join(folder, 'dist'), {
      ...defaultReleaseOptions(releases),
      schemas,
    });
    expect(created.manifest.calls).toEqual({
      '/qm/api/order/create': expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(String(await store.file('player', created.manifest.id, 'contract.json'))).toBe(
      '{"/qm/api/order/create":{"body":{}}}',
    );
  });
});

describe('the pages of a release', () => {
  it('are in its signed manifest', () => {
    expect(manifest().pages).toEqual(declaredPages.player);
  });

  it('are part of its id', async () => {
    const dist = join(folder, 'dist');
    makeDist(dist, 'player', '1', { ...declaredPages.player, calling: ['play'] });
    const { manifest: made } = await makeRelease('player', dist, defaultReleaseOptions(releases));
    expect(made.id).not.toBe(id);
  });

  it('that name no built chunk make no release', async () => {
    const dist = join(folder, 'dist');
    makeDist(dist, 'player', '1', { ...declaredPages.player, calling: ['gone'] });
    await expect(makeRelease('player', dist, defaultReleaseOptions(releases))).rejects.toThrow(
      'player：清单中的页面指向不存在的代码块："gone"',
    );
  });
});

describe('an invalid release is refused', () => {
  const other = generateKeyPairSync('ed25519').privateKey;
  it.each<[string, () => void]>([
    ['with a modified script', () => flip('web/index.1111111111.js')],
    ['with a modified compressed script', () => flip('web/index.1111111111.js.br')],
    ['with a modified manifest', () => flip('manifest.json')],
    ['with a modified signature', () => flip('manifest.json.sig')],
    ['without a signature', () => rmSync(at('manifest.json.sig'))],
    ['with a missing file', () => rmSync(at('area/remoteEntry.js'))],
    ['signed with another key', () => sign(manifest(), other)],
    ['with the id of another', () => sign({ ...manifest(), id: '000000000000' })],
    ['of another application', () => sign({ ...manifest(), application: 'portal' })],
    ['in an unknown format', () => sign({ ...manifest(), format: 2 })],
    ['with an entry on another host', () => pointTo('https://evil.example/remoteEntry.js')],
    ['with an entry outside the release', () => pointTo('area/../../../keys/release.pem')],
    ['with pages that are no list', () => declare({ pages: 'all' })],
    ['with a page of a chunk that is not in it', () => declarePage({ chunks: ['constructor'] })],
    ['with a first call to another host', () => declareCall({ path: 'https://evil.example/' })],
    ['with a first call outside the API', () => declareCall({ path: '/qm/api/../admin' })],
    ['with a field of a strange name', () => declareCall({ body: { 'a b': '' } })],
    ['with a part that the path has not', () => declareCall({ body: { id: { part: 'b' } } })],
    ['with a pattern that can take for ever', () => declareQuery('(a|a{1,9}){1,64}')],
    ['with a path that is a regular expression', () => declarePage({ path: '/(a+)+$' })],
    ['with a page that is there twice', () => declare({ pages: [page, page] })],
    ['with too many pages', () => declare({ pages: numbered(201) })],
    [
      'with a file path outside the release',
      () => {
        const files = { ...manifest().files, 'web/../../x.js': { sha256: '', bytes: 0 } };
        sign({ ...manifest(), files, id: releaseIdOf(files) });
      },
    ],
  ])('%s', async (_, spoil) => {
    spoil();
    await expect(store.load('player', id)).rejects.toThrow(ReleaseRefusedError);
  });

  const flip = (path: string) => {
    const bytes = readFileSync(at(path));
    bytes.writeUInt8((bytes.at(3) ?? 0) ^ 1, 3);
    writeFileSync(at(path), bytes);
  };
  const page = { path: '/:a/x', access: 'open', chunks: ['play'] };
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...page, path: `/${index}` }));
  const declare = (pages: object) =>
    sign({ ...manifest(), pages: { pages: [], calling: [], ...pages } });
  const declarePage = (more: object) => declare({ pages: [{ ...page, ...more }] });
  const declareCall = (more: object) =>
    declarePage({ calls: [{ path: '/qm/api/x', access: 'open', body: {}, ...more }] });
  const declareQuery = (pattern: string) =>
    declarePage({ query: { q: { kind: 'pattern', pattern } } });

  it('with a clear message', async () => {
    declarePage({ chunks: ['gone'] });
    await expect(store.load('player', id)).rejects.toThrow(
      '清单中的页面指向不存在的代码块："gone"',
    );
    declareCall({ path: '//evil.example' });
    const manifests = createReleaseStore(defaultReleaseOptions(releases));
    await expect(manifests.load('player', id)).rejects.toThrow(
      '清单中的页面说明不合规："pages.pages.0.calls.0.path"',
    );
    manifests.close();
  });

  it('but not one whose pages are in order, or one of an older format without any', async () => {
    declare({ pages: numbered(200) });
    await expect(store.load('player', id)).resolves.toMatchObject({ id });
    sign({ ...manifest(), pages: undefined });
    const manifests = createReleaseStore(defaultReleaseOptions(releases));
    await expect(manifests.load('player', id)).resolves.toMatchObject({ id });
    manifests.close();
  });

  const pointTo = (entry: string) => sign({ ...manifest(), area: { ...manifest().area, entry } });

  it('and is replaced by the next build of the same content', async () => {
    appendFileSync(at('web/index.1111111111.js'), 'evil()');
    const created = await makeRelease(
      'player',
      join(folder, 'dist'),
      defaultReleaseOptions(releases),
    );
    expect(created).toMatchObject({ isNew: true, manifest: { id } });
    await expect(store.load('player', id)).resolves.toMatchObject({ id });
  });
});

describe('the releases that an edge holds', () => {
  const named = () => ({ revision: 1, areas: { player: areaOf(id) } });
  const spoil = () => appendFileSync(at('web/index.1111111111.js'), ' ');

  it('are loaded when operators name them', async () => {
    const loaded = createLoadedReleases(store);
    spoil();
    expect(await loaded.load(named())).toMatchObject([{ area: 'player', release: id }]);
    expect(loaded.has('player', id)).toBe(false);
  });

  it('include the newest one in advance: activating it reads nothing again', async () => {
    const loaded = createLoadedReleases(store);
    await loaded.prepare();
    loaded.keep({ revision: 0, areas: {} });
    spoil();
    expect(await loaded.load(named())).toEqual([]);
    expect(loaded.get('player', id)?.id).toBe(id);
  });
});

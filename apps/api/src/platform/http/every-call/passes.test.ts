import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { learnJoin, playerEnter, tryDetail } from '@cme/contract/study';
import { certificateApply, certificateDownload } from '@cme/contract/credits';
import { fetchAs } from '@cme/commons/api-client/node';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { type Learner, newCourse, newLearner } from '../../../../test/learner.ts';
import { studied } from '../../../../test/study.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { section } from '../../../content/catalogue/catalogue.tables.ts';
import { storeIssuers } from '../../../credits/certificate/certificate.store.ts';
import { signDownload } from '../../../person/file/download.ts';
import { storeFile } from '../../../person/file/store-file.action.ts';
import { userSession } from '../../../person/identity/identity.tables.ts';
import { livingMedia } from '../../../study/live/hls.rules.ts';
import { liveFolders } from '../../settings/live-ingest.ts';
import { getSites } from '../../sites/site.cache.ts';

const folder = 'bls-1-1';
const hosts = {
  own: ['cme.localhost:8080', 'player.cme.localhost:8080', 'user.cme.localhost'],
  nobodys: ['api.cme.localhost:8080', 'cdn.example.com'],
  foreign: ['hospital.localhost:8080', 'HOSPITAL.localhost.', 'localhost:8080', '127.0.0.1:8080'],
};

const api = await startApiForFile();
let learner: Learner;
beforeAll(async () => {
  await storeIssuers(api.db, [{ site_id: 'main', code: '0351', name: '培训中心' }]);
  learner = await newLearner(api);
});

async function video(): Promise<string> {
  const course = await newCourse(api, { folder });
  await api.send(learnJoin, { id: course.id }, learner);
  const section_id = course.sections[0]!;
  return (await api.send(playerEnter, { section_id }, learner)).media_url;
}

async function trial(): Promise<string> {
  const course = await newCourse(api, { folder, is_free: 'N', price_fen: 100 });
  await api.db
    .update(section)
    .set({ try_seconds: 30 })
    .where(eq(section.section_id, course.sections[0]!));
  return (await api.send(tryDetail, { id: course.id })).media_url;
}

async function certificate(format: 'pdf' | 'png' | 'json'): Promise<string> {
  const learning_id = await studied(api, learner, await newCourse(api));
  const { cert_no } = await api.send(certificateApply, { learning_id }, learner);
  return (await api.send(certificateDownload, { cert_no, format }, learner)).url;
}

async function living(): Promise<string> {
  const at = join(liveFolders(api.context.settings).hls, 'lecture');
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, 'index.m3u8'), '#EXTM3U\n');
  const [session] = await api.db
    .select()
    .from(userSession)
    .where(eq(userSession.user_id, learner.user_id));
  const holder = { user_id: learner.user_id, site_id: 'main', bound_to: session!.session_id };
  return livingMedia(api.context, 'lecture', holder);
}

const statusAt = async (host: string, path: string) => (await fetchAs(host)(api.url + path)).status;

it.each([
  ['video', video],
  ['trial', trial],
  ['living picture', living],
  ['certificate', () => certificate('pdf')],
  ['certificate’s picture', () => certificate('png')],
  ['badge', () => certificate('json')],
])("the pass of a %s opens it on no other site's host", async (_, open) => {
  const path = await open();
  for (const host of [...hosts.own, ...hosts.nobodys])
    expect(await statusAt(host, path), host).toBe(200);
  for (const host of hosts.foreign) expect(await statusAt(host, path), host).toBe(403);
});

it("the pass of a file opens it on no other site's host", async () => {
  const { context, db } = api;
  const kept = {
    kind: 'proof',
    name: '证明.pdf',
    format: 'pdf',
    bytes: Buffer.from('%PDF-'),
  } as const;
  const file = await storeFile(context, db, { ...kept, site_id: 'main' });
  const main = (await getSites(context)).find(({ is_main }) => is_main)!;
  const { pathname } = new URL(signDownload(context, main, file).url);
  expect(await statusAt('files.cme.localhost:8080', pathname)).toBe(200);
  expect(await statusAt('localhost:8080', pathname)).toBe(403);
});

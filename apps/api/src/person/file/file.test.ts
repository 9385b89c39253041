import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import {
  fileStart,
  fileState,
  mostPerUpload,
  myfileDelete,
  myfileDownload,
  myfileList,
} from '@cme/contract/person';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Learner, newLearner } from '../../../test/learner.ts';
import { pdf, photo } from '../../../test/sample-files.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { fingerprintFile, startUpload, tus, upload, verdictOn } from '../../../test/upload.ts';
import { setRoles } from '../identity/user.store.ts';
import { attachFiles, detachFiles, fileOfOwner, readOwnerFiles } from './attach.action.ts';
import { createCheckQueue } from './check/check.job.ts';
import { signDownload } from './download.ts';
import { findFile, leaseFile, setFile } from './file.store.ts';
import { storeFile } from './store-file.action.ts';
import { sweepFiles } from './sweep.job.ts';

const api = await startApiForFile();
let learner: Learner;
let proof: Buffer;
beforeAll(async () => {
  learner = await newLearner(api);
  proof = await pdf('进修证明', 40);
});

const bytesOfOne = (size: number) => Buffer.concat([proof.subarray(0, 100), Buffer.alloc(size, 1)]);
const fetchOffset = async (path: string, as: { token: string } = learner) => {
  const answer = await tus(api, as, 'HEAD', path);
  return [answer.status, answer.headers.get('upload-offset')];
};
interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
}
/** Follows a URL as a browser would, to the host that it contains. */
function follow(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  const { host, pathname } = new URL(url);
  const port = new URL(api.url).port;
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path: pathname,
      method,
      headers: { host, ...headers },
    };
    request(options, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part as Buffer);
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        body: Buffer.concat(parts),
      });
    })
      .on('error', reject)
      .end();
  });
}

describe('an upload', () => {
  it('resumes when the same file is started again', async () => {
    const [first, cut] = [await startUpload(api, learner, { bytes: proof }), 10_000];
    expect(first.file).toMatchObject({ file_status: 'uploading', uploaded: 0, name: '证明.pdf' });
    const body = Buffer.from(proof.subarray(0, cut));
    expect((await tus(api, learner, 'PATCH', first.upload_url, { body })).status).toBe(204);
    const again = await startUpload(api, learner, { bytes: proof });
    expect([again.file.file_id, again.file.uploaded]).toEqual([first.file.file_id, cut]);
    expect(await fetchOffset(first.upload_url)).toEqual([200, String(cut)]);
    const rest = Buffer.from(proof.subarray(cut));
    const last = await tus(api, learner, 'PATCH', first.upload_url, { offset: cut, body: rest });
    expect(last.headers.get('upload-offset')).toBe(String(proof.length));
    const file = await verdictOn(api, learner, first.file.file_id);
    expect(file).toMatchObject({ file_status: 'ready', format: 'pdf', size: proof.length });
  });

  it('keeps what a broken connection has delivered', async () => {
    const bytes = bytesOfOne(300_000);
    const { upload_url } = await startUpload(api, learner, { bytes, name: 'broken.pdf' });
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `PATCH ${upload_url} HTTP/1.1\r\nHost: x\r\nX-Token: ${learner.token}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${bytes.length}\r\n\r\n`,
    );
    socket.write(bytes.subarray(0, 200_000));
    const spool = join(api.context.settings.dataDir, 'files/spool');
    const received = () => readdirSync(spool).map((name) => statSync(join(spool, name)).size);
    await expect.poll(received, { timeout: 20_000 }).toContain(200_000);
    socket.destroy();
    await expect.poll(() => fetchOffset(upload_url), { timeout: 20_000 }).toEqual([200, '200000']);
  });

  it('accepts each part once under concurrent senders', async () => {
    const bytes = bytesOfOne(200_000);
    const { upload_url, file } = await startUpload(api, learner, { bytes, name: 'twice.pdf' });
    const body = Buffer.from(bytes.subarray(0, 100_000));
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => tus(api, learner, 'PATCH', upload_url, { body })),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.every((status) => [204, 400, 409].includes(status))).toBe(true);
    expect(await fetchOffset(upload_url)).toEqual([200, '100000']);
    await api.send(myfileDelete, { file_id: file.file_id }, learner);
  });

  it('is accessible to its owner alone', async () => {
    const { file, upload_url } = await startUpload(api, learner, { bytes: proof, name: 'own.pdf' });
    const stranger = await newLearner(api);
    const abroad = await newLearner(api, 'hospital', 'hospital.localhost');
    for (const other of [stranger, abroad]) {
      for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
        const body = method === 'PATCH' ? { body: Buffer.from(proof) } : {};
        const { status } = await tus(api, other, method, upload_url, body);
        expect([401, 404], `${method} ${status}`).toContain(status);
      }
      await expect(
        api.send(myfileDownload, { file_id: file.file_id }, other),
      ).rejects.toMatchObject({ statusCode: 404 });
      const { deleted } = await api.send(myfileDelete, { file_id: file.file_id }, other);
      expect(deleted).toBe(0);
      const { list } = await api.send(fileState, { file_ids: [file.file_id] }, other);
      expect(list).toEqual([]);
      expect((await api.send(myfileList, {}, other)).total).toBe(0);
    }
    expect((await tus(api, { token: 'x'.repeat(43) }, 'HEAD', upload_url)).status).toBe(401);
    expect(await fetchOffset(upload_url)).toEqual([200, '0']);
    const gone = await tus(api, learner, 'DELETE', upload_url);
    expect(gone.status).toBe(204);
    expect((await fetchOffset(upload_url))[0]).toBe(404);
  });

  it.each([
    [
      'larger than its kind allows',
      { size: 10 * 1024 * 1024 + 1 },
      '文件不能超过 10 MB',
      'file_size',
    ],
    [
      'of a kind that is the centre’s',
      { kind: 'resource' as const },
      '无权上传该类文件',
      'not_owned',
    ],
    ['empty', { size: 0 }, '文件是空的，请重新选择', 'bad_request'],
  ])('is not started when it is %s', async (_, given, message, code) => {
    const body = { kind: 'proof' as const, name: 'a.pdf', size: 10, fingerprint: 'f'.repeat(32) };
    await expect(api.send(fileStart, { ...body, ...given }, learner)).rejects.toMatchObject({
      message,
      code,
    });
  });

  it('must match its declared size in parts of limited size', async () => {
    const { upload_url } = await startUpload(api, learner, { bytes: proof, name: 'over.pdf' });
    const more = Buffer.alloc(proof.length + 1);
    expect((await tus(api, learner, 'PATCH', upload_url, { body: more })).status).toBe(413);
    const huge = Buffer.alloc(mostPerUpload + 1);
    expect((await tus(api, learner, 'PATCH', upload_url, { body: huge })).status).toBe(413);
    expect(
      (await tus(api, learner, 'PATCH', upload_url, { offset: 5, body: Buffer.alloc(1) })).status,
    ).toBe(409);
    expect(await fetchOffset(upload_url)).toEqual([200, '0']);
  });

  it('is limited in number, even under concurrent starts', async () => {
    const greedy = await newLearner(api);
    const start = (index: number) =>
      api.send(
        fileStart,
        {
          kind: 'proof',
          name: `${index}.pdf`,
          size: 100,
          fingerprint: String(index).padStart(32, '0'),
        },
        greedy,
      );
    const results = await Promise.allSettled(
      Array.from({ length: 25 }, (_, index) => start(index)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    await expect(start(99)).rejects.toMatchObject({ code: 'file_quota' });
    const same = await Promise.all([start(0), start(0), start(0)]);
    expect(new Set(same.map(({ file }) => file.file_id)).size).toBe(1);
  });
});

describe('a download', () => {
  const address = async () => {
    const { file_id } = await upload(api, learner, {
      bytes: proof,
      name: `证明's ${Math.random()}.pdf`,
    });
    return { file_id, ...(await api.send(myfileDownload, { file_id }, learner)) };
  };

  it('is an attachment on a separate host', async () => {
    const { url, file_name, file_id } = await address();
    expect(new URL(url).host).toBe('files.cme.localhost:8080');
    const { status, headers, body } = await follow(url);
    expect([status, body.equals(proof)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
      'content-length': String(proof.length),
      'content-disposition': `attachment; filename="${file_id}.pdf"; filename*=UTF-8''${encodeURIComponent(file_name).replaceAll("'", '%27')}`,
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('supports ranges and HEAD', async () => {
    const { url } = await address();
    const part = await follow(url, { range: 'bytes=10-19' });
    expect([part.status, part.headers['content-range'], part.body.toString()]).toEqual([
      206,
      `bytes 10-19/${proof.length}`,
      proof.subarray(10, 20).toString(),
    ]);
    const end = await follow(url, { range: 'bytes=-5' });
    expect(end.body.equals(proof.subarray(-5))).toBe(true);
    expect((await follow(url, { range: `bytes=${proof.length}-` })).status).toBe(416);
    const other = await follow(url, { range: 'bytes=0-1', 'if-range': '"other"' });
    expect([other.status, other.body.length]).toEqual([200, proof.length]);
    const head = await follow(url, {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
      200,
      String(proof.length),
      0,
    ]);
  });

  it('can be resumed for four hours once its download has begun, and not started anew', async () => {
    const { url } = await address();
    const { etag } = (await follow(url)).headers;
    const before = api.clock.now();
    const rest = { range: 'bytes=10-', 'if-range': String(etag) };
    api.clock.pass(3 * 3_600_000);
    const resumed = await follow(url, rest);
    expect([resumed.status, resumed.body.length]).toEqual([206, proof.length - 10]);
    const begun: Record<string, string>[] = [
      {},
      { range: 'bytes=10-' },
      { ...rest, 'if-range': '"other"' },
    ];
    for (const headers of begun) expect((await follow(url, headers)).status).toBe(403);
    api.clock.pass(3_600_000);
    expect((await follow(url, rest)).status).toBe(403);
    api.clock.set(before);
  });
  it('has a URL that expires after ten minutes, opens one file, and is not logged', async () => {
    const [one, other] = [await address(), await address()];
    const pass = one.url.split('/').at(-2) ?? '';
    expect((await follow(one.url.replace(one.file_id, other.file_id))).status).toBe(403);
    expect((await follow(one.url.replace(pass, `9${pass}`))).status).toBe(403);
    expect((await follow(one.url.replace('files.cme', 'cme'))).status).toBe(404);
    expect((await follow(one.url.replace('files.cme', 'hospital'))).status).toBe(404);
    api.clock.pass(599_000);
    expect((await follow(one.url)).status).toBe(200);
    api.clock.pass(2000);
    expect((await follow(one.url)).status).toBe(403);
    expect(api.logged()).toContain('"/qm/file/:pass/:file_id"');
    expect(api.logged()).not.toContain(pass.slice(11));
  });

  it('uses the page’s own origin on an address without subdomains', async () => {
    const local = await newLearner(api, 'test', 'localhost:8080');
    const { file_id } = await upload(api, local, { bytes: proof });
    const { url } = await api.send(myfileDownload, { file_id }, local);
    expect(url).toMatch(/^\/qm\/file\//);
    expect((await follow(`${api.url}${url}`)).status).toBe(200);
  });
});

describe('attached files', () => {
  const owner = () => ({ owner_type: 'declare', owner_id: String(Math.random()) });
  const attach = (to: ReturnType<typeof owner>, fileIds: string[], more: object = {}) =>
    api.db.transaction((tx) =>
      attachFiles(tx, {
        ...to,
        title: '兑换申报 D1',
        site_id: 'main',
        user_id: learner.user_id,
        file_ids: fileIds,
        kinds: ['proof'],
        most: 3,
        ...more,
      }),
    );
  const ready = async (name = `${Math.random()}.pdf`) =>
    (await upload(api, learner, { bytes: proof, name })).file_id;

  it('are returned in order, can be replaced, and cannot be deleted', async () => {
    const [to, ids] = [owner(), [await ready(), await ready()]];
    const refs = await attach(to, ids.toReversed());
    expect(refs.map(({ file_id }) => file_id)).toEqual(ids.toReversed());
    const found = await readOwnerFiles(api.db, 'declare', [to.owner_id, 'none']);
    expect([...found]).toEqual([[to.owner_id, refs]]);
    const [first = '', second = ''] = ids;
    await expect(api.send(myfileDelete, { file_id: first }, learner)).rejects.toMatchObject({
      code: 'file_used',
      message: '文件已用于“兑换申报 D1”，不能删除',
    });
    await attach(to, [second]);
    const { list } = await api.send(fileState, { file_ids: ids }, learner);
    expect(Object.fromEntries(list.map((item) => [item.file_id, item.can_delete]))).toEqual({
      [first]: 'Y',
      [second]: 'N',
    });
    expect(await api.send(myfileDelete, { file_id: first }, learner)).toEqual({ deleted: 1 });
    expect(await api.send(myfileDelete, { file_id: first }, learner)).toEqual({ deleted: 0 });
    await api.db.transaction((tx) => detachFiles(tx, to));
    expect(await api.send(myfileDelete, { file_id: second }, learner)).toEqual({ deleted: 1 });
  });

  it('must be the person’s own, complete, of allowed kinds, and not too many', async () => {
    const id = await ready();
    const pending = await startUpload(api, learner, { bytes: proof, name: 'pending.pdf' });
    const picture = await upload(api, learner, {
      bytes: await photo(),
      kind: 'photo',
      name: 'a.jpg',
    });
    await expect(attach(owner(), [id], { user_id: 'other' })).rejects.toMatchObject({
      statusCode: 404,
    });
    await expect(attach(owner(), [id], { site_id: 'test' })).rejects.toMatchObject({
      statusCode: 404,
    });
    await expect(attach(owner(), ['none'])).rejects.toMatchObject({ statusCode: 404 });
    await expect(attach(owner(), [pending.file.file_id])).rejects.toMatchObject({
      code: 'file_not_ready',
    });
    await expect(attach(owner(), [picture.file_id])).rejects.toMatchObject({ code: 'file_type' });
    await expect(attach(owner(), ['a', 'b', 'c', 'd'])).rejects.toThrow('最多上传3个文件');
    expect(await attach(owner(), [id, id])).toHaveLength(1);
  });

  it('are either attached or deleted under concurrent requests', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [to, id] = [owner(), await ready()];
      const [attached, deleted] = await Promise.allSettled([
        attach(to, [id]),
        api.send(myfileDelete, { file_id: id }, learner),
      ]);
      expect([attached.status, deleted.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      const row = await findFile(api.db, id);
      expect(row?.file_status === 'ready').toBe(attached.status === 'fulfilled');
    }
  });

  it('generated by the product are ready at once, with access decided by the owner', async () => {
    const to = { owner_type: 'news', owner_id: 'N1' };
    const row = await api.db.transaction((tx) =>
      storeFile(api.context, tx, {
        site_id: 'main',
        kind: 'attachment',
        name: '附件1：名额分配表.pdf',
        format: 'pdf',
        bytes: proof,
      }),
    );
    await attach(to, [row.file_id], { user_id: '', kinds: ['attachment'] });
    const site = { domain: 'cme.localhost' } as Parameters<typeof signDownload>[1];
    const { url, file_name } = signDownload(
      api.context,
      site,
      await fileOfOwner(api.db, to, row.file_id),
    );
    expect(file_name).toBe('附件1：名额分配表.pdf');
    expect((await follow(url)).body.equals(proof)).toBe(true);
    expect(await fileOfOwner(api.db, { ...to, owner_id: 'N2' }, row.file_id)).toBeUndefined();
    await expect(api.send(myfileDownload, { file_id: row.file_id }, learner)).rejects.toMatchObject(
      { statusCode: 404 },
    );
  });

  it('staff may upload larger files', async () => {
    const officer = await newLearner(api);
    await setRoles(api.db, officer.user_id, ['learner', 'certificate_officer']);
    const bytes = Buffer.concat([
      Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomiso2\0\0\0\x08moov', 'latin1'),
      Buffer.from([0x00, 0xc0, 0x00, 0x08]),
      Buffer.from('mdat'),
      Buffer.alloc(12 * 1024 * 1024),
    ]);
    const file = await upload(
      api,
      officer,
      { bytes, kind: 'resource', name: '课件.mp4' },
      mostPerUpload,
    );
    expect(file).toMatchObject({ file_status: 'ready', format: 'mp4', size: bytes.length });
  });
});

describe('an abandoned upload', () => {
  const checks = () => createCheckQueue(api.context);
  const day = 86_400_000;

  it('is removed after a day with its content', async () => {
    const person = await newLearner(api);
    const { file, upload_url } = await startUpload(api, person, { bytes: proof, name: 'left.pdf' });
    await tus(api, person, 'PATCH', upload_url, { body: Buffer.from(proof.subarray(0, 500)) });
    const row = await findFile(api.db, file.file_id);
    const place = join(
      api.context.settings.dataDir,
      'files/store',
      row?.place.slice(0, 2) ?? '',
      row?.place ?? '',
    );
    expect(readdirSync(place)).toHaveLength(1);
    expect(statSync(place).mode & 0o777).toBe(0o700);
    expect(statSync(join(place, readdirSync(place)[0] ?? '')).mode & 0o777).toBe(0o600);
    api.clock.pass(day - 60_000);
    await sweepFiles(api.context, checks());
    expect(await findFile(api.db, file.file_id)).toBeDefined();
    api.clock.pass(61_000);
    await sweepFiles(api.context, checks());
    await sweepFiles(api.context, checks());
    expect(await findFile(api.db, file.file_id)).toBeUndefined();
    expect(() => readdirSync(place)).toThrow('ENOENT');
  });

  it('is checked by another process once its lease has expired, and not before', async () => {
    const person = await newLearner(api);
    const { file_id } = await upload(api, person, { bytes: proof });
    const row = await findFile(api.db, file_id);
    // The state left by a process that was killed during a check: all bytes received, lease taken.
    const { upload_url, file } = await startUpload(api, person, {
      bytes: proof,
      name: 'killed.pdf',
    });
    const half = Math.floor(proof.length / 2);
    await tus(api, person, 'PATCH', upload_url, { body: Buffer.from(proof.subarray(0, half)) });
    const now = api.clock.now();
    await setFile(api.db, file.file_id, { lease_until: new Date(now.getTime() + 20_000) });
    await tus(api, person, 'PATCH', upload_url, {
      offset: half,
      body: Buffer.from(proof.subarray(half)),
    });
    await sweepFiles(api.context, checks());
    expect((await findFile(api.db, file.file_id))?.file_status).toBe('checking');
    api.clock.pass(20_001);
    expect(await leaseFile(api.db, file.file_id, 'ready', api.clock.now(), now)).toBeUndefined();
    await sweepFiles(api.context, checks());
    const done = await findFile(api.db, file.file_id);
    expect(done).toMatchObject({ file_status: 'ready', sha256: row?.sha256, size: row?.size });
    const [, name = ''] = done?.object.split('/') ?? [];
    const place = join(
      api.context.settings.dataDir,
      'files/store',
      done?.place.slice(0, 2) ?? '',
      done?.place ?? '',
    );
    expect(readdirSync(place)).toEqual([name]);
    expect(readFileSync(join(place, name)).equals(proof)).toBe(true);
  });
});

it('the same content under another name is another upload', () => {
  expect(fingerprintFile(proof, 'a')).not.toBe(fingerprintFile(proof, 'b'));
});

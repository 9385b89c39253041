import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { messageList } from '@cme/contract/person';
import { type Transcode, transcodeList, transcodeStart } from '@cme/contract/content';
import { learnJoin, playerEnter } from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRecording, requireFfmpeg } from '../../../../../tools/programs/ffmpeg.ts';
import { type Learner, newCourse, newLearner } from '../../../test/learner.ts';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { upload } from '../../../test/upload.ts';
import { newPlace } from '../../platform/storage/spool.ts';
import { filesFolder, openStorage } from '../../platform/storage/storage.ts';
import { findSection } from '../catalogue/write/resource.store.ts';
import { setRoles } from '../../person/identity/user.store.ts';
import { mostTries } from './transcode.rules.ts';
import { setOfRun } from './transcode.store.ts';
import { transcode } from './transcode.tables.ts';
import { refusal } from '../../../test/refusal.ts';

let api: TestApi;
let teacher: Learner;
const folder = mkdtempSync(join(tmpdir(), 'cme-recordings-'));
beforeAll(async () => {
  requireFfmpeg();
  api = await startTestApi();
  teacher = await newLearner(api);
  await setRoles(api.db, teacher.user_id, ['learner', 'course_teacher']);
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

let names = 0;
function recording(ending: string, seconds = 3, picture = true): { name: string; bytes: Buffer } {
  names += 1;
  const path = join(folder, `课件${names}.${ending}`);
  makeRecording(path, seconds, picture);
  return { name: `课件${names}.${ending}`, bytes: readFileSync(path) };
}

/** A course with a section without resource, and an uploaded recording. */
async function uploaded(given: { name: string; bytes: Buffer }) {
  const course = await newCourse(api, { lengths: [null] });
  const file = await upload(api, teacher, { ...given, kind: 'media' });
  expect(file).toMatchObject({ file_status: 'ready', reason: '' });
  return { course, body: { file_id: file.file_id, section_id: course.sections[0]! } };
}

async function settled(id: string, isSettled: (row: Transcode) => boolean): Promise<Transcode> {
  for (const end = performance.now() + 60_000; performance.now() < end;) {
    const { list } = await api.send(transcodeList, { page_size: 50 }, teacher);
    const row = list.find(({ transcode_id }) => transcode_id === id);
    if (row && isSettled(row)) return row;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error('the recording is still being transcoded');
}
const isOver = ({ transcode_status }: Transcode) => ['done', 'failed'].includes(transcode_status);

describe('an uploaded recording', () => {
  it.each(['mp4', 'mkv', 'avi', 'flv', 'wmv', 'mpg'])(
    'of a %s becomes the video of its section, with the duration that the server measured',
    async (ending) => {
      const { course, body } = await uploaded(recording(ending));
      const { transcode: begun } = await api.send(transcodeStart, body, teacher);
      const again = await api.send(transcodeStart, body, teacher);
      expect(again.transcode.transcode_id).toBe(begun.transcode_id);
      const done = await settled(begun.transcode_id, isOver);
      expect(done).toMatchObject({
        transcode_status: 'done',
        percent: 100,
        seconds: 3,
        reason: '',
      });
      const learner = await newLearner(api);
      await api.send(learnJoin, { id: course.id }, learner);
      const entered = await api.send(playerEnter, { section_id: body.section_id }, learner);
      expect(entered.seconds).toBe(3);
      const base = api.url + entered.media_url.replace(/index\.m3u8$/, '');
      const list = await (await fetch(`${base}video.m3u8`)).text();
      const first = /^[^#].*m4s$/m.exec(list)?.[0] ?? '';
      for (const file of ['index.m3u8', 'init.mp4', first, 'poster.webp'])
        expect((await fetch(base + file)).status, file).toBe(200);
      expect((await fetch(`${base}99999.m4s`)).status).toBe(404);
    },
    90_000,
  );

  it('without video becomes the audio of its section', async () => {
    const { body } = await uploaded(recording('mp3', 4, false));
    const { transcode: begun } = await api.send(transcodeStart, body, teacher);
    expect(await settled(begun.transcode_id, isOver)).toMatchObject({
      transcode_status: 'done',
      seconds: 4,
    });
    expect(await findSection(api.db, body.section_id)).toMatchObject({ type: 'audio' });
  }, 60_000);

  it('in an invalid format fails at once with its reason, is reported, and can be retried', async () => {
    const bytes = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(5000, 7)]);
    const { body } = await uploaded({ name: '坏文件.mkv', bytes });
    const { transcode: begun } = await api.send(transcodeStart, body, teacher);
    expect(await settled(begun.transcode_id, isOver)).toMatchObject({
      transcode_status: 'failed',
      transcode_status_name: '转码失败',
      reason: '文件已损坏，或不是音视频文件',
      tries: 1,
    });
    const { list } = await api.send(messageList, {}, teacher);
    expect(list.map(({ title }) => title)).toContain('视频转码失败');
    const { transcode: again } = await api.send(transcodeStart, body, teacher);
    expect(again.transcode_id).toBe(begun.transcode_id);
    expect(isOver(await settled(begun.transcode_id, isOver))).toBe(true);
  }, 60_000);

  it('never opens references of a playlist', async () => {
    const list = join(folder, '列表.mkv');
    writeFileSync(list, '#EXTM3U\n#EXTINF:5,\nfile:///etc/hostname\n');
    const given = { name: '列表.mkv', bytes: readFileSync(list) };
    const file = await upload(api, teacher, { ...given, kind: 'media' });
    expect(file.file_status).toBe('refused');
  });
});

describe('without ffmpeg', () => {
  it('a recording waits with a reason, and resumes without using up an attempt', async () => {
    const { settings } = api.context;
    const { ffmpeg } = settings;
    settings.ffmpeg = '/nowhere/ffmpeg';
    const { body } = await uploaded(recording('mp4'));
    const { transcode: begun } = await api.send(transcodeStart, body, teacher);
    expect(await settled(begun.transcode_id, ({ reason }) => reason !== '')).toMatchObject({
      transcode_status: 'waiting',
      reason: '服务器没有安装 ffmpeg，安装后自动继续',
      tries: 0,
    });
    settings.ffmpeg = ffmpeg;
    api.clock.pass(61_000);
    expect(await settled(begun.transcode_id, isOver)).toMatchObject({ transcode_status: 'done' });
  }, 60_000);
});

describe('the job of a killed process', () => {
  /** The state left by a process that was killed. */
  async function left(tries: number) {
    const { body } = await uploaded(recording('mp4'));
    const now = api.clock.now();
    const place = newPlace();
    const path = join(folder, place);
    writeFileSync(path, 'half');
    await openStorage(api.context.settings).put(`${place}/00000-m4s`, path);
    const row = {
      transcode_id: `T${place.slice(0, 20)}`,
      site_id: 'main',
      ...body,
      transcode_status: 'running' as const,
      tries,
      run: newPlace(),
      place,
      next_at: now,
      lease_until: now,
      created_by: teacher.user_id,
      created_at: now,
    };
    await api.db.insert(transcode).values(row);
    return row;
  }

  it('is taken over by the next, and its files are removed', async () => {
    const row = await left(1);
    expect(await settled(row.transcode_id, isOver)).toMatchObject({
      transcode_status: 'done',
      tries: 2,
    });
    expect(await openStorage(api.context.settings).list(row.place)).toEqual([]);
    expect(await setOfRun(api.db, row, { percent: 50 })).toBe(false);
  }, 60_000);

  it('is given up after it has killed its process too often', async () => {
    const row = await left(mostTries);
    expect(await settled(row.transcode_id, isOver)).toMatchObject({
      transcode_status: 'failed',
      reason: '多次转码中断，请检查文件后重试',
    });
  }, 60_000);
});

describe('a process whose lease has expired', () => {
  const readTranscode = async (id: string) =>
    (await api.db.select().from(transcode).where(eq(transcode.transcode_id, id)))[0]!;

  it('writes nothing once another process has taken over, and removes its files', async () => {
    const { settings } = api.context;
    const { ffmpeg } = settings;
    const beside = (program: string) =>
      ffmpeg.includes('/') ? join(dirname(ffmpeg), program) : program;
    // Its ffmpeg starts when the other process is already running.
    const gate = join(folder, 'gate');
    execFileSync('mkfifo', [gate]);
    // Opened for writing without waiting for a reader, which may have ended already.
    const opened = await open(gate, 'r+');
    const slow = mkdtempSync(join(folder, 'slow-'));
    settings.ffmpeg = join(slow, 'ffmpeg');
    const wait = `if [ -p '${gate}' ]; then read -r _ < '${gate}'; rm '${gate}'; fi\n`;
    const script = (before: string, program: string) =>
      writeFileSync(join(slow, program), `#!/bin/sh\n${before}exec '${beside(program)}' "$@"\n`, {
        mode: 0o700,
      });
    script(wait, 'ffmpeg');
    script('', 'ffprobe');
    const { body } = await uploaded(recording('mp4'));
    const before = await findSection(api.db, body.section_id);
    const { transcode: begun } = await api.send(transcodeStart, body, teacher);
    const isRunning = ({ transcode_status }: Transcode) => transcode_status === 'running';
    await settled(begun.transcode_id, isRunning);
    const { place } = await readTranscode(begun.transcode_id);
    const taken = { run: newPlace(), place: newPlace(), tries: 2, percent: 7 };
    const lease_until = new Date(api.clock.now().getTime() + 3_600_000);
    await api.db
      .update(transcode)
      .set({ ...taken, lease_until })
      .where(eq(transcode.transcode_id, begun.transcode_id));
    settings.ffmpeg = ffmpeg;
    await opened.write('go\n');

    const working = join(filesFolder(settings), 'transcode');
    await expect.poll(() => readdirSync(working), { timeout: 60_000 }).toEqual([]);
    expect(await readTranscode(begun.transcode_id)).toMatchObject({
      ...taken,
      lease_until,
      transcode_status: 'running',
      seconds: 0,
      finished_at: null,
    });
    expect(await findSection(api.db, body.section_id)).toEqual(before);
    expect(await openStorage(settings).list(place)).toEqual([]);
    await opened.close();
    const { list } = await api.send(messageList, { page_size: 50 }, teacher);
    expect(list.filter(({ text }) => text.includes(begun.file_name))).toEqual([]);
  }, 90_000);
});

it('is limited to teachers of the site and its own courses', async () => {
  const { body } = await uploaded(recording('mp4', 1));
  const learner = await newLearner(api);
  expect(await refusal(api.send(transcodeStart, body, learner))).toBe('not_allowed');
  expect(await refusal(api.send(transcodeList, {}, learner))).toBe('not_allowed');
  const other = await newCourse(api, { site: 'hospital', lengths: [null] });
  const foreign = { ...body, section_id: other.sections[0]! };
  expect(await refusal(api.send(transcodeStart, foreign, teacher))).toBe('not_found');
  const another = await newLearner(api);
  await setRoles(api.db, another.user_id, ['learner', 'course_teacher']);
  expect(await refusal(api.send(transcodeStart, body, another))).toBe('not_found');
}, 60_000);

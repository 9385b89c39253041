/** Generates the videos of the sample courses: `node tools/media/videos.ts [course or video …]`.
 * Needs Chromium, ffmpeg, espeak-ng and a Chinese font; the output is checked in. Existing videos
 * are kept unless they or their course are named. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import { courses } from '@cme/sample/courses';
import { teachers } from '@cme/sample/teachers';
import { findProgram } from '../programs/browsers.ts';
import { tints } from './covers.ts';
import { emblemOf } from './course-emblems.ts';
import { scripts } from './scripts/all.ts';
import type { Script, Slide } from './scripts/script.ts';
import { renderSlide, type Frame } from './slide-page.ts';
import { speakSlides, createSubtitles, createWaveFile } from './speech.ts';

const root = fileURLToPath(new URL('../../apps/api', import.meta.url));
const hls = `${root}/media/hls`;
const framesPerSecond = 5;
/** A single slide needs one key frame only. */
const getSegmentSeconds = (slides: number) => (slides === 1 ? 30 : 10);

const runFfmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args]);

function measureDuration(playlist: string): number {
  const output = execFileSync('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'format=duration',
    '-of',
    'csv=p=0',
    playlist,
  ]);
  return Math.floor(Number(output.toString().trim()));
}

/** Screenshots of the slides, in order. */
async function renderSlides(
  page: Page,
  slides: Slide[],
  frame: Omit<Frame, 'at' | 'of'>,
  scratch: string,
): Promise<string[]> {
  const files: string[] = [];
  for (const [index, slide] of slides.entries()) {
    const file = `${scratch}/${index}.png`;
    await page.setContent(renderSlide(slide, { ...frame, at: index, of: slides.length }));
    const overflowing = await page.evaluate(
      () =>
        document.querySelector('main')!.scrollHeight > document.querySelector('main')!.clientHeight,
    );
    if (overflowing) throw new Error(`slide does not fit: ${slide.head}`);
    await page.screenshot({ path: file });
    files.push(file);
  }
  return files;
}

/** The master playlist, with one rendition. Subtitles are a track of the page, not of the
 * playlist. */
const createMasterPlaylist = (bandwidth: number) => `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=1280x720,FRAME-RATE=${framesPerSecond}.000,CODECS="avc1.4d401f,mp4a.40.2"
video.m3u8
`;

/** The peak bit rate of all segments, for the master playlist. */
function measureBandwidth(folder: string, segmentSeconds: number): number {
  const sizes = readdirSync(folder)
    .filter((name) => name.endsWith('.m4s'))
    .map((name) => readFileSync(`${folder}/${name}`).length);
  return Math.ceil((Math.max(...sizes) * 8) / segmentSeconds / 1000) * 1000;
}

function encodeVideo(folder: string, scratch: string, images: string[], lengths: number[]): void {
  const segmentSeconds = getSegmentSeconds(images.length);
  const list = images
    .map((file, index) => `file '${file}'\nduration ${lengths[index]!.toFixed(3)}`)
    .join('\n');
  writeFileSync(`${scratch}/list.txt`, `${list}\nfile '${images.at(-1)}'\n`);
  runFfmpeg(
    '-f',
    'concat',
    '-safe',
    '0',
    '-i',
    `${scratch}/list.txt`,
    '-i',
    `${scratch}/sound.wav`,
    '-vf',
    `fps=${framesPerSecond},format=yuv420p`,
    '-c:v',
    'libx264',
    '-profile:v',
    'main',
    '-level',
    '3.1',
    '-preset',
    'medium',
    '-tune',
    'stillimage',
    '-crf',
    images.length === 1 ? '42' : '38',
    '-g',
    String(framesPerSecond * segmentSeconds),
    '-keyint_min',
    String(framesPerSecond * segmentSeconds),
    '-sc_threshold',
    '0',
    '-c:a',
    'aac',
    '-b:a',
    '15k',
    '-ac',
    '1',
    '-ar',
    '16000',
    '-shortest',
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    '-f',
    'hls',
    '-hls_time',
    String(segmentSeconds),
    '-hls_playlist_type',
    'vod',
    '-hls_segment_type',
    'fmp4',
    '-hls_fmp4_init_filename',
    'init.mp4',
    '-hls_segment_filename',
    `${folder}/%03d.m4s`,
    `${folder}/video.m3u8`,
  );
}

async function makeSection(
  page: Page,
  name: string,
  slides: Slide[],
  frame: Omit<Frame, 'at' | 'of'>,
): Promise<void> {
  const scratch = mkdtempSync(`${tmpdir()}/video-`);
  const folder = `${scratch}/made`;
  mkdirSync(folder);
  const { sound, cues, lengths } = speakSlides(slides, scratch);
  writeFileSync(`${scratch}/sound.wav`, createWaveFile(sound));
  const images = await renderSlides(page, slides, frame, scratch);
  encodeVideo(folder, scratch, images, lengths);
  runFfmpeg(
    '-i',
    images[0]!,
    '-vf',
    'scale=800:-1',
    '-c:v',
    'libwebp',
    '-quality',
    '68',
    `${folder}/poster.webp`,
  );
  writeFileSync(`${folder}/zh.vtt`, createSubtitles(cues));
  const seconds = measureDuration(`${folder}/video.m3u8`);
  writeFileSync(
    `${folder}/index.m3u8`,
    createMasterPlaylist(measureBandwidth(folder, getSegmentSeconds(images.length))),
  );
  rmSync(`${hls}/${name}`, { recursive: true, force: true });
  cpSync(folder, `${hls}/${name}`, { recursive: true });
  rmSync(scratch, { recursive: true });
  process.stdout.write(`${name} ${seconds} s\n`);
}

async function makeCourse(
  page: Page,
  { course: key, chapters, isShort }: Script,
  isForced: (name: string) => boolean,
): Promise<void> {
  const course = courses.find((course) => course.site !== 'test' && course.key === key)!;
  const teacher = teachers.find(({ teacher_id }) => teacher_id === course.teachers[0]!.teacher_id)!;
  for (const [chapterAt, sections] of chapters.entries()) {
    for (const [sectionAt, slides] of sections.entries()) {
      const name = `${key}-${chapterAt + 1}-${sectionAt + 1}`;
      if (!isForced(name) && existsSync(`${hls}/${name}/index.m3u8`)) continue;
      const section = course.chapters[chapterAt]!.sections[sectionAt]!.title;
      const opening: Slide = { head: section };
      const frame = {
        course: course.title,
        section,
        teacher: `${teacher.name}　${teacher.title}　${teacher.unit}`,
        emblem: emblemOf[key]!,
        hue: tints[course.discipline[0]!]?.[0] ?? 172,
      };
      await makeSection(page, name, isShort ? slides : [opening, ...slides], frame);
    }
  }
}

/** The video folders of all scripts; folders of documents and audio have no poster. */
const videoNames = scripts.flatMap(({ course, chapters }) =>
  chapters.flatMap((sections, chapter) =>
    sections.map((_, index) => `${course}-${chapter + 1}-${index + 1}`),
  ),
);

/** Writes the measured durations for the sample content. */
function writeLengths(): void {
  const rows = videoNames
    .filter((name) => existsSync(`${hls}/${name}/index.m3u8`))
    .sort()
    .map((name) => `  '${name}': ${measureDuration(`${hls}/${name}/video.m3u8`)},`);
  writeFileSync(
    `${root}/../../libs/sample/src/videos.ts`,
    [
      '/** Measured seconds of every checked-in video, by its folder under `apps/api/media/hls/`; written by `tools/media/videos.ts`. */',
      'export const videoSeconds: Readonly<Record<string, number>> = {',
      ...rows,
      '};',
      '',
    ].join('\n'),
  );
}

const named = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? findProgram('chromium')!,
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
for (const script of scripts)
  await makeCourse(page, script, (name) =>
    named.some((wish) => wish === script.course || wish === name),
  );
await browser.close();
writeLengths();

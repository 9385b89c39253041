/** Generates the document and the audio of the sample content: `node tools/media/beside-videos.ts`.
 * Needs ffmpeg; the output is checked in. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makePdf } from '@cme/api/printing';
import { guide } from '@cme/sample/beside-videos';

const hls = fileURLToPath(new URL('../../apps/api/media/hls', import.meta.url));
const findFolder = (name: string) => {
  const folder = `${hls}/${name}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
};

const paper = {
  title: guide.title,
  author: '康教在线',
  at: new Date('2026-01-05T00:00:00Z'),
  layout: 'landscape' as const,
};
const bytes = await makePdf(paper, (doc) => {
  for (const [index, { head, lines }] of guide.pages.entries()) {
    if (index > 0) doc.addPage({ size: 'A4', layout: 'landscape', margin: 0 });
    doc.rect(0, 0, 842, 12).fill('#0F6B66');
    doc.font('bold').fontSize(30).fillColor('#0F6B66').text(head, 72, 84, { width: 698 });
    doc.font('regular').fontSize(19).fillColor('#16232B');
    for (const [row, line] of lines.entries())
      doc.text(line, 72, 170 + row * 62, { width: 698, lineGap: 6 });
    const footer = `${guide.title}　${index + 1} / ${guide.pages.length}`;
    doc.fontSize(12).fillColor('#5A6B70').text(footer, 72, 545, { lineBreak: false });
  }
});
writeFileSync(`${findFolder(guide.folder)}/document.pdf`, bytes);

const folder = findFolder('myopia-audio');
execFileSync('ffmpeg', [
  ...['-v', 'error', '-i', `${hls}/myopia-1-1/video.m3u8`, '-vn', '-c:a', 'copy'],
  ...['-map_metadata', '-1', '-fflags', '+bitexact', '-f', 'hls', '-hls_time', '10'],
  ...['-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
  ...['-hls_fmp4_init_filename', 'init.mp4', '-hls_segment_filename', `${folder}/%03d.m4s`],
  ...['-master_pl_name', 'index.m3u8', `${folder}/video.m3u8`],
]);
process.stdout.write(`${bytes.byteLength} bytes of ${guide.pages.length} pages, and the sound\n`);

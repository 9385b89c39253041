/** Generates attachments of the sample courses and news:
 * `node tools/media/sample-files.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makePdf } from '@cme/api/printing';
import { courseFiles } from '@cme/sample/course-files';
import { newsFiles } from '@cme/sample/news-files';

const folder = fileURLToPath(new URL('../../apps/api/media/files', import.meta.url));
const date = new Date('2026-01-05T00:00:00Z');

mkdirSync(folder, { recursive: true });
for (const { file, title, lines } of [...courseFiles, ...newsFiles]) {
  const paper = { title, author: '康教在线', at: date, layout: 'portrait' as const };
  const bytes = await makePdf(paper, (doc) => {
    doc.font('bold').fontSize(24).fillColor('#0F6B66').text(title, 72, 80);
    doc.font('regular').fontSize(14).fillColor('#16232B');
    for (const [row, line] of lines.entries()) doc.text(line, 72, 150 + row * 40);
  });
  writeFileSync(`${folder}/${file}`, bytes);
  process.stdout.write(`${file} ${bytes.byteLength} bytes\n`);
}

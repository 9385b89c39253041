import { open, readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { detect, isRecording, explainFormatRefusal } from './format.rules.ts';
import { damaged, type Inspection, type Verdict } from './verdict.ts';
import { isVideo } from './video.rules.ts';

/** Larger files cannot be inspected. */
const largest = 100 * 1024 * 1024;

/** Detects the real content of an upload. Runs in a worker thread that may be terminated at any
 * time. */
async function inspect(inspection: Inspection): Promise<Verdict> {
  const { path, rewritten, formats } = inspection;
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(4096);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    const start = head.subarray(0, bytesRead);
    const detected = detect(start);
    const isTaken =
      detected === 'office'
        ? formats.some((format) => ['docx', 'xlsx', 'pptx'].includes(format))
        : detected && formats.includes(detected);
    if (!detected || !isTaken) return { refused: explainFormatRefusal(start, formats) };
    if (detected === 'jpg' || detected === 'png') {
      const { redraw } = await import('./picture.ts');
      const fault = await redraw(path, detected, rewritten);
      return fault ? { refused: fault } : { format: detected, path: rewritten };
    }
    // A recording is opened only by ffmpeg, and only the result is shown; a video among downloads
    // is served unchanged.
    if (isRecording(detected) && formats.includes('mkv')) return { format: detected, path };
    if (detected === 'mp4')
      return (await isVideo(file, size)) ? { format: 'mp4', path } : { refused: damaged };
    if (isRecording(detected)) return { refused: explainFormatRefusal(start, formats) };
    if (size > largest) return { refused: '该类文件不能超过 100 MB' };
    const bytes = await readFile(path);
    return detected === 'pdf' ? inspectPdf(bytes, path) : inspectOffice(bytes, start, inspection);
  } finally {
    await file.close();
  }
}

async function inspectPdf(bytes: Buffer, path: string): Promise<Verdict> {
  const { pdfFault } = await import('./pdf.rules.ts');
  const fault = await pdfFault(bytes);
  return fault ? { refused: fault } : { format: 'pdf', path };
}

async function inspectOffice(
  bytes: Buffer,
  start: Buffer,
  { formats, path }: Inspection,
): Promise<Verdict> {
  const rules = await import('./office.rules.ts');
  const office = rules.detectOffice(bytes);
  if ('refused' in office) return office;
  return formats.includes(office.format)
    ? { format: office.format, path }
    : { refused: explainFormatRefusal(start, formats) };
}

parentPort?.postMessage(await inspect(workerData as Inspection));

import type { FileFormat, mediaFormats } from '@cme/contract/person';

/** Detects the type from the first bytes. `office` is one of three types, distinguished by their
 * content. */
export type Detected = 'jpg' | 'png' | 'pdf' | 'office' | (typeof mediaFormats)[number];

const begins = (head: Buffer, ...bytes: number[]) =>
  bytes.every((byte, index) => head[index] === byte);

export function detect(head: Buffer): Detected | undefined {
  if (begins(head, 0xff, 0xd8, 0xff)) return 'jpg';
  if (begins(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') return 'pdf';
  if (begins(head, 0x50, 0x4b, 0x03, 0x04)) return 'office';
  const brand = head.subarray(4, 12).toString('latin1');
  if (/^ftyp(isom|iso\d|mp4\d|avc1|M4V |MSNV|dash)/.test(brand)) return 'mp4';
  return detectRecording(head, brand);
}

/** Containers of recordings, whose content is checked when they are transcoded. */
function detectRecording(head: Buffer, brand: string): Detected | undefined {
  if (brand.startsWith('ftypqt') || /^(moov|mdat|wide|free)/.test(brand)) return 'mov';
  if (/^ftyp(M4A |M4B )/.test(brand)) return 'm4a';
  if (begins(head, 0x1a, 0x45, 0xdf, 0xa3)) return 'mkv';
  const riff = head.toString('latin1', 0, 4) === 'RIFF' ? head.toString('latin1', 8, 12) : '';
  if (riff === 'AVI ') return 'avi';
  if (riff === 'WAVE') return 'wav';
  if (begins(head, 0x46, 0x4c, 0x56, 0x01)) return 'flv';
  if (begins(head, 0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11)) return 'wmv';
  if (begins(head, 0x00, 0x00, 0x01, 0xba) || (head[0] === 0x47 && head[188] === 0x47))
    return 'mpg';
  if (begins(head, 0x49, 0x44, 0x33) || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2))
    return 'mp3';
  return undefined;
}

export const isRecording = (detected: Detected): detected is (typeof mediaFormats)[number] =>
  !['jpg', 'png', 'pdf', 'office'].includes(detected);

const formatsText = (formats: readonly FileFormat[]) => formats.join('、');

/** Reasons for a rejection, with advice. */
export function explainFormatRefusal(head: Buffer, formats: readonly FileFormat[]): string {
  if (/^ftyp(hei|mif1|msf1|avif)/.test(head.subarray(4, 12).toString('latin1')))
    return '暂不支持 HEIC 照片，请在手机相机设置中选择“兼容性最佳”，或截图后上传';
  return `只支持 ${formatsText(formats)} 文件（按文件内容判断，修改后缀名无效）`;
}

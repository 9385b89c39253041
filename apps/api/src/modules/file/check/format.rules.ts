import type { FileFormat } from '@cme/contract';

/** What the first bytes say. `office` is one of three, told apart by what lies inside. */
export type Detected = 'jpg' | 'png' | 'pdf' | 'office' | 'mp4';

const begins = (head: Buffer, ...bytes: number[]) => bytes.every((byte, at) => head[at] === byte);

export function detect(head: Buffer): Detected | undefined {
  if (begins(head, 0xff, 0xd8, 0xff)) return 'jpg';
  if (begins(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') return 'pdf';
  if (begins(head, 0x50, 0x4b, 0x03, 0x04)) return 'office';
  const brand = head.subarray(4, 12).toString('latin1');
  if (/^ftyp(isom|iso\d|mp4\d|avc1|M4V |MSNV|dash)/.test(brand)) return 'mp4';
  return undefined;
}

const formatsText = (formats: readonly FileFormat[]) => formats.join('、');

/** Why something is not taken, in words that tell what to do. */
export function refusalOf(head: Buffer, formats: readonly FileFormat[]): string {
  if (/^ftyp(hei|mif1|msf1|avif)/.test(head.subarray(4, 12).toString('latin1')))
    return '暂不支持 HEIC 照片，请在手机相机设置中选择“兼容性最佳”，或截图后上传';
  return `只支持 ${formatsText(formats)} 文件（按文件内容判断，修改后缀名无效）`;
}

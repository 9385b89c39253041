import { type FileFormat, fileFormats } from '@cme/contract/person';

/** Characters that change how a name is displayed or resolved: control, invisible and bidirectional
 * characters, and those that file systems reserve. */
const unfit = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\\/:*?"<>|%;]/gu;
/** Extensions that a computer may execute, anywhere in the name. */
const endings = /(\s*\.[a-z][a-z0-9]{0,4})+$/i;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const longest = 80;

/** The name for display and download: without path and deceptive characters, with the extension of
 * the detected type; before detection, with its original one. */
export function displayName(name: string, format: FileFormat | undefined = claimed(name)): string {
  const last = name.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const words = last
    .replace(unfit, '')
    .replace(/\s+/g, ' ')
    .replace(endings, '')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const stem = [...words].slice(0, longest).join('').trim();
  const safe = stem === '' || reserved.test(stem) ? '文件' : stem;
  return format === undefined ? safe : `${safe}.${format}`;
}

function claimed(name: string): FileFormat | undefined {
  const ending = /\.([a-z0-9]+)\s*$/i.exec(name)?.[1]?.toLowerCase().replace('jpeg', 'jpg');
  return fileFormats.find((format) => format === ending);
}

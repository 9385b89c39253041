import type { FileFormat } from '@cme/contract/person';
import { bytesFault, isXml, readTypes, typeFault } from './office/office-parts.rules.ts';
import type { OfficeFault } from './office/office-relationships.rules.ts';
import { xmlFault } from './office/office-xml.rules.ts';
import { readZip, type ZipFault, type ZipPart } from './office/read-zip.ts';
import { damaged } from './verdict.ts';

const main: Readonly<Record<string, FileFormat>> = {
  'wordprocessingml.document': 'docx',
  'spreadsheetml.sheet': 'xlsx',
  'presentationml.presentation': 'pptx',
};
const mainType =
  /^application\/vnd\.openxmlformats-officedocument\.(wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation)\.main\+xml$/;
const texts: Readonly<Record<OfficeFault | ZipFault | 'archive', string>> = {
  active: '文件含有宏、嵌入的程序或自动操作，请另存为不含这些内容的格式后上传',
  linked: '文件引用了外部内容，请断开外部链接、改用嵌入的图片后上传',
  unknown: '文件含有无法检查的内容，请用 Word、Excel 或 WPS 另存后上传',
  damaged,
  bomb: '文件压缩内容异常，请重新导出后上传',
  encrypted: '文件已加密，无法检查，请去除密码后上传',
  archive: '只支持 Word、Excel、PowerPoint 文档，不支持压缩包',
};
const typesName = '[Content_Types].xml';

/** Which Office document a ZIP archive contains, or why it is rejected. */
export function detectOffice(bytes: Buffer): { format: FileFormat } | { refused: string } {
  const parts = readZip(bytes);
  if (!Array.isArray(parts)) return { refused: texts[parts] };
  const files = parts.filter(({ name }) => !name.endsWith('/'));
  const names = files.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length || !files.every(({ name }) => isPartName(name)))
    return { refused: damaged };
  try {
    const result = judge(files);
    return typeof result === 'string' ? { refused: texts[result] } : result;
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && 'code' in error))
      return { refused: damaged };
    throw error;
  }
}

const isPartName = (name: string) =>
  !/(^|\/)\.{0,2}(\/|$)|[\\\0-\x1f:*?"<>|\uFFFD]/.test(name) && name.length <= 255;

function judge(files: readonly ZipPart[]): { format: FileFormat } | OfficeFault | 'archive' {
  const list = files.find(({ name }) => name === typesName);
  const root = files.find(({ name }) => name.toLowerCase() === '_rels/.rels');
  const findType = list && readTypes(list.read());
  if (!findType || !root) return 'archive';
  const documents = files.flatMap(({ name }) => mainType.exec(findType(name) ?? '')?.[1] ?? []);
  for (const part of files) {
    const type = part.name === typesName ? 'application/xml' : findType(part.name);
    const fault =
      typeFault(type) ??
      (isXml(type ?? '', part.name) ? xmlFault(part.read()) : bytesFault(part.read(), type ?? ''));
    if (fault) return fault;
  }
  const [document = ''] = documents;
  const format = main[document];
  return format && documents.length === 1 ? { format } : 'archive';
}

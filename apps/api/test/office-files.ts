import { zipSync } from 'fflate';

type Parts = Record<string, string | Uint8Array>;
interface Relationship {
  type: string;
  target: string;
  mode?: string;
}

const openFormats = 'http://schemas.openxmlformats.org';
const officeRelationships = `${openFormats}/officeDocument/2006/relationships`;
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const mainParts = {
  docx: ['word/document.xml', `${word}.document.main+xml`],
  xlsx: [
    'xl/workbook.xml',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
  ],
  pptx: [
    'ppt/presentation.xml',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
  ],
} as const;

export const relationships = (...list: Relationship[]): string =>
  `${declaration}<Relationships xmlns="${openFormats}/package/2006/relationships">${list
    .map(
      ({ type, target, mode }, index) =>
        `<Relationship Id="rId${index + 1}" Type="${type.includes('://') ? type : `${officeRelationships}/${type}`}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
    )
    .join('')}</Relationships>`;

/** The body of a Word document. */
export const wordDocument = (body: string): string =>
  `${declaration}<w:document xmlns:w="${openFormats}/wordprocessingml/2006/main" xmlns:r="${officeRelationships}"><w:body>${body}</w:body></w:document>`;

export const field = (...runs: string[]): string =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${runs
    .map((text) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`)
    .join(
      '',
    )}<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

/** An Office document as its program writes it, with additional parts and types. */
export function officeParts(
  format: keyof typeof mainParts,
  parts: Parts = {},
  types: Record<string, string> = {},
): Parts {
  const [name, type] = mainParts[format];
  const overrides = Object.entries({ [name]: type, ...types }).map(([key, value]) =>
    key.includes('/')
      ? `<Override PartName="/${key}" ContentType="${value}"/>`
      : `<Default Extension="${key}" ContentType="${value}"/>`,
  );
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="${openFormats}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': relationships({ type: 'officeDocument', target: name }),
    [name]: format === 'docx' ? wordDocument('<w:p/>') : `${declaration}<x/>`,
    ...parts,
  };
}

export const zipParts = (parts: Parts): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [
          name,
          typeof part === 'string' ? Buffer.from(part) : part,
        ]),
      ),
    ),
  );

export const officeFile = (...given: Parameters<typeof officeParts>): Buffer =>
  zipParts(officeParts(...given));

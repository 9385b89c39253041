import * as z from 'zod/mini';

/** What a text may contain, in braces. */
const placeholders = [
  'title',
  'cert_no',
  'real_name',
  'gender',
  'id_no',
  'unit_name',
  'series_name',
  'level_name',
  'statement',
  'figures',
  'issuer',
  'issued_on',
  'verify_address',
  'sha256',
] as const;
export type Placeholder = (typeof placeholders)[number];
const required: readonly Placeholder[] = [
  'title',
  'cert_no',
  'real_name',
  'statement',
  'issuer',
  'issued_on',
];

/** Points from the upper left corner of an A4 sheet, 842 × 595 in landscape. */
const place = z.number().check(z.minimum(0), z.maximum(842));
const length = z.number().check(z.minimum(4), z.maximum(842));

const TextField = z.object({
  text: z.string().check(z.minLength(1), z.maxLength(500)),
  x: place,
  y: place,
  width: length,
  /** The text gets smaller until it fits. */
  height: length,
  size: z.number().check(z.minimum(5), z.maximum(72)),
  align: z._default(z.enum(['left', 'center', 'right']), 'left'),
  font: z._default(z.enum(['regular', 'bold']), 'regular'),
  color: z._default(z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/)), '#1B2A2E'),
});
export type TextField = z.infer<typeof TextField>;
const Picture = z.object({ x: place, y: place, width: length });

/** Where everything stands on a certificate. */
export const Layout = z.object({
  paper: z._default(z.enum(['landscape', 'portrait']), 'landscape'),
  texts: z.array(TextField).check(z.minLength(1), z.maxLength(40)),
  /** The code that verifies the certificate: at least 15 mm. */
  qr: z.object({ x: place, y: place, size: z.number().check(z.minimum(42), z.maximum(200)) }),
  seal: z.optional(Picture),
  signature: z.optional(Picture),
});
export type Layout = z.infer<typeof Layout>;

export const pictureNames = ['background', 'seal', 'signature'] as const;
export type PictureName = (typeof pictureNames)[number];

/** A layout from its JSON, or what is wrong with it. */
export function parseLayout(text: string): Layout | { fault: string } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { fault: '布局不是有效的 JSON' };
  }
  const parsed = Layout.safeParse(given);
  if (!parsed.success)
    return { fault: `布局有误：${parsed.error.issues[0]?.path.join('.') ?? ''}` };
  const used = new Set(
    parsed.data.texts.flatMap(({ text }) =>
      [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    ),
  );
  const unknown = [...used].filter((name) => !placeholders.some((known) => known === name));
  if (unknown.length > 0)
    return { fault: `没有字段 {${unknown.join('}、{')}}，可用：${placeholders.join('、')}` };
  const missing = required.filter((name) => !used.has(name));
  return missing.length > 0 ? { fault: `布局缺少字段 {${missing.join('}、{')}}` } : parsed.data;
}

const middle = { x: 121, width: 600, align: 'center' } as const;

/** To begin with: the arrangement of the built-in template. */
export const starterLayout: Layout = Layout.parse({
  texts: [
    { ...middle, text: '{issuer}', y: 82, height: 18, size: 12, color: '#B08A3E' },
    { ...middle, text: '{title}', y: 104, height: 58, size: 38, font: 'bold', color: '#0F4F4B' },
    { ...middle, text: '证书编号　{cert_no}', y: 178, height: 16, size: 10.5, color: '#5E6B6D' },
    { ...middle, text: '{real_name}', y: 201, height: 46, size: 30, font: 'bold' },
    {
      ...middle,
      text: '{gender}　身份证件号 {id_no}　{unit_name}　{series_name}{level_name}',
      y: 256,
      height: 18,
      size: 11,
      color: '#5E6B6D',
    },
    { text: '{statement}', x: 139, width: 564, y: 289, height: 88, size: 14.5 },
    { ...middle, text: '{figures}', y: 392, height: 34, size: 11, color: '#0F4F4B' },
    { text: '扫码验证　{verify_address}', x: 152, y: 470, width: 300, height: 28, size: 9 },
    { text: '{sha256}', x: 152, y: 504, width: 330, height: 10, size: 6.2, color: '#8B9697' },
    { text: '{issuer}', x: 500, y: 462, width: 260, height: 22, size: 14, align: 'center' },
    { text: '{issued_on}', x: 500, y: 490, width: 260, height: 20, size: 12.5, align: 'center' },
  ],
  qr: { x: 78, y: 452, size: 64 },
  seal: { x: 660, y: 431, width: 96 },
  signature: { x: 520, y: 425, width: 90 },
});

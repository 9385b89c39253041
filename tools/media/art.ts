import { mkdirSync, writeFileSync } from 'node:fs';
import { partners } from '@cme/sample/home';
import { sites } from '@cme/sample/sites';
import { teachers } from '@cme/sample/teachers';
import { getContrast, hslToHex, pickByHash } from './colours.ts';
import { drawEmblem, type EmblemName } from './emblems.ts';

const font = "font-family=\"'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif\"";
const svg = (width: number, height: number, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>\n`;

/** A teacher as the surname on a tinted disc. */
function drawDisc(key: string, name: string): string {
  const hue = [168, 182, 196, 208, 220, 234, 252, 150, 28, 338][pickByHash(10, key, 'teacher')]!;
  const ground = hslToHex(hue, 30, 33);
  const shade = hslToHex(hue, 38, 27);
  if (getContrast('#ffffff', ground) < 4.5)
    throw new Error(`${key}: contrast of the name is too low`);
  const angle = pickByHash(360, key, 'turn');
  const ringColour = hslToHex(hue, 40, 72);
  return svg(
    160,
    160,
    [
      `<clipPath id="c"><circle cx="80" cy="80" r="80"/></clipPath><g clip-path="url(#c)"><rect width="160" height="160" fill="${ground}"/>`,
      `<path d="M0 128q80-62 160 0v32H0z" fill="${shade}"/><g transform="rotate(${angle} 80 80)" fill="none" stroke="${ringColour}" stroke-opacity=".35"><circle cx="122" cy="30" r="42"/><circle cx="122" cy="30" r="28"/></g></g>`,
      `<circle cx="80" cy="80" r="76.500" fill="none" stroke="${ringColour}" stroke-opacity=".6" stroke-width="2"/>`,
      `<text x="80" y="103" font-size="64" font-weight="600" text-anchor="middle" fill="#fff" ${font}>${name[0]}</text>`,
    ].join(''),
  );
}

const partnerEmblems: Record<string, EmblemName> = {
  'medical-university': 'cap',
  'peoples-hospital': 'shield',
  'tcm-hospital': 'gourd',
  cdc: 'radar',
  children: 'child',
  maternal: 'mother',
  emergency: 'pulse',
  doctors: 'stethoscope',
};

function drawPartner(key: string, name: string): string {
  const ink = hslToHex((pickByHash(24, key, 'partner') * 15) % 360, 36, 30);
  const type = name.length > 8 ? 17 : 21;
  return svg(
    240,
    72,
    [
      `<rect width="240" height="72" rx="8" fill="#fff"/><circle cx="38" cy="36" r="25" fill="${ink}"/>`,
      drawEmblem(
        partnerEmblems[key] ?? 'shield',
        { x: 22, y: 20, size: 32 },
        { ink: '#ffffff', width: 5 },
      ),
      `<text x="74" y="${36 + type * 0.36}" font-size="${type}" font-weight="600" fill="${ink}" ${font}>${name}</text>`,
    ].join(''),
  );
}

/** The logos of the sites, 48 by 48, in one colour on a background. */
const signs: Record<string, (ink: string) => string> = {
  // An open book whose pages are two leaves, with the line of a pulse across.
  main: (ink) =>
    `<g fill="none" stroke="${ink}" stroke-width="2.600" stroke-linecap="round" stroke-linejoin="round"><path d="M24 38C22 26 15 19 7 18c0 12 6 20 17 20zM24 38c2-12 9-19 17-20 0 12-6 20-17 20z" fill="${ink}" fill-opacity=".22"/><path d="M24 38V25"/><path d="M14 12h5l2.500-5 4 9 2.500-4h6"/></g>`,
  // A cross of four petals.
  hospital: (ink) =>
    `<g fill="${ink}" fill-opacity=".28" stroke="${ink}" stroke-width="2.600" stroke-linejoin="round"><path d="M24 22c-6-4-7-10-5-13 3-3 7-3 10 0 2 3 1 9-5 13zM24 26c6 4 7 10 5 13-3 3-7 3-10 0-2-3-1-9 5-13zM22 24c-4 6-10 7-13 5-3-3-3-7 0-10 3-2 9-1 13 5zM26 24c4-6 10-7 13-5 3 3 3 7 0 10-3 2-9 1-13-5z"/></g>`,
  // A mountain under a closing arc.
  ended: (ink) =>
    `<g fill="none" stroke="${ink}" stroke-width="2.600" stroke-linecap="round" stroke-linejoin="round"><path d="M7 37l11-16 6 8 5-6 12 14z" fill="${ink}" fill-opacity=".22"/><path d="M10 17a16 16 0 0 1 28 0"/></g>`,
  // A leaf with a tick.
  test: (ink) =>
    `<g fill="none" stroke="${ink}" stroke-width="2.600" stroke-linecap="round" stroke-linejoin="round"><path d="M8 40C6 20 20 8 41 8c1 21-11 34-28 30" fill="${ink}" fill-opacity=".22"/><path d="M17 25l6 6 11-13"/></g>`,
};

function drawLogo(key: string, primary: string, name: string, suffix: string): string {
  const width = Math.round(62 + Math.max(name.length * 23, suffix.length * 12.8) + 6);
  const body = `<rect width="48" height="48" rx="12" fill="${primary}"/>${signs[key]!('#ffffff')}`;
  return svg(
    width,
    48,
    `${body}<g ${font}><text x="60" y="25" font-size="22" font-weight="700" fill="${primary}" letter-spacing=".5">${name}</text><text x="60.500" y="43" font-size="12" fill="#4A5A62" letter-spacing=".8">${suffix}</text></g>`,
  );
}

const wordmarks: Record<string, [name: string, tail: string]> = {
  main: ['康教在线', '卫生健康继续教育平台'],
  hospital: ['清渚市第一人民医院', '在线学习中心'],
  ended: ['云麓矿区职工医院', '培训网'],
  test: ['康教在线', '测试站'],
};

/** Text on a banner is white and on its left half. */
const banners: Record<string, () => string> = {
  'public-2026': () => drawScene('#0F5E5A', '#0B4744', '#8FD0C4', ['scale', 'chip', 'law']),
  rural: () => drawScene('#2A5D47', '#1E4636', '#A9D6B4', ['house', 'pin', 'stethoscope']),
  'first-course': () => drawScene('#1F5570', '#163F54', '#9CCBE0', ['drop', 'book', 'badge']),
  'hospital-drill': () =>
    drawScene('#2C4F92', '#20396B', '#B3C6EE', ['pulse', 'monitor', 'runner']),
  'special-xcys': () =>
    drawScene('#2A5D47', '#1E4636', '#A9D6B4', ['house', 'stethoscope', 'bowl']),
  'special-crbjc': () =>
    drawScene('#1F5570', '#163F54', '#9CCBE0', ['radar', 'microscope', 'chart']),
  'hospital-welcome': () => drawScene('#35598F', '#26426E', '#B9CCEA', ['badge', 'shield', 'book']),
};

function drawScene(
  ground: string,
  deep: string,
  ink: string,
  [large, upper, lower]: [EmblemName, EmblemName, EmblemName],
): string {
  for (const colour of [ground, deep])
    if (getContrast('#ffffff', colour) < 4.5)
      throw new Error(`banner ${ground}: contrast of the text is too low`);
  const drawCircle = (x: number, y: number, r: number, opacity: number) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${ink}" fill-opacity="${opacity}"/>`;
  return svg(
    1200,
    360,
    [
      `<defs><linearGradient id="g" x1="0" x2="1" y2=".4"><stop stop-color="${ground}"/><stop offset="1" stop-color="${deep}"/></linearGradient><pattern id="p" width="40" height="40" patternUnits="userSpaceOnUse"><path d="M20 16v8M16 20h8" stroke="${ink}" stroke-opacity=".14" stroke-width="1.500" stroke-linecap="round"/></pattern></defs>`,
      '<rect width="1200" height="360" fill="url(#g)"/><path d="M640 0h560v360H560z" fill="url(#p)"/>',
      `<path d="M0 326q200-58 430-22t420-26 350 6v76H0z" fill="${deep}" fill-opacity=".75"/><path d="M0 346q260-46 560-14t640-30v58H0z" fill="${ink}" fill-opacity=".1"/>`,
      drawCircle(860, 178, 132, 0.12),
      drawCircle(1050, 106, 66, 0.14),
      drawCircle(1040, 258, 54, 0.1),
      `<circle cx="860" cy="178" r="156" fill="none" stroke="${ink}" stroke-opacity=".35" stroke-width="1.500"/><path d="M990 150l20-14M984 216l14 10" stroke="${ink}" stroke-opacity=".6" stroke-width="2" stroke-linecap="round"/>`,
      drawEmblem(large, { x: 780, y: 98, size: 160 }, { ink, width: 2.4 }),
      drawEmblem(upper, { x: 1012, y: 68, size: 76 }, { ink, width: 3.6 }),
      drawEmblem(lower, { x: 1010, y: 228, size: 60 }, { ink, width: 4 }),
    ].join(''),
  );
}

function writeSvg(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}.svg`, text);
}

const toKey = (address: string) => address.split('/').at(-1)!.replace('.svg', '');

/** Writes teachers, partners, logos and banners. */
export function writeArt(folder: string): void {
  for (const { photo, name } of teachers)
    writeSvg(`${folder}/teachers`, toKey(photo), drawDisc(toKey(photo), name));
  for (const { logo: address, name } of partners)
    writeSvg(`${folder}/partners`, toKey(address), drawPartner(toKey(address), name));
  for (const [key, draw] of Object.entries(banners)) writeSvg(`${folder}/banners`, key, draw());
  for (const { key, theme } of sites) {
    // The other logos have their own drawings.
    const mark = wordmarks[key];
    if (!mark) continue;
    const [name, suffix] = mark;
    writeSvg(`${folder}/site`, `${key}-logo`, drawLogo(key, theme.primary, name, suffix));
    writeSvg(
      `${folder}/site`,
      `${key}-circle`,
      svg(
        96,
        96,
        `<circle cx="48" cy="48" r="48" fill="${theme.primary}"/><g transform="translate(19 19) scale(1.2)">${signs[key]!('#ffffff')}</g>`,
      ),
    );
    writeSvg(
      `${folder}/site`,
      `${key}-favicon`,
      svg(
        48,
        48,
        `<rect width="48" height="48" rx="11" fill="${theme.primary}"/>${signs[key]!('#ffffff')}`,
      ),
    );
  }
}

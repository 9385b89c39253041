import { mkdirSync, writeFileSync } from 'node:fs';
import { courses } from '@cme/sample/courses';
import { events } from '@cme/sample/events';
import { packages } from '@cme/sample/packages';
import { trainingClasses } from '@cme/sample/training-classes';
import type { SampleCourse } from '@cme/sample/shapes';
import { getContrast, hslToHex, pickByHash } from './colours.ts';
import { emblemOf } from './course-emblems.ts';
import { drawEmblem } from './emblems.ts';
import { splitTitle, measureWidth } from './titles.ts';

/** Hue and saturation of a discipline; similar ones differ by pattern and emblem. */
export const tints: Record<string, [hue: number, saturation: number]> = {
  公需科目: [172, 62],
  护理学: [196, 52],
  临床内科学: [214, 48],
  临床外科学: [232, 36],
  急诊学: [350, 34],
  药学: [264, 30],
  儿科学: [38, 58],
  妇产科学: [334, 34],
  眼科学: [186, 56],
  康复医学: [88, 34],
  全科医学: [150, 44],
  公共卫生与预防医学: [164, 50],
  医学检验: [246, 34],
  影像医学: [222, 26],
  中医学: [28, 50],
  医学教育与卫生管理学: [206, 32],
  交叉学科: [300, 22],
};
const levelNames: Record<string, string> = { A: '初级', B: '中级', C: '高级', D: '乡村医生' };
const font = "font-family=\"'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif\"";

interface Palette {
  ground: string;
  deep: string;
  text: string;
  ink: string;
  soft: string;
}

/** Input of a cover. */
type Covered = Pick<
  SampleCourse,
  'key' | 'site' | 'title' | 'year' | 'discipline' | 'levels' | 'subject_kind'
>;

function choosePalette(course: Covered): Palette {
  const [hue, saturation] = tints[course.discipline[0]!] ?? [180, 40];
  const baseHue = (hue + pickByHash(25, course.key, 'hue') - 12 + 360) % 360;
  const light = pickByHash(3, course.key, 'manner') === 1;
  return light
    ? {
        ground: hslToHex(baseHue, saturation * 0.5, 94),
        deep: hslToHex(baseHue, saturation * 0.6, 86),
        text: hslToHex(baseHue, saturation, 19),
        ink: hslToHex(baseHue, saturation, 30),
        soft: hslToHex(baseHue, saturation * 0.8, 66),
      }
    : {
        ground: hslToHex(baseHue, saturation, 27),
        deep: hslToHex((baseHue + 352) % 360, saturation, 19),
        text: '#ffffff',
        ink: hslToHex(baseHue, saturation * 0.7, 88),
        soft: hslToHex(baseHue, saturation * 0.6, 62),
      };
}

/** The tile of the background pattern. */
function createTile(kind: number): { size: number; path: string } {
  const tiles = [
    { size: 36, path: 'M18 14v8M14 18h8' },
    { size: 44, path: 'M0 22q11-12 22 0t22 0' },
    { size: 48, path: 'M12 2l12 7v14l-12 7L0 23V9zM36 26l12 7v14l-12 7-12-7V33z' },
    { size: 28, path: 'M0 28L28 0' },
    { size: 30, path: 'M15 15h.01' },
    {
      size: 40,
      path: 'M0 40a20 20 0 0 1 40 0M8 40a12 12 0 0 1 24 0M0 20a20 20 0 0 0 20-20M40 20A20 20 0 0 1 20 0',
    },
    { size: 42, path: 'M21 6l15 15-15 15L6 21z' },
  ];
  return tiles[kind % tiles.length]!;
}

/** The large shape behind the emblem; rings keep clear of text that ends at `reach`. */
function drawField(kind: number, { deep, soft }: Palette, reach: number): string {
  const ringRadius = Math.min(172, Math.floor(505 - reach - 12));
  const forms = [
    `<circle cx="505" cy="180" r="${ringRadius - 26}" fill="${deep}"/><circle cx="505" cy="180" r="${ringRadius}" fill="none" stroke="${soft}" stroke-opacity=".45" stroke-width="1.500"/>`,
    `<path d="M400 0h240v360H330z" fill="${deep}"/><path d="M386 0L316 360" stroke="${soft}" stroke-opacity=".5" stroke-width="1.500"/>`,
    `<path d="M640 0v360H360c60-60 10-120 60-190S520 40 470 0z" fill="${deep}"/>`,
    `<rect x="390" y="52" width="230" height="256" rx="26" fill="${deep}"/><rect x="376" y="66" width="230" height="256" rx="26" fill="none" stroke="${soft}" stroke-opacity=".5" stroke-width="1.500"/>`,
    `<path d="M0 300q160-60 320-20t320-40v120H0z" fill="${deep}"/><circle cx="505" cy="160" r="118" fill="${deep}"/>`,
  ];
  return forms[kind % forms.length]!;
}

function drawBadge(text: string, ground: string, ink: string): string {
  const width = Math.round(measureWidth(text) * 20 + 28);
  return `<rect x="40" y="290" width="${width}" height="36" rx="18" fill="${ink}"/><text x="${40 + width / 2}" y="315" font-size="20" font-weight="600" text-anchor="middle" fill="${ground}">${text}</text>`;
}

/** When too small to read, the text is hidden and the emblem centred, by a media query on the
 * image's width. */
const smallSize =
  '@media(max-width:239px){.w,.f circle,.f rect{display:none}.e{transform:translate(-338px,-54px) scale(1.3)}}';

/** The cover of a course, deterministic. */
export function drawCover(course: Covered): string {
  const colours = choosePalette(course);
  const { ground, deep, text, ink } = colours;
  for (const colour of [ground, deep]) {
    if (getContrast(text, colour) < 4.5)
      throw new Error(`${course.key}: ${text} on ${colour} has too little contrast`);
  }
  const { size, path } = createTile(pickByHash(7, course.key, 'tile'));
  const lines = splitTitle(course.title, 7.2);
  const widest = Math.max(...lines.map(measureWidth));
  const type = Math.min(46, Math.floor(344 / widest));
  const firstLineY = lines.length === 1 ? 172 : 148;
  const levels =
    course.levels.length === 4
      ? '全员'
      : course.levels.map((level) => levelNames[level]).join(' · ');
  const label =
    course.subject_kind === 'public'
      ? `${course.year} 公需科目`
      : (course.discipline[1] ?? course.discipline[0]!);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" width="640" height="360">',
    `<style>${smallSize}</style>`,
    `<defs><pattern id="p" width="${size}" height="${size}" patternUnits="userSpaceOnUse"><path d="${path}" fill="none" stroke="${ink}" stroke-opacity=".13" stroke-width="${size === 30 ? 4 : 1.5}" stroke-linecap="round"/></pattern></defs>`,
    `<rect width="640" height="360" fill="${ground}"/>`,
    `<g class="f">${drawField(pickByHash(5, course.key, 'field'), colours, 40 + widest * type)}</g>`,
    '<rect width="640" height="360" fill="url(#p)"/>',
    `<g class="e">${drawEmblem(emblemOf[course.key] ?? 'book', { x: 414, y: 88, size: 184 }, { ink, width: 2.6 })}</g>`,
    `<g class="w" ${font} fill="${text}"><path d="M40 52v22" stroke="${ink}" stroke-width="4" stroke-linecap="round"/><text x="54" y="70" font-size="21" letter-spacing="1">${label}</text>`,
    ...lines.map(
      (line, index) =>
        `<text x="40" y="${firstLineY + index * (type + 16)}" font-size="${type}" font-weight="700">${line}</text>`,
    ),
    drawBadge(levels, ground, ink),
    '</g></svg>',
  ].join('');
}

/** Writes the covers of all courses, packages, lives and activities. */
export function writeCovers(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const course of [...courses, ...packages, ...trainingClasses, ...events]) {
    if (course.site === 'test') continue;
    const svg = drawCover(course);
    if (svg.length > 4096) throw new Error(`${course.key}: ${svg.length} bytes`);
    writeFileSync(`${folder}/${course.site}-${course.key}.svg`, `${svg}\n`);
  }
}

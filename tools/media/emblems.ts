/** Emblems as line drawings of 100 by 100. Shapes in `fill` are soft areas under the lines. */
export interface Emblem {
  lines: string;
  fill?: string;
}

const drawCircle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

const heart = 'M50 86C22 64 10 50 10 34a20 20 0 0 1 40-6 20 20 0 0 1 40 6c0 16-12 30-40 52z';
const shield = 'M50 10l34 12v26c0 22-14 34-34 42-20-8-34-20-34-42V22z';
const page = 'M26 10h34l16 16v64H26z';
const drop = 'M50 10c16 22 26 34 26 50a26 26 0 0 1-52 0c0-16 10-28 26-50z';
const gourd =
  'M50 22a13 13 0 0 1 10 21c14 4 22 14 22 25 0 14-14 22-32 22s-32-8-32-22c0-11 8-21 22-25a13 13 0 0 1 10-21z';
const bubble = 'M14 18h52v36H38L24 68V54H14z';

export const emblems = {
  heart: { fill: heart, lines: `${heart}M14 50h20l7-14 11 28 8-18 5 4h21` },
  pulse: { fill: heart, lines: `${heart}M54 28L40 52h18L46 76` },
  drop: {
    fill: drop,
    lines: `${drop}M38 62a12 12 0 0 0 10 12${drawCircle(84, 30, 6)}${drawCircle(16, 26, 4)}${drawCircle(88, 52, 3)}`,
  },
  glucose: { fill: drop, lines: `${drop}M50 44l12 7v14l-12 7-12-7V51z` },
  layers: {
    fill: 'M8 38q21-12 42 0t42 0v16q-21 12-42 0t-42 0z',
    lines:
      'M8 38q21-12 42 0t42 0M8 54q21-12 42 0t42 0M8 70q21-12 42 0t42 0M8 86q21-12 42 0t42 0M36 10h28v14H36zM46 10v14M54 10v14',
  },
  lungs: {
    fill: 'M42 44C28 42 12 62 12 84c12 6 30 2 30-12zM58 44c14-2 30 18 30 40-12 6-30 2-30-12z',
    lines:
      'M50 12v32M50 44L34 60M50 44l16 16M42 40C26 38 12 62 12 84c12 6 30 2 30-12V58M58 40c16-2 30 22 30 44-12 6-30 2-30-12V58M44 22h12M44 32h12',
  },
  kidney: {
    fill: 'M40 16c-20 0-30 18-28 38 2 18 12 32 24 30 10-2 10-12 6-20s-2-14 4-20c8-8 6-28-6-28z',
    lines:
      'M40 16c-20 0-30 18-28 38 2 18 12 32 24 30 10-2 10-12 6-20s-2-14 4-20c8-8 6-28-6-28zM44 50c14 0 20 6 20 20v20M62 22c16-4 28 8 27 28-1 14-7 26-16 28M64 42l-8 4',
  },
  brain: {
    fill: 'M48 16c-12-6-24 2-24 14-12 4-14 20-6 28-4 14 8 26 20 22 4 6 10 6 10 6z',
    lines:
      'M48 16c-12-6-24 2-24 14-12 4-14 20-6 28-4 14 8 26 20 22 2 4 6 6 10 6zM52 16c12-6 24 2 24 14 12 4 14 20 6 28 4 14-8 26-20 22-2 4-6 6-10 6zM34 34c0 8 6 10 14 10M26 56c8-2 12 2 12 8M66 34c0 8-6 10-14 10M74 56c-8-2-12 2-12 8',
  },
  pill: {
    fill: 'M20 52l22-22 28 28-22 22a20 20 0 0 1-28-28z',
    lines: `M20 52l32-32a20 20 0 0 1 28 28L48 80a20 20 0 0 1-28-28zM36 36l28 28${drawCircle(82, 80, 11)}M76 74l12 12`,
  },
  prescription: { fill: page, lines: `${page}M60 10v16h16M38 38h26M38 50h18M38 76l6 6 14-16` },
  microscope: {
    fill: 'M40 14l16-6 14 38-16 6z',
    lines:
      'M40 14l16-6 14 38-16 6zM50 52l4 10 10-4-4-8M66 34c18 4 22 34 4 46M24 90h56M30 80h30M46 80v10M34 66h26',
  },
  tube: {
    fill: 'M30 54h22v20a11 11 0 0 1-22 0zM60 42h18v34a9 9 0 0 1-18 0z',
    lines:
      'M26 12h30M30 12v62a11 11 0 0 0 22 0V12M30 54h22M58 24h22M60 24v52a9 9 0 0 0 18 0V24M60 42h18',
  },
  biohazard: {
    fill: shield,
    lines: `${shield}${drawCircle(50, 38, 9)}${drawCircle(40, 56, 9)}${drawCircle(60, 56, 9)}`,
  },
  shield: { fill: shield, lines: `${shield}M50 32v32M34 48h32` },
  leaf: {
    fill: 'M16 84C12 40 40 14 88 14c2 44-22 74-60 66z',
    lines:
      'M16 84C12 40 40 14 88 14c2 44-22 74-60 66M10 92C26 70 44 52 66 36M40 60l-4-18M52 48l-2-16M44 66l20 2',
  },
  gourd: { fill: gourd, lines: `${gourd}M50 22c0-6 4-8 10-12M38 44h24M34 70c4 6 10 8 16 8` },
  mortar: {
    fill: 'M16 44h68c0 22-10 34-22 36H38C26 78 16 66 16 44z',
    lines:
      'M12 44h76M16 44c0 22 10 34 22 36h24c12-2 22-14 22-36M34 90h32M38 80v10M62 80v10M48 44L74 10l8 6-22 28M28 34c-2-8 4-14 12-14 2 8-4 14-12 14z',
  },
  stethoscope: {
    fill: drawCircle(80, 56, 10),
    lines: `M22 12h-8v26a20 20 0 0 0 40 0V12h-8M34 58v10a20 20 0 0 0 40 0${drawCircle(80, 56, 10)}M80 66c0 4-2 8-6 10`,
  },
  child: {
    fill: drawCircle(50, 28, 16),
    lines: `${drawCircle(50, 28, 16)}M44 28v1M56 28v1M44 35q6 5 12 0M50 12c0-6 6-6 6-2M30 88c0-22 6-36 20-36s20 14 20 36zM32 66L16 58M68 66l16-8`,
  },
  newborn: {
    fill: 'M50 40c24 0 34 20 28 38-10 12-46 12-56 0-6-18 4-38 28-38z',
    lines: `M50 40c24 0 34 20 28 38-10 12-46 12-56 0-6-18 4-38 28-38zM28 46l44 42M72 46L50 64${drawCircle(50, 24, 15)}M44 24v1M56 24v1M46 30q4 3 8 0`,
  },
  mother: {
    fill: drawCircle(66, 62, 20),
    lines: `${drawCircle(42, 20, 12)}M26 92V58c0-16 8-22 18-22 14 0 22 10 22 10${drawCircle(66, 62, 20)}${drawCircle(66, 56, 6)}M56 72c2-8 18-8 20 0M26 60L14 78`,
  },
  thermometer: {
    fill: drawCircle(38, 74, 15),
    lines: `M28 62V20a10 10 0 0 1 20 0v42a16 16 0 1 1-20 0zM38 34v34${drawCircle(38, 74, 6)}M60 22h12M60 36h18M60 50h12M84 62c6 8 6 16 0 22`,
  },
  eye: {
    fill: drawCircle(50, 50, 17),
    lines: `M6 50c14-22 30-32 44-32s30 10 44 32c-14 22-30 32-44 32S20 72 6 50z${drawCircle(50, 50, 17)}${drawCircle(50, 50, 6)}M50 10V4M24 16l-4-6M76 16l4-6`,
  },
  bone: {
    fill: 'M30 56l26-26 14 14-26 26z',
    lines:
      'M30 56l26-26a12 12 0 1 1 18-8 12 12 0 1 1-4 22L44 70a12 12 0 1 1-18 8 12 12 0 1 1 4-22z',
  },
  gantry: {
    fill: drawCircle(50, 46, 20),
    lines: `${drawCircle(50, 46, 36)}${drawCircle(50, 46, 20)}M40 40c-6 6-6 14-2 18M60 40c6 6 6 14 2 18M50 32v12M22 92h56M32 82l-4 10M68 82l4 10`,
  },
  fan: {
    fill: 'M50 14l36 58c-20 16-52 16-72 0z',
    lines:
      'M50 14l36 58c-20 16-52 16-72 0zM40 32c6 4 14 4 20 0M32 46c10 8 26 8 36 0M24 58c14 12 38 12 52 0M42 6h16v8H42z',
  },
  syringe: {
    fill: 'M36 42l22-22 22 22-22 22z',
    lines:
      'M30 48l24-24 22 22-24 24zM64 36l18-18M74 10l16 16M41 59L14 86M14 86l-4 4M44 34l8 8M36 42l8 8M54 24l-4-4M80 50l-4-4',
  },
  infusion: {
    fill: 'M30 30h40v18l-12 12H42L30 48z',
    lines:
      'M30 10h40v38L58 60H42L30 48zM30 30h40M50 60v14M44 74h12v8H44zM50 82c0 10 20 10 24 0M50 4v6',
  },
  monitor: {
    fill: 'M10 16h80v52H10z',
    lines: 'M10 16h80v52H10zM18 46h16l6-14 10 26 8-18 4 6h20M38 90h24M50 68v22',
  },
  cane: {
    fill: drawCircle(44, 20, 12),
    lines: `${drawCircle(44, 20, 12)}M30 92l8-34c-6-14 0-24 10-22 8 2 10 10 18 16l8 2M42 60l12 12-4 20M74 46v46M74 46c0-8 12-8 12 0`,
  },
  scope: {
    fill: drawCircle(44, 56, 32),
    lines: `${drawCircle(44, 56, 32)}M96 4L64 36M88 12l-8-6M96 20l-6-8M64 36L46 50M64 36L52 56M46 50l-6 8M52 56l-8 6M24 70c10-6 14 4 24-2s10-4 18 0M22 46c6-4 10-4 14-2`,
  },
  steps: {
    fill: 'M12 88V70h22V54h22V38h22V22h14v66z',
    lines: 'M8 88h84M12 88V70h22V54h22V38h22V22h14M30 40l14-16M44 24H32M44 24v12',
  },
  wound: {
    fill: 'M22 48l26-26 30 30-26 26z',
    lines:
      'M14 56L56 14a12 12 0 0 1 16 0l14 14a12 12 0 0 1 0 16L44 86a12 12 0 0 1-16 0L14 72a12 12 0 0 1 0-16zM34 36l30 30M46 24l30 30M50 46v1M50 56v1M56 51v1M44 51v1',
  },
  airway: {
    fill: 'M20 62c10-18 50-18 60 0-6 18-18 26-30 26s-24-8-30-26z',
    lines:
      'M20 62c10-18 50-18 60 0-6 18-18 26-30 26s-24-8-30-26zM50 49V30M40 30h20V14H40zM50 14V6M8 58l12 4M92 58l-12 4M38 66c8 6 16 6 24 0',
  },
  house: {
    fill: 'M18 44l32-28 32 28v44H18z',
    lines: 'M8 52l42-38 42 38M18 44v44h64V44M50 46v24M38 58h24',
  },
  pin: {
    fill: 'M50 62C34 44 28 36 28 28a22 22 0 0 1 44 0c0 8-6 16-22 34z',
    lines:
      'M50 62C34 44 28 36 28 28a22 22 0 0 1 44 0c0 8-6 16-22 34zM50 18v20M40 28h20M30 70c-30 6-16 22 20 22s50-16 20-22',
  },
  radar: {
    fill: 'M50 50L82 22A44 44 0 0 1 92 50z',
    lines: `${drawCircle(50, 50, 42)}${drawCircle(50, 50, 26)}${drawCircle(50, 50, 10)}M50 50l32-28${drawCircle(28, 36, 3)}${drawCircle(62, 70, 3)}`,
  },
  chart: {
    fill: 'M20 56h14v28H20zM44 40h14v44H44zM68 24h14v60H68z',
    lines: 'M10 12v76h82M20 84V56h14v28M44 84V40h14v44M68 84V24h14v60M18 40l24-16 18 4 26-20',
  },
  coins: {
    fill: 'M14 56h44v30H14z',
    lines: `M14 56h44v30H14zM14 66h44M22 56V42h44v30h-8M30 42V28h44v30h-8${drawCircle(76, 22, 14)}M70 16l6 7 6-7M76 23v8M71 25h10`,
  },
  ledger: {
    fill: 'M20 12h52v76H20z',
    lines: `M20 12h52a8 8 0 0 1 8 8v60a8 8 0 0 1-8 8H20zM34 12v76M44 30h24M44 42h24M44 54h14${drawCircle(72, 70, 12)}M80 79l12 11`,
  },
  scale: {
    fill: 'M8 54h32c-2 12-8 16-16 16S10 66 8 54zM60 54h32c-2 12-8 16-16 16s-14-4-16-16z',
    lines:
      'M50 10v76M32 88h36M18 24h64M24 24L8 54M24 24l16 30M76 24L60 54M76 24l16 30M8 54h32c-2 12-8 16-16 16S10 66 8 54zM60 54h32c-2 12-8 16-16 16s-14-4-16-16z',
  },
  law: {
    fill: page,
    lines: `${page}M60 10v16h16M38 38h26M38 48h26M38 58h14${drawCircle(62, 70, 9)}M56 77l-3 13 9-5 9 5-3-13`,
  },
  book: {
    fill: 'M50 26c-10-8-26-10-40-8v60c14-2 30 0 40 8z',
    lines:
      'M50 26c-10-8-26-10-40-8v60c14-2 30 0 40 8 10-8 26-10 40-8V18c-14-2-30 0-40 8zM50 26v60M20 34c8 0 14 1 20 4M20 48c8 0 14 1 20 4M60 38c6-3 12-4 20-4M60 52c6-3 12-4 20-4',
  },
  search: {
    fill: drawCircle(42, 42, 28),
    lines: `${drawCircle(42, 42, 28)}M62 62l26 26M30 34h24M30 44h18M30 54h10`,
  },
  folder: { fill: 'M8 34h84v50H8z', lines: 'M8 84V20h28l8 10h48v54zM8 34h84M26 50h48M26 62h30' },
  quill: {
    fill: 'M86 10C52 14 30 36 26 70c34-4 56-24 60-60z',
    lines: 'M86 10C52 14 30 36 26 70c34-4 56-24 60-60zM12 88L58 40M40 58l24-2M10 92h40',
  },
  palette: {
    fill: 'M50 12c24 0 42 14 42 34 0 14-12 18-22 16-8-2-14 4-10 12 2 6-2 12-10 12-24 0-42-16-42-38S28 12 50 12z',
    lines: `M50 12c24 0 42 14 42 34 0 14-12 18-22 16-8-2-14 4-10 12 2 6-2 12-10 12-24 0-42-16-42-38S28 12 50 12z${drawCircle(30, 40, 6)}${drawCircle(48, 28, 6)}${drawCircle(70, 36, 6)}${drawCircle(28, 60, 6)}`,
  },
  talk: { fill: bubble, lines: `${bubble}M26 30h28M26 41h18M74 34h14v36H78v14L64 70H44` },
  megaphone: {
    fill: 'M12 40h20l42-24v64L32 58H12z',
    lines: 'M12 40h20l42-24v64L32 58H12zM22 58l6 26h12l-6-24M84 34c8 8 8 20 0 28',
  },
  palm: {
    fill: 'M50 50C36 40 30 32 30 24a11 11 0 0 1 20-6 11 11 0 0 1 20 6c0 8-6 16-20 26z',
    lines:
      'M50 50C36 40 30 32 30 24a11 11 0 0 1 20-6 11 11 0 0 1 20 6c0 8-6 16-20 26zM6 66c14-4 22-2 32 6h18c6 0 6 8 0 8H40M58 76l26-12c6-2 10 4 6 8L60 90c-14 4-32 0-54-6z',
  },
  runner: {
    fill: drawCircle(62, 18, 10),
    lines: `${drawCircle(62, 18, 10)}M30 44l20-12 14 6 8 14 14 2M56 36L44 58l18 12-6 22M44 58L34 72H14`,
  },
  gear: {
    fill: drawCircle(50, 50, 26),
    lines: `${drawCircle(50, 50, 26)}${drawCircle(50, 50, 11)}M50 24V8M50 92V76M24 50H8M92 50H76M32 32L20 20M80 80L68 68M68 32l12-12M20 80l12-12`,
  },
  chip: {
    fill: 'M28 28h44v44H28z',
    lines: `M28 28h44v44H28zM38 28V12M50 28V12M62 28V12M38 88V72M50 88V72M62 88V72M28 38H12M28 50H12M28 62H12M88 38H72M88 50H72M88 62H72${drawCircle(42, 58, 4)}${drawCircle(58, 42, 4)}M45 55l10-10M42 40h6v6`,
  },
  lock: {
    fill: 'M20 44h60v44H20z',
    lines: `M20 44h60v44H20zM32 44V30a18 18 0 0 1 36 0v14${drawCircle(50, 62, 6)}M50 68v10`,
  },
  cap: {
    fill: 'M50 20L6 40l44 20 44-20z',
    lines: 'M50 20L6 40l44 20 44-20zM24 48v22c14 14 38 14 52 0V48M88 43v28M84 71h8',
  },
  network: {
    fill: drawCircle(50, 50, 14),
    lines: `${drawCircle(50, 50, 14)}${drawCircle(18, 22, 9)}${drawCircle(84, 26, 9)}${drawCircle(20, 80, 9)}${drawCircle(80, 80, 9)}M40 40L25 28M60 41l17-10M40 60L27 74M60 60l14 14`,
  },
  compass: {
    fill: 'M64 36l-8 22-20 8 8-22z',
    lines: `${drawCircle(50, 50, 40)}M64 36l-8 22-20 8 8-22zM50 10v8M50 82v8M10 50h8M82 50h8`,
  },
  paw: {
    fill: 'M50 46c14 0 28 18 24 30-4 10-14 6-24 6s-20 4-24-6c-4-12 10-30 24-30z',
    lines: `M50 46c14 0 28 18 24 30-4 10-14 6-24 6s-20 4-24-6c-4-12 10-30 24-30z${drawCircle(22, 42, 8)}${drawCircle(38, 24, 9)}${drawCircle(62, 24, 9)}${drawCircle(78, 42, 8)}`,
  },
  bowl: {
    fill: 'M12 48h76c0 24-14 36-26 38H38C26 84 12 72 12 48z',
    lines:
      'M6 48h88M12 48c0 24 14 36 26 38h24c12-2 26-14 26-38M36 36c-4-6 4-8 0-16M50 36c-4-6 4-8 0-16M64 36c-4-6 4-8 0-16',
  },
  flame: {
    fill: 'M50 90c-20 0-30-14-30-28 0-18 16-24 18-52 20 10 16 24 20 34 4-4 6-8 6-14 10 8 16 20 16 32 0 14-10 28-30 28z',
    lines:
      'M50 90c-20 0-30-14-30-28 0-18 16-24 18-52 20 10 16 24 20 34 4-4 6-8 6-14 10 8 16 20 16 32 0 14-10 28-30 28zM50 90c-8 0-12-6-12-14s8-10 10-20c10 6 14 12 14 20s-4 14-12 14z',
  },
  trefoil: {
    fill: drawCircle(50, 50, 42),
    lines: `${drawCircle(50, 50, 42)}${drawCircle(50, 50, 8)}M50 42V24A26 26 0 0 1 72.500 37L57 46M57 54l15.500 9a26 26 0 0 1-45 0L43 54M43 46l-15.500-9A26 26 0 0 1 50 24`,
  },
  badge: {
    fill: 'M20 24h60v64H20z',
    lines: `M20 24h60v64H20zM42 12h16v18H42z${drawCircle(50, 50, 10)}M34 78c2-16 30-16 32 0`,
  },
  bed: {
    fill: 'M24 46h66v20H10V46z',
    lines: `M10 22v66M10 66h80v22M90 66V54c0-6-4-8-10-8H38v20${drawCircle(24, 50, 8)}M62 12v20M52 22h20`,
  },
  sun: {
    fill: drawCircle(50, 40, 18),
    lines: `${drawCircle(50, 40, 18)}M50 14V6M50 66v8M24 40h-8M84 40h-8M32 22l-6-6M68 22l6-6M32 58l-6 6M68 58l6 6M14 88c20-12 52-12 72 0`,
  },
} satisfies Record<string, Emblem>;

export type EmblemName = keyof typeof emblems;

/** The emblem as SVG of `size` with its upper left corner at x, y. */
export function drawEmblem(
  name: EmblemName,
  { x, y, size }: { x: number; y: number; size: number },
  { ink, width }: { ink: string; width: number },
): string {
  const { lines, fill } = emblems[name] as Emblem;
  const area = fill ? `<path d="${fill}" fill="${ink}" fill-opacity=".2" stroke="none"/>` : '';
  return `<g transform="translate(${x} ${y}) scale(${size / 100})" fill="none" stroke="${ink}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round">${area}<path d="${lines}"/></g>`;
}

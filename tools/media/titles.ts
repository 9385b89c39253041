const words = new Intl.Segmenter('zh', { granularity: 'word' });

/** Width of a text in ems: Latin letters are about half as wide. */
export const widthOf = (text: string) =>
  [...text].reduce((sum, sign) => sum + (sign.charCodeAt(0) < 256 ? 0.56 : 1), 0);

/** Possible line breaks of a title with a score: after a colon is best, inside a word never. */
function places(title: string): { at: number; bonus: number }[] {
  const found: { at: number; bonus: number }[] = [];
  for (const { segment, index } of words.segment(title)) {
    const at = index + segment.length;
    if (at >= title.length) continue;
    const before = title[at - 1]!;
    const after = title[at]!;
    if ('：，、》”）·'.includes(after) || '《“（'.includes(before) || '的与和及之'.includes(after))
      continue;
    if (/[A-Za-z0-9/]/.test(before) && /[A-Za-z0-9/型]/.test(after)) continue;
    found.push({ at, bonus: before === '：' ? 6 : '》与的和'.includes(before) ? 1.5 : 0 });
  }
  return found;
}

/** Manual line breaks where the rule is not good enough. */
const chosen = [
  '家庭医生|签约服务实务',
  'DRG/DIP付费下的|临床管理',
  '传染病|监测预警入门',
  '腹腔镜|基本技能训练',
  '加速康复外科|临床路径',
  '慢性肾脏病的|社区管理',
  '急性缺血性卒中|绿色通道',
  '病案与卫生档案|数字化管理',
  '医学装备|全生命周期管理',
  ...[1, 2, 3].flatMap((period) => [
    `2025年乡村医生|专项培训（第${period}期）`,
    `2025年传染病|监测预警培训（第${period}期）`,
  ]),
];

/** The title in one or two lines: broken between words, the lines about equally long. */
export function linesOf(title: string, most: number): string[] {
  if (widthOf(title) <= most) return [title];
  const known = chosen.find((row) => row.replace('|', '') === title);
  if (known) return known.split('|');
  const half = widthOf(title) / 2;
  const best = places(title)
    .map(({ at, bonus }) => ({ at, cost: Math.abs(widthOf(title.slice(0, at)) - half) - bonus }))
    .sort((a, b) => a.cost - b.cost)[0];
  const at = best?.at ?? Math.ceil(title.length / 2);
  return [title.slice(0, at).replace(/：$/, ''), title.slice(at)];
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Width of a text in ems: Latin letters are about half as wide. */
export const measureWidth = (text: string) =>
  [...text].reduce((sum, sign) => sum + (sign.charCodeAt(0) < 256 ? 0.56 : 1), 0);

/** Possible line breaks of a title with a score: after a colon is best, inside a word never. */
function findBreaks(title: string): { at: number; bonus: number }[] {
  const breaks: { at: number; bonus: number }[] = [];
  for (const { segment, index } of segmenter.segment(title)) {
    const end = index + segment.length;
    if (end >= title.length) continue;
    const charBefore = title[end - 1]!;
    const charAfter = title[end]!;
    if (
      '：，、》”）·'.includes(charAfter) ||
      '《“（'.includes(charBefore) ||
      '的与和及之'.includes(charAfter)
    )
      continue;
    if (/[A-Za-z0-9/]/.test(charBefore) && /[A-Za-z0-9/型]/.test(charAfter)) continue;
    breaks.push({
      at: end,
      bonus: charBefore === '：' ? 6 : '》与的和'.includes(charBefore) ? 1.5 : 0,
    });
  }
  return breaks;
}

/** Manual line breaks where the rule is not good enough. */
const manualBreaks = [
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
export function splitTitle(title: string, maxWidth: number): string[] {
  if (measureWidth(title) <= maxWidth) return [title];
  const manualBreak = manualBreaks.find((row) => row.replace('|', '') === title);
  if (manualBreak) return manualBreak.split('|');
  const halfWidth = measureWidth(title) / 2;
  const bestBreak = findBreaks(title)
    .map(({ at, bonus }) => ({
      at,
      cost: Math.abs(measureWidth(title.slice(0, at)) - halfWidth) - bonus,
    }))
    .sort((a, b) => a.cost - b.cost)[0];
  const breakAt = bestBreak?.at ?? Math.ceil(title.length / 2);
  return [title.slice(0, breakAt).replace(/：$/, ''), title.slice(breakAt)];
}

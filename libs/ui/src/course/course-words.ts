import { levels } from '@cme/contract/base';
import type { ContentCard } from '@cme/contract/content';

const kinds: Record<string, string> = {
  C: '点播',
  P: '套餐',
  X: '培训班',
  L: '直播',
  R: '回放',
  A: '活动',
  Z: '专题',
  Y: '面授',
};
const subjects: Record<string, string> = { public: '公需', pro: '专业' };
const classes: Record<string, string> = { I: 'Ⅰ类', II: 'Ⅱ类' };

export const kindWords = (type: string): string => kinds[type] ?? '课程';
export const subjectWords = (kind: string): string => subjects[kind] ?? '';

type Credits = Pick<ContentCard, 'credits' | 'credit_type'>;

/** `5`, or with the older credit classes `Ⅰ类 5`, for a column whose header names the unit. */
export function creditFigure({ credits, credit_type }: Credits): string {
  return [classes[credit_type], credits].filter((part) => part !== undefined).join(' ');
}

/** `5 学分`, or with the older credit classes `Ⅰ类 5 学分`; empty if the course gives no credits. */
export const creditWords = (credits: Credits): string =>
  credits.credits > 0 ? `${creditFigure(credits)} 学分` : '';

/** Target levels: `中级、高级`; empty if for all levels. */
export function levelWords(codes: readonly string[]): string {
  if (codes.length === 0 || codes.length === levels.length) return '';
  return levels
    .filter(({ code }) => codes.includes(code))
    .map(({ name }) => name)
    .join('、');
}

/** `¥12.00` or 免费. */
export function priceWords({ price, is_free }: Pick<ContentCard, 'price' | 'is_free'>): string {
  return is_free === 'Y' ? '免费' : `¥${price}`;
}

/** 1234 → `1234人学过`, 23456 → `2.3万人学过`. */
export function learnersWords(count: number): string {
  return count >= 10_000 ? `${Math.floor(count / 1000) / 10}万人学过` : `${count}人学过`;
}

/** `未学习`, `学习中 62%`, or that it is completed. */
export function progressWords(progress: number): string {
  if (progress >= 100) return '恭喜你学完此课程！';
  return progress > 0 ? `学习中 ${progress}%` : '未学习';
}

/** `预售 · 12月20日开课`, or that it is being prepared; empty for what can be studied. */
export function saleWords({
  presale_until,
  unready,
}: Pick<ContentCard, 'presale_until' | 'unready'>): string {
  if (unready === 'Y') return '内容尚在准备';
  if (!presale_until) return '';
  const [, month, day] = presale_until.slice(0, 10).split('-').map(Number);
  const isLate = Date.parse(`${presale_until.replace(' ', 'T')}+08:00`) <= Date.now();
  return isLate ? '预售 · 开课时间待定' : `预售 · ${month}月${day}日开课`;
}

import { normalizeText } from './fold.rules.ts';

const mostWords = 10;
const separators = /[\s,、;。"“”'‘’«»<>《》〈〉【】[\](){}「」『』!?|/\\:·•]+|\.{2,}/u;
/** Punctuation and signs around a word; a percent sign may end one: 5%. */
const leading = /^[\p{P}#$^*=~`+]+/u;
const trailing = /(?:(?!%)[\p{P}#$^*=~`])+$/u;
/** 公需课 asks for 公需; a 公开课 or 微课 is a thing of its own. */
const courseTail =
  /(?<=\p{Script=Han}{2})(?<!公开|必修|选修|微|网|慕|功|备|说|听)(?:课程|课件|课)$/u;

/** The words of a keyword, without punctuation around them. */
export const splitKeyword = (keyword: string): string[] => {
  const words = normalizeText(keyword)
    .split(separators)
    .map((word) => word.replace(leading, '').replace(trailing, '').replace(courseTail, ''))
    .filter(Boolean);
  return [...new Set(words)].slice(0, mostWords);
};

/** Words that say how something is asked for, not what. */
const general = new Set(
  '的 地 得 了 在 与 和 及 或 是 有 我 你 吗 呢 吧 啊 怎么 怎么办 怎样 如何 什么 哪些 哪里 为什么 没有 不存在 这样 那样 一个 请问 想 学 关于 最新 相关 课程 课 课件 视频 培训 学习 教程 讲座 内容 资料'.split(
    ' ',
  ),
);
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

export const isTelling = (word: string): boolean =>
  !general.has(word) && (!/^\p{Script=Han}+$/u.test(word) || word.length > 1);

/** The longest of these names at each place, and what stands between them. */
function splitByNames(word: string, names: ReadonlySet<string>): string[] {
  for (let length = word.length - 1; length > 1; length -= 1)
    for (let from = 0; from + length <= word.length; from += 1) {
      const name = word.slice(from, from + length);
      if (names.has(name))
        return [
          ...splitByNames(word.slice(0, from), names),
          name,
          ...splitByNames(word.slice(from + length), names),
        ];
    }
  return names.has(word)
    ? [word]
    : Array.from(segmenter.segment(word), ({ segment }) => segment.trim()).filter(Boolean);
}

/** The words as parts that a text may contain apart from each other: names of the trade whole, no
 * words that only ask. */
export function splitFurther(words: readonly string[], names: ReadonlySet<string>): string[] {
  const parts = words
    .flatMap((word) => splitByNames(word, names))
    .filter((part) => /[\p{L}\p{N}]/u.test(part) && !general.has(part));
  return [...new Set(parts)].slice(0, mostWords);
}

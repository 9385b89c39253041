/** One unit of a pattern: a class, an escape, a group's edge or a plain sign; then its quantifier. */
const unit = /(\[(?:\\[dw-]|[\w-])+\]|\\[dw.-]|[\w-]|\(|\||\))(\?|\{\d{1,2}(?:,\d{1,2})?\})?/y;
/** Times that a group may be repeated. */
const mostRepeats = 4;

/**
 * Whether a regular expression is of the simple kind whose time is bounded whatever it is given:
 * classes, escapes and plain signs, at most two of variable length, each with an upper limit; groups
 * stand beside each other, and a repeated one is of fixed length.
 */
export function isBoundedPattern(pattern: string): boolean {
  let [variable, inGroup, isGroupVariable] = [0, false, false];
  unit.lastIndex = 0;
  while (unit.lastIndex < pattern.length) {
    const [, sign = '', quantifier = ''] = unit.exec(pattern) ?? [];
    if (!sign) return false;
    const isVariable = quantifier === '?' || quantifier.includes(',');
    if (isVariable) variable += 1;
    if ((sign === '(' || sign === '|') && quantifier) return false;
    if (sign === '(') {
      if (inGroup) return false;
      [inGroup, isGroupVariable] = [true, false];
    } else if (sign === ')') {
      const repeats = Number(/(\d+)\}$/.exec(quantifier)?.[1] ?? 1);
      if (!inGroup || repeats > mostRepeats || (quantifier && isGroupVariable)) return false;
      inGroup = false;
    } else if (isVariable) isGroupVariable = true;
  }
  return !inGroup && variable <= 2 && isRegExp(pattern);
}

function isRegExp(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern));
  } catch {
    return false;
  }
}

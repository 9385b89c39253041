/** Normalises texts and queries: ignores width, ligatures and case. */
export const normalizeText = (text: string): string =>
  text.replaceAll('\0', '').normalize('NFKC').toLowerCase();

/** Synonyms: a search for one also finds the others. */
const synonyms: readonly (readonly string[])[] = [
  ['cpr', '心肺复苏', '基本生命支持', 'bls'],
  ['acls', '高级生命支持', '高级心血管生命支持'],
  ['aed', '除颤'],
  ['ecg', 'ekg', '心电图'],
  ['copd', '慢阻肺', '慢性阻塞性肺疾病'],
  ['dm', '糖尿病'],
  ['ckd', '慢性肾脏病', '慢性肾病'],
  ['ami', '心梗', '心肌梗死'],
  ['chf', '心衰', '心力衰竭'],
  ['卒中', '中风', 'stroke'],
  ['icu', '重症监护', '重症医学', '危重症'],
  ['ct', '计算机断层'],
  ['mri', '磁共振', '核磁'],
  ['pph', '产后出血'],
  ['tb', '结核'],
  ['hiv', 'aids', '艾滋病'],
  ['mdro', '多重耐药菌'],
  ['eras', '加速康复'],
  ['picc', '中心静脉导管'],
  ['vte', '静脉血栓'],
  ['ai', '人工智能'],
  ['drg', 'dip', '病种付费'],
  ['院感', '医院感染'],
  ['压疮', '褥疮', '压力性损伤', '压力性溃疡'],
  ['抗生素', '抗菌药物'],
  ['b超', '超声'],
];

/** Latin words match as a whole only: no `ct` in `doctor`. */
const stands = (text: string, name: string): boolean =>
  /^[a-z]+$/.test(name) ? new RegExp(`(?<![a-z])${name}(?![a-z])`).test(text) : text.includes(name);

/** A normalised text with synonyms of its words. */
export function withSynonyms(text: string): string {
  const form = normalizeText(text);
  const more = synonyms.filter((names) => names.some((name) => stands(form, name))).flat();
  return [form, ...more].join('\n');
}

/** A normalised word and its synonyms, any of which may be marked. */
export function expandSynonyms(word: string): string[] {
  const groups = synonyms.filter((names) => names.includes(word));
  return [...new Set([word, ...groups.flat()])];
}

/** What was typed or pasted, and what is meant by it; undefined if it is refused. */
export type TypedExample = readonly [typed: string, read: string | number | undefined];

const accept = (read: string | number, ...typed: string[]): TypedExample[] =>
  typed.map((text) => [text, read]);
const refuse = (...typed: string[]): TypedExample[] => typed.map((text) => [text, undefined]);

/** Zero-width space, direction marks, word joiner, byte order mark, soft hyphen, tab. */
const hidden = ['\u200B', '\u200E', '\u202C', '\u2060', '\uFEFF', '\u00AD', '\t'];

export const mobiles = [
  ...accept(
    '13800000001',
    '13800000001',
    ' 13800000001 ',
    '138 0000 0001',
    '138-0000-0001',
    '138–0000—0001',
    '138\u00A00000\u30000001',
    '１３８０００００００１',
    '１３８－００００－０００１',
    '+8613800000001',
    '+86 138 0000 0001',
    '+86-138-0000-0001',
    '＋８６１３８０００００００１',
    '86-13800000001',
    '8613800000001',
    '008613800000001',
    '0086 138 0000 0001',
    '(+86)13800000001',
    '（86）138 0000 0001',
    '138.0000.0001',
    ...hidden.map((character) => `138${character}00000001`),
    '\u202A13800000001\u202C',
  ),
  ...refuse(
    '',
    '12800000001',
    '1380000000',
    '138000000011',
    '013800000001',
    '+1 13800000001',
    '+852 6123 4567',
    '1380000000a',
    '138O0000001',
    '一三八零零零零零零零一',
    '13800000001,13800000002',
    '1３８0000000',
    '010-66668888',
  ),
];

export const identityNumbers = [
  ...accept(
    '11010519491231002X',
    '11010519491231002X',
    '11010519491231002x',
    ' 11010519491231002X\n',
    '110105 19491231 002X',
    '110105-19491231-002X',
    '110105–19491231–002x',
    '110105\u300019491231\u00A0002X',
    '１１０１０５１９４９１２３１００２Ｘ',
    '１１０１０５１９４９１２３１００２ｘ',
    '11010519491231002Ⅹ',
    '11010519491231002ⅹ',
    ...hidden.map((character) => `110105${character}19491231002X`),
    '\u202D11010519491231002X\u202C',
    '1 1 0 1 0 5 1 9 4 9 1 2 3 1 0 0 2 X',
  ),
  ...refuse(
    '',
    '110105194912310021',
    '11010519491231002',
    '11010519491231002XX',
    '11010519491231002Y',
    '110105491231002',
    '01010519491231002X',
    '110105194902300022',
    '1101051949123100２',
    'ID11010519491231002X',
    '身份证11010519491231002X',
    '11010519491231002X王芳',
    'X1010519491231002X',
  ),
];

export const codes = [
  ...accept(
    '012345',
    '012345',
    ' 012345',
    '012345\n',
    '012 345',
    '01 23 45',
    '012-345',
    '012—345',
    '０１２３４５',
    '０１２　３４５',
    '0 1 2 3 4 5',
    '012\u00A0345',
    '012\u2010345',
    ...hidden.map((character) => `012${character}345`),
    '\u200F012345',
    '\u202A012345\u202C',
  ),
  ...refuse(
    '',
    '12345',
    '0123456',
    '012345678901',
    '01234a',
    'O12345',
    '012.345',
    '012,345',
    '验证码012345',
    '【继续教育】012345',
    '一二三四五六',
    '-',
    '      ',
    '01234５６7',
  ),
];

const secret = 'Learner2026';
/** A password is accepted as it is, or refused; it is never changed. */
export const passwords = [
  ...[
    secret,
    'Aa345678',
    'aA1!@#$%',
    'Abcdefghij1234567890',
    'Pass-Word-1',
    'Pass.Word.1',
    'Pass_Word_1',
    'Aaé345678',
    'A密码a1密码密码密',
    'A1a，。！？；',
    'Ａa1A345678',
    'Aa1"\'<>&',
    'Aa1\\/|`~',
    'Aa1%20%41',
    '0Aa00000',
    'zZ999999999999999999',
  ].map((text) => [text, text] as const),
  ...refuse(
    '',
    'learner2026',
    'LEARNER2026',
    'LearnerLearner',
    'Aa34567',
    'Aa1',
    'Learner 2026',
    ' Learner2026',
    'Learner2026 ',
    'Learner2026\t',
    'Learner2026\n',
    'Learner\u30002026',
    'Learner\u00A02026',
    'Abcdefghij12345678901',
    'Abcdefghij12345678901234',
    `Aa1${'x'.repeat(61)}`,
    'Ｌｅａｒｎｅｒ２０２６',
    '12345678',
  ),
];

/** On an identity card. */
export const names = [
  ...accept(
    '王芳',
    '王芳',
    ' 王芳 ',
    '王　芳',
    '王 芳',
    '\u200B王芳\uFEFF',
    '王\u00AD芳',
    '王\t芳',
  ),
  ...accept('王芳', '王\u2060芳', '\u202A王芳\u202C'),
  ...accept('欧阳震华', '欧阳震华'),
  ...accept('李白', '李⽩'),
  ...accept('阿卜杜拉·买买提', '阿卜杜拉·买买提', '阿卜杜拉 · 买买提', '阿卜杜拉· 买买提'),
  ...accept('阿卜杜拉•买买提', '阿卜杜拉•买买提', '阿卜杜拉 • 买买提'),
  ...accept('阿卜杜拉・买买提', '阿卜杜拉・买买提'),
  ...accept('阿卜杜拉‧买买提', '阿卜杜拉‧买买提'),
  ...accept('阿卜杜拉．买买提', '阿卜杜拉．买买提'),
  ...accept('古丽·阿依·买买提', '古丽·阿依·买买提'),
  ...accept('㛃䶮', '㛃䶮'),
  ...accept('𠮷野', '𠮷野'),
  ...accept('王〇', '王〇'),
  ...accept('王\u{2A700}', '王\u{2A700}'),
  ...accept('王\u{2B740}', '王\u{2B740}'),
  ...accept('王\u{2CEB0}', '王\u{2CEB0}'),
  ...accept('王\u{30000}', '王\u{30000}'),
  ...accept('王\u{31350}', '王\u{31350}'),
  ...accept('王\u{2EBF0}', '王\u{2EBF0}'),
  ...accept('王﨑', '王﨑'),
  ...refuse('', '王', ' ', '　', '·', '···', '· ·', '王·', '·王芳', '王··芳', 'Wang Fang', '王芳1'),
  ...refuse('<王芳>', '王芳！', '王,芳', '王芳Fang', '\u200B\u200B', '王'.repeat(31), '王😀', '••'),
];

/** On a passport or permit. */
export const latinNames = [
  ...accept('José', 'José', 'Jose\u0301', ' José '),
  ...accept('O’Brien', 'O’Brien', '\u200BO’Brien'),
  ...accept("O'Brien", "O'Brien", 'O＇Brien'),
  ...accept('John A. Smith', 'John A. Smith', 'John  A.  Smith', '\tJohn A. Smith\n'),
  ...accept('John A. Smith', 'Ｊｏｈｎ　Ａ. Ｓｍｉｔｈ'),
  ...accept("Anne-Marie O'Neill", "Anne-Marie O'Neill"),
  ...accept('Maria Lindqvist', 'Maria Lindqvist', 'Maria  Lindqvist'),
  ...accept('Müller', 'Müller'),
  ...accept('Łukasz Żak', 'Łukasz Żak'),
  ...accept('Nguyễn Văn An', 'Nguyễn Văn An'),
  ...accept('DA SILVA, MARIA', 'DA SILVA, MARIA'),
  ...accept('Martin Luther King Jr.', 'Martin Luther King Jr.'),
  ...accept("D' Angelo", "D' Angelo"),
  ...accept('St. John', 'St. John'),
  ...accept('Çelik', 'Çelik'),
  ...accept('李新人', '李新人', '李 新人'),
  ...accept('阿卜杜拉·买买提', '阿卜杜拉·买买提'),
  ...refuse('', 'M', ' ', '.', '...', '-', "'", '’’', '· ·', 'Maria2', 'Maria 李', '<b>Maria</b>'),
  ...refuse('Maria@home', 'Maria_L', '-Maria', '.Maria', 'Maria---L', 'Иван', 'A'.repeat(61)),
];

export const numbers = [
  ...accept(12, '12', ' 12 ', '１２', '012', '12.', '12.0', '１２．０', '\u200B12', '12\uFEFF'),
  ...accept(1.5, '1.5', '1。5', '１。５', '１．５', '1.50', '01.5', '\u20601.5', ' 1.5\n'),
  ...accept(0.5, '.5', '0.5', '。5', '０．５'),
  ...accept(0, '0', '０', '0.0'),
  ...accept(1000, '1000', '1,000', '１，０００', '1,000.0', '1，000'),
  ...accept(9999, '9999', '9,999'),
  ...refuse('', ' ', '-5', '－5', '−5', '+5', '1e3', '1E3', '１ｅ３', '0x10', '1,00', '10,00'),
  ...refuse('1,0000', ',100', '1.5.2', '1。5。2', '1 2', '1-2', '3个', '十二', 'Infinity', 'NaN'),
  ...refuse('.', '。', '1/2', '10000', '99999999', '1、5', '٣', '1,5', '½'),
];

/** Study cards. */
export const cardNumbers = [
  ...accept('KJ26000001', 'KJ26000001', ' KJ26000001 ', 'KJ 2600 0001', 'ＫＪ２６０００００１'),
  ...accept(
    'KJ26000001',
    'KJ26\u00A0000001',
    'KJ26\u3000000001',
    'KJ26000001\r\n',
    '\u202AKJ26000001',
  ),
  ...accept('KJ26000001', ...hidden.map((character) => `KJ26${character}000001`)),
  ...accept('KJ-26-1', 'KJ-26-1', 'KJ–26–1', 'KJ—26—1', 'KJ－26－1', 'KJ−26−1', 'KJ ‐ 26 ‐ 1'),
  ...accept('kj26', 'kj26', 'ｋｊ２６'),
  ...accept('1'.repeat(32), '1'.repeat(32), `${'1'.repeat(16)} ${'1'.repeat(16)}`),
  ...refuse('', ' ', '　', '\u200B', '\u200B\uFEFF', '1'.repeat(33), '1'.repeat(64)),
];

export const taxNumbers = [
  ...accept(
    '91110105MA01ABCD1X',
    '91110105MA01ABCD1X',
    '91110105ma01abcd1x',
    ' 91110105MA01ABCD1X ',
  ),
  ...accept('91110105MA01ABCD1X', '9111 0105 MA01 ABCD 1X', '91110105-MA01ABCD1-X'),
  ...accept('91110105MA01ABCD1X', '９１１１０１０５ＭＡ０１ＡＢＣＤ１Ｘ', '91110105MA01ABCD1ｘ'),
  ...accept('91110105MA01ABCD1X', ...hidden.map((character) => `91110105${character}MA01ABCD1X`)),
  ...accept(
    '91110105MA01ABCD1X',
    '91110105–MA01ABCD1X',
    '91110105\u00A0MA01ABCD1X',
    '91110105MA01ABCD1X\n',
  ),
  ...accept('110105123456789', '110105123456789', '110 105 123 456 789'),
  ...accept('11010512345678901234', '11010512345678901234'),
  ...refuse(
    '1',
    '91110105MA01ABCD1',
    '91110105MA01ABCD1XY',
    '1101051234567',
    '税号91110105MA01ABCD1X',
  ),
  ...refuse('91110105MA01ABCD1X1234', '91110105MA01ABCD1甲', '91110105MA01ABCD1.', '1'.repeat(16)),
  ...refuse('1'.repeat(17), '1'.repeat(19), '1'.repeat(21)),
];

export const emails = [
  ...accept(
    'li@example.org',
    'li@example.org',
    ' li@example.org ',
    'li@example.org\n',
    'li @ example.org',
  ),
  ...accept('li@example.org', 'ｌｉ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'li＠example.org', 'li@example．org'),
  ...accept('li@example.org', ...hidden.map((character) => `li@exam${character}ple.org`)),
  ...accept(
    'li@example.org',
    '\u202Ali@example.org\u202C',
    'li\u00A0@example.org',
    'li@example.org\u3000',
  ),
  ...accept('Li.Xin+cme@mail.example.org', 'Li.Xin+cme@mail.example.org'),
  ...accept('li-xin@example-site.cn', 'li-xin@example-site.cn'),
  ...accept('李@例子.中国', '李@例子.中国'),
  ...refuse('', ' ', 'li', 'li@', '@example.org', 'li@example', 'li@@example.org', 'li@example.'),
  ...refuse('li example.org', 'li＃example.org', 'a@b@c.cn', `${'x'.repeat(92)}@mail.cn.cn`),
  ...refuse('mailto', '\u200B', 'me example@x.cn', 'me@exam ple.cn'),
];

const character = '字';
/** Of at most 500 characters. What is written inside stays as it is. */
export const longTexts = [
  ...[0, 1, 2, 10, 100, 200, 300, 400, 499, 500].map(
    (length) => [character.repeat(length), character.repeat(length)] as const,
  ),
  ...accept('一\n二', '一\n二', '  一\n二  ', '\n\n一\n二\n'),
  ...accept('一\t二', '一\t二'),
  ...accept('1。5，１２', '1。5，１２'),
  ...accept('👩‍⚕️', '👩‍⚕️'),
  ...accept('<b>粗</b>', '<b>粗</b>'),
  ...accept('a  b', 'a  b'),
  ...accept('José', 'José'),
  ...accept('“引号”', '“引号”'),
  ...accept('𠮷'.repeat(500), '𠮷'.repeat(500)),
  ...accept(character.repeat(500), ` ${character.repeat(500)} `, `\n${character.repeat(500)}\n`),
  ...[501, 502, 510, 600, 612, 999, 1000, 5000].map(
    (length) => [character.repeat(length), undefined] as const,
  ),
  ...refuse('𠮷'.repeat(501)),
];

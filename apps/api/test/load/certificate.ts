// Time and size of generating a certificate: node apps/api/test/load/certificate.ts [folder]. With
// a folder the sheets are kept there.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import type { Snapshot } from '../../src/credits/certificate/certificate.rules.ts';

const began = performance.now();
const { drawCertificate } = await import('../../src/credits/certificate/print/certificate.draw.ts');
const loaded = performance.now() - began;

const snapshot: Snapshot = {
  template: 'annual@1',
  cert_no: '2025-0351-N-0001234-9',
  kind: 'annual',
  year: 2025,
  site_id: 'main',
  site_name: '继续教育平台',
  issuer: '省卫生健康委员会培训中心',
  issuer_code: '0351',
  issued_on: '2025-12-20',
  title: '专业技术人员继续教育年度合格证书',
  subject: '2025年度合格证书',
  real_name: '陈嘉言',
  id_type: 'ID',
  id_hash: '',
  unit_name: '云麓市第一人民医院',
  series_name: '卫生系列',
  level_name: '中级',
  statement:
    '于2025年度参加专业技术人员继续教育，完成公需科目32学时、专业科目64学时，共96学时，获得32学分，达到本年度继续教育要求，考核合格。',
  rows: [
    ['年度', '2025年'],
    ['公需科目', '32学时'],
    ['专业科目', '64学时'],
    ['总学时', '96学时'],
    ['学分', '32分'],
    ['结论', '合格'],
  ].map(([name = '', value = '']) => ({ name, value })),
  hours: 96,
  credits: 32,
  credit_type: '',
  replaces: '',
};
const long = '高血压患者的长期管理：从诊室到家庭'.repeat(5);
const sheets: Record<string, Snapshot> = {
  year: snapshot,
  rare: { ...snapshot, real_name: '㛃䶮禤', title: '继续医学教育学分证书' },
  long: {
    ...snapshot,
    real_name: '阿卜杜热合曼·买买提依明江·图尔荪',
    unit_name: '某某自治区某某市某某县某某镇中心卫生院暨社区卫生服务中心',
    statement: `于2026年3月2日至2026年3月18日参加继续医学教育项目（远程教育）《${long}》的学习，经考核合格，计6学时。`,
  },
};

const draw = (item: Snapshot) =>
  drawCertificate({
    snapshot: item,
    text: { ...item, id_no: '110105********002X', gender: '女' },
    sha256: '0'.repeat(64),
    verify_url:
      'https://cme.example.com/certificate/verify?token=20250351N00012349.AAAAAAAAAAAAAAAAAAAAAA',
  });

console.log(`loaded in ${Math.round(loaded)} ms`);
for (const [name, one] of Object.entries(sheets)) {
  const times: number[] = [];
  let bytes: Buffer = Buffer.alloc(0);
  for (let count = 0; count < 12; count += 1) {
    const from = performance.now();
    bytes = await draw(one);
    times.push(performance.now() - from);
  }
  const [first = 0, ...rest] = times;
  const middle = rest.toSorted((a, b) => a - b)[Math.floor(rest.length / 2)] ?? 0;
  console.log(
    `${name}: first ${Math.round(first)} ms, then ${Math.round(middle)} ms (median of ${rest.length}), ${(bytes.length / 1000).toFixed(1)} kB`,
  );
  if (argv[2]) writeFileSync(join(argv[2], `${name}.pdf`), bytes);
}

import type { Keys } from '../../person/identity/secret.rules.ts';
import { unseal } from '../../person/identity/secret.rules.ts';
import { isHidden, personalTables } from './register.rules.ts';

type Row = Record<string, unknown>;

/** The name of an encrypted column after decryption, and the context it is bound to. */
const sealedColumns: Readonly<Record<string, [name: string, bound: string]>> = {
  mobile_sealed: ['mobile', 'mobile'],
  id_sealed: ['id_no', 'id_no'],
  birth_sealed: ['birth_date', 'birth'],
  email_sealed: ['email', 'email'],
  practice_sealed: ['practice_no', 'practice'],
};

/** A row for its person: numbers decrypted, secrets omitted. */
export function openRow(keys: Keys, table: string, row: Row, userId: string): Row {
  const entries = Object.entries(row).flatMap(([column, value]): [string, unknown][] => {
    const sealed = sealedColumns[column];
    if (sealed) {
      const [name, bound] = sealed;
      const text = typeof value === 'string' ? value : '';
      return [[name, text && unseal(keys.personal, text, `${bound}/${userId}`)]];
    }
    return isHidden(table, column) ? [] : [[column, value]];
  });
  return Object.fromEntries(entries);
}

const escapeText = (value: unknown) =>
  (value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
  )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');

/** An HTML table of rows. */
export function renderSection(table: string, rows: readonly Row[]): string {
  const { name, kept } = personalTables[table] ?? { name: table, kept: '' };
  const title = `<h2>${escapeText(name)}（${rows.length}）</h2><p>保存期限：${escapeText(kept)}</p>`;
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return `${title}<p>没有记录。</p>\n`;
  const head = columns.map((column) => `<th>${escapeText(column)}</th>`).join('');
  const body = rows
    .map(
      (row) =>
        `<tr>${columns.map((column) => `<td>${escapeText(row[column])}</td>`).join('')}</tr>`,
    )
    .join('\n');
  return `${title}<div><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>\n`;
}

/** A self-contained page that opens from a folder. */
export const renderPage = (name: string, at: string, sections: readonly string[]): string =>
  `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>我的个人数据</title>
<style>body{font-family:sans-serif;margin:2rem;line-height:1.6}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:4px 8px;text-align:left;vertical-align:top;max-width:40em;overflow-wrap:anywhere}div{overflow-x:auto}</style>
<h1>${escapeText(name)}的个人数据</h1><p>导出时间：${escapeText(at)}（北京时间）。data.json 是同样的内容，供其他系统读取；“文件”目录是您上传的文件。</p>
${sections.join('')}</html>`;

import { pictures } from './pictures.ts';

/** A help article in its source form. */
export interface SampleArticle {
  id: string;
  title: string;
  summary: string;
  html: string;
}

export const p = (...lines: string[]): string => lines.map((line) => `<p>${line}</p>`).join('');
export const steps = (...lines: string[]): string =>
  `<ol>${lines.map((line) => `<li>${line}</li>`).join('')}</ol>`;
export const list = (...lines: string[]): string =>
  `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;
export const h = (title: string): string => `<h3>${title}</h3>`;
export const note = (line: string): string => `<blockquote><p>${line}</p></blockquote>`;
export const table = (head: string[], ...rows: string[][]): string =>
  `<table><thead><tr>${head.map((cell) => `<th>${cell}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>`;

/** A screenshot taken by `tools/media/screens.ts`. */
export function picture(name: keyof typeof pictures, text: string): string {
  const { file, width, height } = pictures[name];
  return `<figure><img src="/qm/static/help/${file}" alt="${text}" width="${width}" height="${height}"><figcaption>${text}</figcaption></figure>`;
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';

/** Noto Sans SC as installed: the full font, because names use characters that subsets lack. */
const resolveFontFile = (name: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-sc/${name}.ttf`));

export const fontFiles = {
  regular: resolveFontFile('400Regular/NotoSansSC_400Regular'),
  bold: resolveFontFile('700Bold/NotoSansSC_700Bold'),
};

/** Characters that every Chinese font contains, to avoid opening the fonts. */
const everyday = /^[\u0020-\u007e\u00b7\u4e00-\u9fa5（）〔〕、，。：；《》“”]*$/;
let opened: Font | undefined;

/** The characters of a text that the fonts lack; empty if it can be printed. */
export async function missingGlyphs(text: string): Promise<string[]> {
  if (everyday.test(text)) return [];
  const font = (opened ??= await open());
  return [...new Set(text)].filter(
    (item) => !/\s/.test(item) && !font.hasGlyphForCodePoint(item.codePointAt(0) ?? 0),
  );
}

async function open(): Promise<Font> {
  const { create } = await import('fontkit');
  return create(readFileSync(fontFiles.regular)) as Font;
}

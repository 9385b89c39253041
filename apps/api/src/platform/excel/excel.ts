import { type CellValue, readXlsx, writeXlsx } from 'hucre/xlsx';

export interface Sheet {
  name: string;
  rows: CellValue[][];
}

/** A workbook; texts stay texts, also those that look like numbers or formulas. */
export const writeWorkbook = async (sheets: readonly Sheet[]): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: sheets.map(({ name, rows }) => ({ name, rows })) }));

/** The sheets of a workbook. Untrusted bytes pass `detectOffice` first. */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
  const { sheets } = await readXlsx(bytes);
  return sheets.map(({ name, rows }) => ({ name, rows }));
}

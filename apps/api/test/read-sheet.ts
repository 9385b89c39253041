import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

type Matrix = [number, number, number, number, number, number];

const multiply = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[2] * b[1],
  a[1] * b[0] + a[3] * b[1],
  a[0] * b[2] + a[2] * b[3],
  a[1] * b[2] + a[3] * b[3],
  a[0] * b[4] + a[2] * b[5] + a[4],
  a[1] * b[4] + a[3] * b[5] + a[5],
];

interface Placed {
  x: number;
  /** From the top of the sheet, in points. */
  y: number;
  width: number;
}

/** The texts and pictures of a PDF's first page with their places. */
export async function readSheet(pdf: Buffer): Promise<{
  texts: (Placed & { text: string; size: number })[];
  pictures: Placed[];
}> {
  const loading = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false });
  const page = await (await loading.promise).getPage(1);
  const { height } = page.getViewport({ scale: 1 });
  const texts = (await page.getTextContent()).items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [, , , size, x, y] = item.transform as Matrix;
    return [{ text: item.str, x, y: height - y, width: item.width, size }];
  });
  const { fnArray, argsArray } = await page.getOperatorList();
  const pictures: Placed[] = [];
  const saved: Matrix[] = [];
  let current: Matrix = [1, 0, 0, 1, 0, 0];
  fnArray.forEach((operator, index) => {
    if (operator === OPS.save) saved.push(current);
    else if (operator === OPS.restore) current = saved.pop() ?? current;
    else if (operator === OPS.transform)
      current = multiply(current, argsArray[index] as unknown as Matrix);
    else if (operator === OPS.paintImageXObject) {
      // A picture fills the unit square; the sheet counts from the top.
      const [width, , , tall, x, y] = current;
      pictures.push({ x, y: height - Math.max(y, y + tall), width });
    }
  });
  await loading.destroy();
  return { texts, pictures };
}

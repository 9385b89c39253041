/** Writes a file of one page with these contents, resources and further objects, from object 5 on. */
function writePdf(drawing: string, resources: string, others: string[]): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${resources} >> >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    ...others,
  ];
  let file = '%PDF-1.5\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + trailer, 'latin1');
}

/** A text whose font is named but not embedded, as office programs once wrote it. Its codes mean
 * something only with the character map that it names. */
export function createUnembeddedDocument(text: string): Buffer {
  const codes = Buffer.from(text, 'utf16le').swap16().toString('hex');
  return writePdf(`BT /F 24 Tf 60 700 Td <${codes}> Tj ET`, '/Font << /F 5 0 R >>', [
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /DW 1000 /FontDescriptor 7 0 R >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
  ]);
}

/** A black square of 64 points. */
const jpeg2000 =
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAQAAAAEAAAQgHAAAAAAAPY29scgEAAAAAABEAAACeanAyY/9P/1EAKQAAAAAAQAAAAEAAAAAAAAAAAAAAAQAAAAEAAAAAAAAAAAAAAQcBAf9SAAwAAAABAAYCAgAA/1wAKSJ/IH7gfuB+oHbwdvB2wG8AbwBu4GdQZ1BnaFAFUAVQR1fTV9NXYv9kABEAAUxhdmM1OS4zNy4xMDD/kAAKAAAAAAAbAAH/k9/4MBgHOI8AAAAAAAD/2Q==';

/** A picture in JPEG 2000, as scanners write it. */
export function createScannedDocument(): Buffer {
  const image = Buffer.from(jpeg2000, 'base64').toString('latin1');
  return writePdf('q 300 0 0 300 100 400 cm /I Do Q', '/XObject << /I 5 0 R >>', [
    `<< /Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /JPXDecode /Length ${image.length} >>\nstream\n${image}\nendstream`,
  ]);
}

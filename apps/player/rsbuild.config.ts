import { join } from 'node:path';
import { app } from '@cme/area-build';

const pdfjs = join(import.meta.dirname, '../../node_modules/pdfjs-dist');

/** What documents need that embed neither their Chinese font nor a symbol font, or hold scanned
 * pages. pdf.js requests a file only for such a document. */
const pdfFiles = [
  { from: join(pdfjs, 'cmaps/*{GB,CNS,B5}*.bcmap'), to: 'pdf/cmaps/[name][ext]' },
  { from: join(pdfjs, 'standard_fonts/Foxit{Symbol,Dingbats}.pfb'), to: 'pdf/fonts/[name][ext]' },
  { from: join(pdfjs, 'wasm/{jbig2,openjpeg}.wasm'), to: 'pdf/wasm/[name][ext]' },
];

export default app('player', ['web', 'area', 'server'], pdfFiles);

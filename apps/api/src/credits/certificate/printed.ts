import type { CertificateText } from '@cme/contract/credits';
import type { Snapshot } from './certificate.rules.ts';
import type { Layout, PictureName } from './layout.rules.ts';

/** What is drawn, as the print thread gets it. */
export interface Printed {
  snapshot: Snapshot;
  text: CertificateText;
  sha256: string;
  verify_url: string;
  /** The site's template with which it was issued; without it the built-in one. */
  template?: PrintedTemplate;
}

/** Pictures in base64; empty: none. */
export type PrintedTemplate = { layout: Layout } & Record<PictureName, string>;

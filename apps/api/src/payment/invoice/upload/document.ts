/** What one file, or one row of a list, says about an invoice. */
export interface InvoiceDocument {
  /** Its name in the upload, for messages. */
  source: string;
  kind: 'pdf' | 'ofd' | 'list';
  /** 数电发票号码, 20 digits. */
  number?: string;
  /** Our 发票流水号. */
  serial?: string;
  /** 价税合计, negative on a red invoice. */
  total_fen?: number;
  issued_on?: string;
  /** On a red invoice: the number of the one that it cancels. */
  blue_no?: string;
  /** From a list. */
  title?: string;
  tax_no?: string;
  /** The texts of a file without white space, in which title and tax number are looked for. */
  texts?: string[];
  bytes?: Buffer;
}

/** A file that is not an invoice, or cannot be read. */
export interface UnreadFile {
  source: string;
  state: 'damaged' | 'ignored';
  note: string;
}

export interface Upload {
  documents: InvoiceDocument[];
  unread: UnreadFile[];
}

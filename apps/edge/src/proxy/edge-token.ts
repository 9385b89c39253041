import { rolloutToken } from '@cme/contract/site/rollout';

/** The token that all edges of an installation share: their credential, and their signing key. */
export interface EdgeToken {
  /** Undefined until the very first start has created the secret. */
  read(): Promise<string | undefined>;
  /** The API has refused it: a derived one is derived again. */
  forget(): void;
}

export function createEdgeToken(
  secret: () => Uint8Array<ArrayBuffer> | undefined,
  ownToken: string,
): EdgeToken {
  let derived: Promise<string> | undefined;
  return {
    async read() {
      if (ownToken) return ownToken;
      const found = derived ? undefined : secret();
      if (found) derived = rolloutToken(found, 'edge');
      return derived;
    },
    forget() {
      derived = undefined;
    },
  };
}

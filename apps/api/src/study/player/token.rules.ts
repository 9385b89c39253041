import { hash } from 'node:crypto';

/** Play tokens are stored hashed, so that reading the table does not allow playing. */
export const tokenHash = (token: string) => hash('sha256', token, 'base64url');

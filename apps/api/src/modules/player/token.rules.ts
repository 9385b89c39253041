import { hash } from 'node:crypto';

/** Play tokens are stored hashed: whoever reads the table cannot play. */
export const tokenHash = (token: string) => hash('sha256', token, 'base64url');

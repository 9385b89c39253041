import { createHash } from 'node:crypto';

/** Play tokens are stored hashed: whoever reads the table cannot play. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('base64url');

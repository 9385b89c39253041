import { timingSafeEqual } from 'node:crypto';
import { rolloutToken } from '@cme/contract/site/rollout';
import type { FastifyRequest } from 'fastify';

export type Program = 'edge' | 'start';
export type ProgramCheck = (request: FastifyRequest, program: Program) => Promise<boolean>;

/** Recognises the installation's own programs by a token that is derived from its secret. */
export function createProgramCheck(secret: Uint8Array): ProgramCheck {
  const key = new Uint8Array(secret);
  const tokens = { edge: rolloutToken(key, 'edge'), start: rolloutToken(key, 'start') };
  return async (request, program) => {
    const token = credentials(request, 'Bearer');
    return token !== '' && isSame(token, await tokens[program]);
  };
}

export function credentials(
  { headers }: FastifyRequest,
  scheme: 'Basic' | 'Bearer' | 'Session',
): string {
  const [kind, value = ''] = (headers.authorization ?? '').split(' ');
  return kind === scheme ? value : '';
}

function isSame(a: string, b: string): boolean {
  const x = Buffer.from(a);
  const y = Buffer.from(b);
  return x.length === y.length && timingSafeEqual(x, y);
}

import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

interface Origin {
  ip: FastifyRequest['ip'];
  protocol: string;
  socket: { remoteAddress?: string };
}

/**
 * Client address and scheme as reported by trusted proxies, otherwise taken from the connection.
 */
export function clientOf(request: Origin): { address: string; scheme: 'http' | 'https' } {
  const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');
  const claimed = plainAddress(request.ip);
  const address = isIP(claimed) ? claimed : plainAddress(request.socket.remoteAddress ?? '');
  return { address, scheme: request.protocol === 'https' ? 'https' : 'http' };
}

import { isIP } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';

interface Told {
  ip: FastifyRequest['ip'];
  protocol: string;
  socket: { remoteAddress?: string };
}

/** Who asks, and by which scheme: what the nearest proxies say as far as they are trusted, else
 * the connection itself. */
export function clientOf(request: Told): { address: string; scheme: 'http' | 'https' } {
  const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');
  const told = plain(request.ip);
  const address = isIP(told) ? told : plain(request.socket.remoteAddress ?? '');
  return { address, scheme: request.protocol === 'https' ? 'https' : 'http' };
}

/** Addresses and networks out of a list with commas; undefined when one of them is neither. */
export function proxyList(text: string): string[] | undefined {
  const list = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const named = list.every((one) => one === 'loopback' || isIP(one.replace(/\/\d+$/, '')) > 0);
  try {
    if (list.length > 0) compile(list);
    return named ? list : undefined;
  } catch {
    return undefined;
  }
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Report } from './hop-page.ts';

const timeoutMs = 60_000;

/** Receives the reports of the pages. */
export async function openReports() {
  const reports: Report[] = [];
  let look = () => {};
  const server = createServer((request, reply) => {
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => {
      reports.push(JSON.parse(text));
      reply.writeHead(204, { 'access-control-allow-origin': '*' }).end();
      look();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const next = <What extends Report['what']>(what: What) =>
    new Promise<Extract<Report, { what: What }>>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`the hop's ${what} was not reported within ${timeoutMs / 1000} s`)),
        timeoutMs,
      );
      look = () => {
        const found = reports.find(
          (one): one is Extract<Report, { what: What }> => one.what === what,
        );
        if (!found) return;
        clearTimeout(late);
        resolve(found);
      };
      look();
    });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, next, close };
}

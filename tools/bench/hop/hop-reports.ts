import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Report } from './hop-page.ts';

const timeoutMs = 60_000;

/** Receives the reports of the pages. */
export async function startReportServer() {
  const reports: Report[] = [];
  let notify = () => {};
  const server = createServer((request, reply) => {
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => {
      reports.push(JSON.parse(text));
      reply.writeHead(204, { 'access-control-allow-origin': '*' }).end();
      notify();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const nextReport = <What extends Report['what']>(what: What) =>
    new Promise<Extract<Report, { what: What }>>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`the hop's ${what} was not reported within ${timeoutMs / 1000} s`)),
        timeoutMs,
      );
      notify = () => {
        const index = reports.find(
          (report): report is Extract<Report, { what: What }> => report.what === what,
        );
        if (!index) return;
        clearTimeout(late);
        resolve(index);
      };
      notify();
    });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    next: nextReport,
    close,
  };
}

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { requireProgram } from '../programs/packages.ts';

const names = ['localhost', '*.cme.localhost'].concat(
  ['cme', 'hospital', 'city', 'ended', 'opening', 'stranger'].map((name) => `${name}.localhost`),
);

/** Creates the self-signed certificate that nginx.conf refers to, for the hosts of the sample
 * sites. Returns its file, which clients must trust. */
export function makeCertificate(folder: string): string {
  const openssl = requireProgram(() => ['/usr/bin/openssl'].find(existsSync), ['openssl']);
  const tls = join(folder, 'tls');
  const certificate = join(tls, 'certificate.pem');
  mkdirSync(tls, { recursive: true });
  const options = [
    'req -x509 -newkey rsa:2048 -nodes -subj /CN=cme.localhost -addext',
    `subjectAltName=IP:127.0.0.1,${names.map((name) => `DNS:${name}`).join()}`,
    `-keyout ${join(tls, 'key.pem')} -out ${certificate}`,
  ];
  const result = spawnSync(openssl, options.join(' ').split(' '));
  if (result.status !== 0) throw new Error(`openssl failed: ${result.stderr}`);
  return certificate;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fetchAs } from '@cme/commons/api-client/node';
import { build, builtApplications, isPrebuilt } from '../../tools/build/build.ts';
import { createReleases } from '../../tools/rollout/release.ts';
import { setStable } from '../../tools/rollout/set-stable.ts';
import { createSupervisor } from '../../tools/start/children.ts';
import { makeCertificate } from '../../tools/nginx/certificate.ts';
import { freePort } from '../../tools/programs/free-port.ts';
import { startPostgres } from '../../tools/programs/postgres.ts';
import { isAnswering } from '../support/answering.ts';
import { until } from '../support/until.ts';

const root = join(import.meta.dirname, '../..');
const local = '127.0.0.1';
const timeoutMs = 150_000;

/** The production configuration with these ports. */
async function nginxConfig(port: number, edges: readonly number[]): Promise<string> {
  const file = readFileSync(join(root, 'tools/nginx/nginx.conf'), 'utf8');
  const written = file
    .replaceAll('listen 80', `listen ${local}:${await freePort()}`)
    .replaceAll('listen 443', `listen ${local}:${port}`)
    .replace('127.0.0.1:8080', `${local}:${edges[0]}`)
    .replace('127.0.0.1:8090', `${local}:${edges[1]}`)
    .replace('65536', '4096')
    .replace('32768', '2048');
  return process.getuid?.() === 0 ? `user root;\n${written}` : written;
}

const isNginxAnswering = (port: number) => async (): Promise<true | undefined> =>
  (await fetchAs(`cme.localhost:${port}`)(`https://${local}:${port}/healthz`)).ok || undefined;

/** For this process and for the workers that run the journeys. */
function trustCertificate(certificate: string): void {
  setDefaultCACertificates([...getCACertificates(), readFileSync(certificate, 'utf8')]);
  process.env.NODE_EXTRA_CA_CERTS = certificate;
}

async function startNginx(
  folder: string,
  port: number,
  edges: readonly number[],
): Promise<() => Promise<void>> {
  for (const name of ['logs', 'temp']) mkdirSync(join(folder, name), { recursive: true });
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, await nginxConfig(port, edges));
  const domains = 'customer-domains.conf';
  cpSync(join(root, 'tools/nginx', domains), join(folder, domains));
  trustCertificate(makeCertificate(folder));
  const nginx = spawn(
    '/usr/sbin/nginx',
    ['-p', folder, '-c', file, '-e', join(folder, 'logs/error.log'), '-g', 'daemon off;'],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = once(nginx, 'exit');
  return async () => {
    nginx.kill('SIGQUIT');
    await ended;
  };
}

/** nginx, with TLS and HTTP/2, in front of two edges and two APIs on one PostgreSQL, each in its
 * own process; an API that is killed is restarted. */
export async function startCluster(port: number): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'cme-behind-nginx-'));
  const data = join(folder, 'data');
  const [postgres, ports] = await Promise.all([
    startPostgres(),
    Promise.all(Array.from({ length: 5 }, freePort)),
  ]);
  const [firstApiPort = 0, secondApiPort = 0, gatewayPort = 0, ...edgePorts] = ports;
  const apiPorts = [firstApiPort, secondApiPort];
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    DATA_DIR: data,
    DATABASE_URL: postgres.url,
    SMS_PROVIDER: 'file',
    APP_SECRET: 'a secret of two servers, long enough for both',
    SAMPLE: 'Y',
    TRUSTED_PROXIES: local,
    PAY_SANDBOX: 'Y',
    PAY_GATEWAY_PORT: String(gatewayPort),
    PAY_GATEWAY_ORIGIN: `http://${local}:${gatewayPort}`,
    API_UPSTREAM: apiPorts.map((api) => `${local}:${api}`).join(),
  };
  const supervisor = createSupervisor(root, join(data, 'logs'), (name, reason) =>
    console.error(`${name} ended: ${reason}`),
  );
  const startApi = (index: number) =>
    supervisor.start({
      name: `api-${index + 1}`,
      program: 'apps/api/src/main.ts',
      env: { ...env, API_PORT: String(apiPorts[index]) },
    });
  const firstApi = startApi(0);
  if (!isPrebuilt()) await build(root, builtApplications);
  const releases = await createReleases(root, env, builtApplications, () => undefined);
  await until('the first API answers', isAnswering(firstApiPort), timeoutMs);
  await setStable(env, releases, timeoutMs);
  supervisor.start({ name: 'gateway', program: 'tools/gateway/main.ts', env });
  startApi(1);
  for (const [index, port] of edgePorts.entries())
    supervisor.start({
      name: `edge-${index + 1}`,
      program: 'apps/edge/src/main.ts',
      env: { ...env, PORT: String(port) },
    });
  await Promise.all(
    [secondApiPort, ...edgePorts].map((port) =>
      until(`${port} answers`, isAnswering(port), timeoutMs),
    ),
  );
  const stopNginx = await startNginx(join(folder, 'nginx'), port, edgePorts);
  await until('nginx answers', isNginxAnswering(port), timeoutMs);
  supervisor.settle();
  process.env.STACK_DATA = data;
  process.env.STACK_SECRET = env.APP_SECRET;
  process.env.APIS = apiPorts.join();
  process.env.EDGES = edgePorts.join();
  process.env.FIRST_API = String(firstApi.pid);
  return async () => {
    await stopNginx();
    await supervisor.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

export default (): Promise<() => Promise<void>> => startCluster(Number(process.env.STACK_PORT));

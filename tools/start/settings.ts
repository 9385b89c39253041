import { createServer } from 'node:net';
import {
  readSettings as readApiSettings,
  requireProviders,
  SettingError as ApiSettingError,
} from '@cme/api/settings';
import { SettingError as EdgeSettingError } from '@cme/release';
import { readSettings as readEdgeSettings } from '@cme/edge/settings';

/** An expected failure, printed as one line without a stack. */
export class StartError extends Error {}

/** Validates the environment for both servers before anything is started. */
export function readSettings(env: NodeJS.ProcessEnv) {
  try {
    const { port } = readEdgeSettings(env);
    const api = readApiSettings(env);
    requireProviders(api);
    const { apiPort, dataDir, databaseUrl, mainDomain, sample, gatewayPort, sms } = api;
    const ports = { port, apiPort, gatewayPort, smsPort: sms.port };
    return { ...ports, dataDir, databaseUrl, mainDomain, sample, smsOrder: sms.order };
  } catch (error) {
    if (error instanceof ApiSettingError || error instanceof EdgeSettingError)
      throw new StartError(error.message);
    throw error;
  }
}
export type Settings = ReturnType<typeof readSettings>;

/** Passes the address of the embedded gateway to the edge. */
export const createGatewayEnv = ({ gatewayPort }: Settings): NodeJS.ProcessEnv =>
  gatewayPort ? { PAY_GATEWAY_ORIGIN: `http://127.0.0.1:${gatewayPort}` } : {};

/** The RTMP address of this start's own ingest server. */
export interface IngestPlace {
  port: number;
  env: NodeJS.ProcessEnv;
}

/** The ingest server of this start; none if an external one is configured, or if nginx has no RTMP
 * module. */
export function getIngestPlace(
  env: NodeJS.ProcessEnv,
  { apiPort }: Pick<Settings, 'apiPort'>,
  isFound: boolean,
): IngestPlace | undefined {
  if (env['LIVE_RTMP'] || !isFound) return undefined;
  const port = Number(env['INGEST_PORT'] || apiPort + 5);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new StartError(`setting INGEST_PORT=${env['INGEST_PORT']} cannot be used`);
  const listen = `127.0.0.1:${port}`;
  return { port, env: { LIVE_RTMP: `rtmp://${listen}/live`, INGEST_LISTEN: listen } };
}

/** The edge of the same start connects from this machine, so the API trusts its forwarded headers.
 * Both stop together, so no draining is needed. */
export const createApiEnv = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  TRUSTED_PROXIES: ['loopback', env['TRUSTED_PROXIES']].filter(Boolean).join(),
  DRAIN_SECONDS: env['DRAIN_SECONDS'] ?? '0',
});

/** Throws if the port is in use. */
export function checkPortIsFree(port: number, name: string, host?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () =>
      reject(new StartError(`port ${port} is in use; stop what listens there or set ${name}`)),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** Every port of this start is free. */
export async function checkPorts({ port, apiPort, gatewayPort, smsPort }: Settings): Promise<void> {
  await checkPortIsFree(port, 'PORT');
  await checkPortIsFree(apiPort, 'API_PORT', '127.0.0.1');
  if (gatewayPort) await checkPortIsFree(gatewayPort, 'PAY_GATEWAY_PORT', '127.0.0.1');
  if (smsPort) await checkPortIsFree(smsPort, 'SMS_PORT', '127.0.0.1');
}

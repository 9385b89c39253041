import { createServer } from 'node:net';
import {
  readSettings as readApiSettings,
  WrongSetting as WrongApiSetting,
} from '../../apps/api/src/settings/settings.ts';
import {
  readSettings as readEdgeSettings,
  WrongSetting as WrongEdgeSetting,
} from '../../apps/edge/src/settings.ts';

/** One clear line for the person who starts the api; anything else is a fault of ours and keeps
 * its stack. */
export class CannotStart extends Error {}

/** Both servers read the same environment; whatever one of them refuses is refused before
 * anything has been touched. */
export function readSettings(env: NodeJS.ProcessEnv) {
  try {
    const { port } = readEdgeSettings(env);
    const { apiPort, dataDir, databaseUrl, mainDomain, sample, gatewayPort } = readApiSettings(env);
    return { port, apiPort, dataDir, databaseUrl, mainDomain, sample, gatewayPort };
  } catch (fault) {
    if (fault instanceof WrongApiSetting || fault instanceof WrongEdgeSetting)
      throw new CannotStart(fault.message);
    throw fault;
  }
}
export type Settings = ReturnType<typeof readSettings>;

/** Tells the edge where the embedded gateway listens. */
export const gatewayEnv = ({ gatewayPort }: Settings): NodeJS.ProcessEnv =>
  gatewayPort ? { PAY_GATEWAY_ORIGIN: `http://127.0.0.1:${gatewayPort}` } : {};

/** Where streams of lectures come to, when this start brings the ingest itself. */
export interface IngestPlace {
  port: number;
  env: NodeJS.ProcessEnv;
}

/** The ingest of this start; none where a real one is named, or where nginx has no RTMP here. */
export function ingestPlace(
  env: NodeJS.ProcessEnv,
  { apiPort }: Pick<Settings, 'apiPort'>,
  isFound: boolean,
): IngestPlace | undefined {
  if (env['LIVE_RTMP'] || !isFound) return undefined;
  const port = Number(env['INGEST_PORT'] || apiPort + 5);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new CannotStart(`setting INGEST_PORT=${env['INGEST_PORT']} cannot be used`);
  const listen = `127.0.0.1:${port}`;
  return { port, env: { LIVE_RTMP: `rtmp://${listen}/live`, INGEST_LISTEN: listen } };
}

/** The edge of the same start asks from this machine: the API believes what it says about
 * clients. Both end together, so that there is nobody to tell before. */
export const behindEdge = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  TRUSTED_PROXIES: ['loopback', env['TRUSTED_PROXIES']].filter(Boolean).join(),
  DRAIN_SECONDS: env['DRAIN_SECONDS'] ?? '0',
});

/** Throws when somebody else listens there. */
export function freePort(port: number, name: string, host?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () =>
      reject(new CannotStart(`port ${port} is in use; stop what listens there or set ${name}`)),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

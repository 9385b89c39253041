import { readFileSync } from 'node:fs';
import { SettingError } from '@cme/release';
import { buildEdge } from './app.ts';
import { readSettings } from './settings/settings.ts';

/** Milliseconds that in-flight requests get to finish on shutdown. */
const grace = 5000;

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const { version } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const app = buildEdge(settings, version);
  await app.listen({ port: settings.port, host: settings.listen });
  const stop = () => {
    setTimeout(() => process.exit(0), grace).unref();
    void app.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((fault: unknown) => {
  const isPortTaken = fault instanceof Error && 'code' in fault && fault.code === 'EADDRINUSE';
  if (isPortTaken) console.error(`端口 ${process.env['PORT'] ?? 8080} 已被占用`);
  else console.error(fault instanceof SettingError ? fault.message : fault);
  process.exit(1);
});

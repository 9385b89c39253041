import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GatewayFile, gatewayFile } from '@cme/api/settings/sandbox-keys';
import { readSettings, SettingError } from '@cme/api/settings';
import { startGateway } from './server.ts';

async function main(): Promise<void> {
  const { gatewayPort, dataDir, mainDomain, port } = readSettings(process.env);
  if (gatewayPort === undefined)
    throw new SettingError('the embedded gateway is disabled: a real gateway is configured');
  const keys = GatewayFile.parse(JSON.parse(readFileSync(gatewayFile(dataDir), 'utf8')));
  const gateway = await startGateway({
    keys,
    port: gatewayPort,
    people: `http://pay.${mainDomain}:${port}`,
    file: join(dataDir, 'pay', 'trades.json'),
  });
  const stop = () => void gateway.close().then(() => process.exit(0));
  process.once('SIGTERM', stop).once('SIGINT', stop);
  console.log(`gateway ready ${gateway.url}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

import { join } from 'node:path';
import { readSettings, SettingError } from '@cme/api/settings';
import { smsReportPath, smsReportSecret } from '@cme/api/settings/sms-report';
import { readSmsSandbox } from '@cme/api/settings/sms-sandbox';
import { startSmsServer } from './server.ts';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const { sms, dataDir, apiPort } = settings;
  if (sms.port === undefined)
    throw new SettingError('the embedded SMS providers are disabled: SMS_PROVIDER names others');
  const api = `http://127.0.0.1:${apiPort}`;
  const secret = smsReportSecret(settings);
  const server = await startSmsServer({
    account: readSmsSandbox(dataDir),
    port: sms.port,
    addressOf: (provider) => api + smsReportPath(provider, secret),
    outbox: join(dataDir, 'outbox'),
  });
  const stop = () => void server.close().then(() => process.exit(0));
  process.once('SIGTERM', stop).once('SIGINT', stop);
  console.log(`sms ready http://127.0.0.1:${sms.port}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

import type { AppContext } from '../../../platform/context/context.ts';
import type { SmsProvider, SmsSettings } from '../../../platform/settings/sms-settings.ts';
import { aliyunSms } from './provider/aliyun.client.ts';
import { fileSms } from './provider/file.client.ts';
import type { Outcome, OutgoingSms, SendSms } from './provider/provider.ts';
import { tencentSms } from './provider/tencent.client.ts';
import { isAlarming, isRepeatable, orderProviders } from './send.rules.ts';
import { claimNext, endMessage, readUnwell, settleAttempt } from './sms-message.store.ts';
import { smsLimits } from './sms.rules.ts';

type Name = SmsSettings['order'][number];

/** A text message without what only its provider's wording adds. */
export type PlainSms = Omit<OutgoingSms, 'wording'> & {
  wording: Partial<Record<SmsProvider, OutgoingSms['wording']>>;
};

/** No provider took it yet: the job is repeated. */
class NotTakenError extends Error {}

/** Sends messages by the configured providers, each message by one of them at most. */
export function createSender({ db, settings, log, now }: AppContext) {
  const { order, aliyun, tencent } = settings.sms;
  const senders: Partial<Record<Name, SendSms>> = {
    file: fileSms(settings.dataDir),
    ...(aliyun && { aliyun: aliyunSms(aliyun) }),
    ...(tencent && { tencent: tencentSms(tencent) }),
  };
  const alarm = createAlarm(log, () => now().getTime());

  async function sendBy(provider: Name, message: PlainSms): Promise<void> {
    const { wording, ...rest } = message;
    const own = provider === 'file' ? {} : (wording[provider] ?? {});
    const outcome = (await senders[provider]?.({ ...rest, wording: own })) ?? notConfigured;
    if (isAlarming(outcome.result)) alarm(provider, outcome);
    else if (outcome.result !== 'accepted') log.warn({ provider, ...outcome }, 'sms refused');
    const attempt = { message_id: message.message_id, provider };
    await db.transaction((tx) => settleAttempt(tx, now(), attempt, outcome));
  }

  return async function send(message: PlainSms): Promise<void> {
    const { message_id, at, minutes } = message;
    const left = new Set(orderProviders(order, await readUnwell(db, now())));
    const isExpired = now().getTime() > new Date(at).getTime() + minutes * 60_000;
    if (isExpired)
      return endMessage(db, now(), message_id, { status: 'failed', reason: 'expired' });
    for (;;) {
      const claim = await claimNext(db, now(), message_id, [...left]);
      if (claim.state === 'settled') return;
      if (claim.state === 'running') throw new NotTakenError('another process is sending it');
      if (claim.state === 'none') {
        if (claim.results.some(isRepeatable)) throw new NotTakenError('no provider takes it now');
        alarm('all', { result: 'account', code: 'no-provider-left' });
        return endMessage(db, now(), message_id, { status: 'failed', reason: 'no-provider-left' });
      }
      left.delete(claim.provider);
      await sendBy(claim.provider, message);
    }
  };
}

const notConfigured: Outcome = { result: 'account', code: 'not-configured' };

/** A log line of level fatal, once per provider, code and quarter of an hour in this process. */
function createAlarm(log: AppContext['log'], time: () => number) {
  const alarmed = new Map<string, number>();
  return (provider: string, { result, code }: Outcome): void => {
    const key = `${provider} ${code}`;
    if (time() < (alarmed.get(key) ?? 0) + smsLimits.windowMs) return;
    alarmed.set(key, time());
    log.fatal({ alarm: 'sms', provider, result, code }, 'an SMS provider does not work');
  };
}

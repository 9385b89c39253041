import type { AppContext } from '../../../platform/context/context.ts';
import { sweepProofs } from '../../../platform/http/limits/limits.ts';
import { sweepDevices } from '../limits/asker.ts';
import { sweepLimits } from '../limits/limit.store.ts';
import { sweepFormerAccounts } from '../former-account.store.ts';
import { sweepLog } from '../sign-in/sign-in-log.store.ts';
import { sweepResetTokens } from './recover.store.ts';
import { sweepFactorTickets } from '../factor/factor-ticket.store.ts';
import { sweepStaffSessions } from '../factor/staff-session.store.ts';
import { sweepSessions } from '../session/session.store.ts';
import { sweepWechat } from '../wechat/wechat.store.ts';
import { sweepMessages } from '../sms/sms-message.store.ts';
import { sweepCodes } from '../sms/sms.store.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Sign-in records are kept for half a year, as required by the Cybersecurity Law. */
const logDays = 190;

/** Deletes expired rows. Safe at any time in any number of processes. */
export async function sweepIdentity({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const at = now();
  const before = (span: number) => new Date(at.getTime() - span);
  await sweepProofs(db, at);
  await sweepCodes(db, at);
  await sweepMessages(db, at);
  await sweepResetTokens(db, at);
  await sweepFactorTickets(db, at);
  await sweepStaffSessions(db, at);
  await sweepWechat(db, at);
  await sweepDevices(db, before(logDays * day));
  await sweepLimits(db, before(2 * day));
  await sweepSessions(db, at, before(logDays * day));
  await sweepFormerAccounts(db, at);
  await sweepLog(db, before(logDays * day));
}

/** Sweeps hourly until the returned function is called. */
export function startIdentitySweep(context: AppContext): () => void {
  const timer = setInterval(
    () =>
      void sweepIdentity(context).catch((error: unknown) =>
        context.log.error({ err: error }, 'sweep'),
      ),
    hour,
  );
  return () => clearInterval(timer);
}

import { certStatusNames } from '../../credits/certificate/certificate.rules.ts';
import { type Certificate, findCertificate } from '../../credits/certificate/certificate.store.ts';
import { revokeCertificate } from '../../credits/certificate/issuing/revoke.action.ts';
import {
  approveCertificate,
  replaceCertificate,
} from '../../credits/certificate/issuing/staff.action.ts';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import type { Actor } from '../../platform/state-log/state-log.store.ts';
import type { Subject } from '../staff/scope.ts';
import type { Decision } from './decision.ts';

async function requireCertificate(db: Db, number: string): Promise<Certificate> {
  const row = await findCertificate(db, number);
  if (!row) throw new NotPossibleError(`没有编号为${number}的证书`);
  return row;
}

export async function readCertificateSubject(db: Db, number: string): Promise<Subject> {
  const { site_id, user_id } = await requireCertificate(db, number);
  return { site_ids: [site_id], user_ids: [user_id] };
}

interface Step {
  verb: string;
  statuses: readonly Certificate['cert_status'][];
  /** Executes it in the transaction, and returns the text to print. */
  work(tx: Db, number: string, how: { reason: string; now: Date; actor: Actor }): Promise<string>;
}

/** A certificate, and the reason that its holder reads. */
const createDecision = ({ verb, statuses, work }: Step): Decision => ({
  role: 'certificate_officer',
  subject: ({ db }, [number = '']) => readCertificateSubject(db, number),
  async facts({ db }, [number = '', reason = '']) {
    const { cert_status } = await requireCertificate(db, number);
    if (!statuses.includes(cert_status))
      throw new NotPossibleError(
        `证书${number}当前为“${certStatusNames[cert_status]}”，不能${verb}`,
      );
    return `${verb}证书 ${number}${reason && `：${reason}`}`;
  },
  run: ({ db, now }: AppContext, [number = '', reason = ''], { confirmed_by }) =>
    db.transaction((tx) => {
      const actor = { actor_type: 'staff' as const, actor_id: confirmed_by };
      return work(tx, number, { reason, now: now(), actor });
    }),
});

export const certificateApproval = createDecision({
  verb: '发放',
  statuses: ['pending'],
  async work(tx, number, { now, actor }) {
    await approveCertificate(tx, number, now, actor);
    return `已发放 ${number}`;
  },
});

export const certificateRevocation = createDecision({
  verb: '撤销',
  statuses: ['pending', 'issued'],
  async work(tx, number, { reason, now, actor }) {
    if (!(await revokeCertificate(tx, number, reason, now, actor)))
      throw new NotPossibleError(`没有可以撤销的证书 ${number}`);
    return `已撤销 ${number}`;
  },
});

export const certificateReplacement = createDecision({
  verb: '换发',
  statuses: ['issued'],
  async work(tx, number, { reason, now, actor }) {
    const { cert_no } = await replaceCertificate(tx, number, reason, now, actor);
    return `${number} 已换发为 ${cert_no}`;
  },
});

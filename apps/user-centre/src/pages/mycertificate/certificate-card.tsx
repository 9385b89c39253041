import { linkTo } from '@cme/commons/route-links';
import type { CertificateRow } from '@cme/contract/credits';
import { Button, creditWords, LinkTo } from '@cme/ui';
import { useSearchParams } from '@cme/ui/router';
import { dayWords } from '@cme/ui/dates';
import { overlayState } from '../../components/use-overlay.ts';
import { words } from '../../components/words.ts';
import { CopyNumber, DownloadButton } from './certificate-actions.tsx';
import { CertificateState } from './certificate-state.tsx';
import css from './certificate-card.module.css';

const shownStates = new Set(['issued', 'replaced', 'revoked', 'expired']);

/** A certificate as a card. */
export function CertificateCard({ row }: { row: CertificateRow }) {
  const { cert_no, cert_status } = row;
  const [search] = useSearchParams();
  return (
    <li className={css.card} data-state={cert_status}>
      <p className={css.kind}>
        {row.kind_name}
        <CertificateState state={cert_status} name={row.cert_status_name} />
      </p>
      <h3 className={css.cardTitle}>{row.title}</h3>
      <p className={css.meta}>{`${row.hours} ${words.hours} · ${creditWords(row)}`}</p>
      <p className={css.meta}>
        {shownStates.has(cert_status) ? `${words.certificate.no} ${cert_no}` : row.reason}
      </p>
      {row.issued_at ? (
        <p
          className={css.meta}
        >{`${words.certificate.issued} ${dayWords(row.issued_at.slice(0, 10))}`}</p>
      ) : null}
      {cert_status === 'revoked' && row.reason ? <p className={css.note}>{row.reason}</p> : null}
      {row.replaced_by ? (
        <p className={css.note}>{words.certificate.replacedBy(row.replaced_by)}</p>
      ) : null}
      {row.replaces ? <p className={css.meta}>{words.certificate.replaces(row.replaces)}</p> : null}
      {shownStates.has(cert_status) ? (
        <div className={css.actions}>
          <Button
            component={LinkTo}
            to={linkTo.mycertificate({ ...Object.fromEntries(search), cert: cert_no })}
            state={overlayState}
            variant="default"
            size="compact-md"
          >
            {words.certificate.view}
          </Button>
          {cert_status === 'issued' ? <DownloadButton cert_no={cert_no} format="pdf" /> : null}
          <CopyNumber cert_no={cert_no} />
        </div>
      ) : null}
    </li>
  );
}

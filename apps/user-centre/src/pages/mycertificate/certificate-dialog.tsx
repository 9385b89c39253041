import { linkTo } from '@cme/commons/route-links';
import type { CertificateDetail } from '@cme/contract/credits';
import { Button, ErrorState, LinkTo, Skeleton } from '@cme/ui';
import { CertificateSheet } from '@cme/ui/certificate-sheet';
import { Modal } from '@cme/ui/forms';
import { useSearchParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import { useCloseOverlay } from '../../components/use-overlay.ts';
import { words } from '../../components/words.ts';
import { CopyNumber, DownloadButton } from './certificate-actions.tsx';
import { CertificatePicture } from './certificate-picture.tsx';
import cardCss from './certificate-card.module.css';
import css from './certificate-dialog.module.css';
import { certificateQuery } from './mycertificate.queries.ts';

const maxWidth = 880;

/** The certificate named in the URL, as a document. */
export function CertificateDialog() {
  const [search] = useSearchParams();
  const close = useCloseOverlay('cert');
  const cert_no = search.get('cert');
  if (!cert_no) return null;
  return (
    <Modal
      opened
      onClose={close}
      title={words.certificate.view}
      size={maxWidth}
      classNames={{ header: css.title }}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <LoadedCertificate cert_no={cert_no} />
    </Modal>
  );
}

function LoadedCertificate({ cert_no }: { cert_no: string }) {
  const { data, error, refetch } = useQuery(certificateQuery(cert_no));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <CertificateDetails certificate={data} /> : <Skeleton height={480} />;
}

function CertificateDetails({ certificate }: { certificate: CertificateDetail }) {
  const { cert_no, cert_status, kind_name } = certificate;
  return (
    <>
      <CertificateSheet
        certificate={certificate}
        text={certificate.text}
        qr_svg={certificate.qr_svg}
      />
      {cert_status === 'issued' ? <CertificatePicture cert_no={cert_no} name={kind_name} /> : null}
      <div className={cardCss.actions}>
        {cert_status === 'issued' ? <DownloadButton cert_no={cert_no} format="pdf" /> : null}
        <Button
          component={LinkTo}
          to={linkTo.verify({ cert_no })}
          variant="default"
          size="compact-md"
        >
          {words.certificate.verify}
        </Button>
        <CopyNumber cert_no={cert_no} />
        {cert_status === 'issued' ? (
          <details className={css.more}>
            <summary>{words.certificate.more}</summary>
            <div>
              <DownloadButton cert_no={cert_no} format="json" />
            </div>
          </details>
        ) : null}
      </div>
      <ol className={css.history}>
        {certificate.history.map(({ status, status_name, at, reason }) => (
          <li
            key={`${status} ${at}`}
          >{`${at.slice(0, 16)}　${status_name}${reason ? `　${reason}` : ''}`}</li>
        ))}
      </ol>
    </>
  );
}

import { Button, Icon, type IconName } from '@cme/ui';
import { CertificateSheet } from '@cme/ui/certificate-sheet';
import { type RefObject, useEffect, useRef } from 'react';
import css from './verify.module.css';
import type { VerifyResult } from './verify.queries.ts';
import { verifyWords as words } from './verify.words.ts';

const marks: Record<string, IconName> = {
  issued: 'check',
  revoked: 'refuse',
  replaced: 'info',
  expired: 'clock',
};

interface Props {
  answer: VerifyResult;
  /** Checks another certificate: the one with this number, or any. */
  onOther: (number?: string) => void;
}

/** The verified certificate: first whether it is valid, then its content, then how to prove it. */
export function VerifiedCertificate({
  answer: { certificate, text, sha256, history, verified_at },
  onOther,
}: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    globalThis.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [certificate.cert_no]);
  return (
    <>
      <Verdict
        certificate={certificate}
        checkedAt={verified_at}
        heading={heading}
        onOther={onOther}
      />
      <div className={css.document}>
        <CertificateSheet certificate={certificate} text={text} />
      </div>
      <section className={css.proof} aria-labelledby="history">
        <h2 id="history">{words.history}</h2>
        <ol>
          {history.map(({ status_name, at, reason }) => (
            <li key={`${status_name}${at}`}>
              <time dateTime={at.replace(' ', 'T')}>{at}</time>
              <span>{[status_name, reason].filter(Boolean).join('：')}</span>
            </li>
          ))}
        </ol>
        <h2>{words.hash}</h2>
        <p className={css.hash}>{sha256}</p>
        <p className={css.note}>{words.hashHint}</p>
      </section>
      <Button variant="default" size="lg" onClick={() => onOther()}>
        {words.another}
      </Button>
    </>
  );
}

interface VerdictProps {
  certificate: VerifyResult['certificate'];
  checkedAt: string;
  heading: RefObject<HTMLHeadingElement | null>;
  onOther: Props['onOther'];
}

/** Whether it is valid, and if not why. */
function Verdict({ certificate, checkedAt, heading, onOther }: VerdictProps) {
  const { cert_status } = certificate;
  return (
    <div className={css.verdict} data-status={cert_status}>
      <Icon name={marks[cert_status] ?? 'info'} size={32} />
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {words.states[cert_status] ?? certificate.cert_status_name}
        </h1>
        <p>{words.checkedAt(checkedAt)}</p>
        {certificate.reason ? <p>{`${words.reason}：${certificate.reason}`}</p> : null}
        {certificate.replaced_by ? (
          <RelatedCertificate
            name={words.replacedBy}
            number={certificate.replaced_by}
            onOther={onOther}
          />
        ) : null}
        {certificate.replaces ? (
          <RelatedCertificate
            name={words.replaces}
            number={certificate.replaces}
            onOther={onOther}
          />
        ) : null}
      </div>
    </div>
  );
}

function RelatedCertificate({
  name,
  number,
  onOther,
}: {
  name: string;
  number: string;
  onOther: Props['onOther'];
}) {
  return (
    <p>
      {`${name}：`}
      <button type="button" className={css.other} onClick={() => onOther(number)}>
        {number}
      </button>
    </p>
  );
}

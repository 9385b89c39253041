import type { CertificateRow, CertificateText } from '@cme/contract';
import css from './certificate-sheet.module.css';

interface Props {
  certificate: Pick<CertificateRow, 'cert_no' | 'kind_name' | 'cert_status' | 'cert_status_name'>;
  text: CertificateText;
  /** The QR code as the API drew it. */
  qr_svg?: string;
}

/** A certificate as the document it is: the frozen words, its number, its seal; one that no longer counts is stamped so.
 * A page that shows it may be printed. */
export function CertificateSheet({ certificate, text, qr_svg }: Props) {
  const { cert_no, kind_name, cert_status, cert_status_name } = certificate;
  return (
    <article className={css.sheet} data-state={cert_status} aria-label={`${kind_name} ${cert_no}`}>
      <Guilloche />
      <p className={css.kind}>{kind_name}</p>
      <h2 className={css.title}>{text.title}</h2>
      <p className={css.person}>
        <strong>{text.real_name}</strong>
        <span>{[text.gender, `身份证件号 ${text.id_no}`].filter(Boolean).join('　')}</span>
        <span>{[text.unit_name, [text.series_name, text.level_name].filter(Boolean).join(' · ')].filter(Boolean).join('　')}</span>
      </p>
      <p className={css.statement}>{text.statement}</p>
      <dl className={css.rows}>
        {text.rows.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <footer className={css.foot}>
        {qr_svg ? <img className={css.code} src={`data:image/svg+xml;utf8,${encodeURIComponent(qr_svg)}`} alt="验证二维码" width={96} height={96} /> : <span />}
        <p className={css.number}>证书编号<br /><b>{cert_no}</b></p>
        <p className={css.issuer}>{text.issuer}<br />{text.issued_on}</p>
        <Seal name={text.issuer} />
      </footer>
      {cert_status === 'issued' ? null : <p className={css.stamp}>{cert_status_name}</p>}
    </article>
  );
}

const turns = 24;

/** Fine lines around the sheet and interlaced ones on it, as on paper that is hard to copy; even and round on a sheet of any shape. */
function Guilloche() {
  return (
    <div className={css.guilloche} aria-hidden="true">
      <i /><i /><i /><i />
      <svg viewBox="0 0 94 94">
        {Array.from({ length: turns }, (_, at) => (
          <ellipse key={at} cx="47" cy="47" rx="46" ry="17" fill="none" transform={`rotate(${(at * 180) / turns} 47 47)`} />
        ))}
      </svg>
    </div>
  );
}

/** The issuer's round seal. */
function Seal({ name }: { name: string }) {
  return (
    <svg className={css.seal} viewBox="0 0 120 120" aria-hidden="true">
      <defs><path id="seal-round" d="M60 60 m-42 0 a42 42 0 1 1 84 0" /></defs>
      <circle cx="60" cy="60" r="56" />
      <text textAnchor="middle"><textPath href="#seal-round" startOffset="50%" textLength={Math.min(126, name.length * 12)}>{name}</textPath></text>
      <path d="M60 42l4.7 14.5H80L67.7 65.5l4.7 14.5L60 71l-12.4 9l4.7-14.5L40 56.5h15.3z" />
    </svg>
  );
}

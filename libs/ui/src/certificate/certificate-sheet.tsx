import type { CertificateRow, CertificateText } from '@cme/contract/credits';
import type { CSSProperties } from 'react';
import { dayWords } from '../time/dates.ts';
import { CertificateArt, Seal } from './certificate-art.tsx';
import css from './certificate-sheet.module.css';

interface Props {
  certificate: Pick<CertificateRow, 'cert_no' | 'kind_name' | 'cert_status' | 'cert_status_name'> &
    Partial<Pick<CertificateRow, 'replaces'>>;
  text: CertificateText;
  /** QR code as SVG, rendered by the API. */
  qr_svg?: string | undefined;
}

/**
 * A certificate laid out like its PDF: same text, figures and seal in the same places; stacked on
 * phones. Invalid certificates are stamped as such. Pages that show it can be printed.
 */
export function CertificateSheet({ certificate, text, qr_svg }: Props) {
  const { cert_no, kind_name, cert_status, cert_status_name, replaces } = certificate;
  return (
    <article className={css.sheet} data-state={cert_status} aria-label={`${kind_name} ${cert_no}`}>
      <div className={css.paper}>
        <CertificateArt />
        <p className={css.head}>{text.issuer}</p>
        <h2 className={css.title} style={chooseSize(text.title, titleSizes)}>
          {text.title}
        </h2>
        <p className={css.number}>
          证书编号 <b>{cert_no}</b>
          {replaces ? <span>{`（换发自 ${replaces}）`}</span> : null}
        </p>
        <Holder text={text} />
        <div className={css.words}>
          <p className={css.statement} style={chooseSize(text.statement, statementSizes)}>
            {text.statement}
          </p>
        </div>
        <Figures rows={text.rows} />
        <Foot text={text} qr_svg={qr_svg} />
      </div>
      {cert_status === 'issued' ? null : <p className={css.stamp}>{cert_status_name}</p>}
    </article>
  );
}

/** The holder of the certificate. */
function Holder({ text }: Pick<Props, 'text'>) {
  const position = [text.series_name, text.level_name].filter(Boolean).join(' · ');
  const details = [text.gender, `身份证件号 ${text.id_no}`, text.unit_name, position].filter(
    Boolean,
  );
  return (
    <>
      <p className={css.person} style={chooseSize(text.real_name, nameSizes)}>
        {text.real_name}
      </p>
      <p className={css.about}>
        {details.map((part) => (
          <span key={part}>{part}</span>
        ))}
      </p>
    </>
  );
}

function Figures({ rows }: Pick<CertificateText, 'rows'>) {
  const sizes = [14, 10.5, 8.5].map((size) => [countLines(rows.length, size), size] as const);
  return (
    <dl className={css.rows}>
      {rows.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd style={chooseSize(value, sizes)}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How to verify it, who issued it and when. */
function Foot({ text, qr_svg }: Pick<Props, 'text' | 'qr_svg'>) {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text.issued_on);
  return (
    <footer className={css.foot}>
      {qr_svg ? (
        <div className={css.check}>
          <img
            src={`data:image/svg+xml;utf8,${encodeURIComponent(qr_svg)}`}
            alt="验证二维码"
            width={96}
            height={96}
          />
          <p>
            <b>扫码验证</b>凭证书编号与证件号码后四位也可查询
          </p>
        </div>
      ) : null}
      <p className={css.issuer}>
        <b>{text.issuer}</b>
        {isDay ? dayWords(text.issued_on) : text.issued_on}
      </p>
      <Seal name={text.issuer} />
    </footer>
  );
}

/**
 * Maximum text length in characters for each font size in points. Longer text uses the last size.
 */
type Sizes = readonly (readonly [longest: number, size: number])[];

const titleSizes: Sizes = [
  [14, 38],
  [Infinity, 34],
];
const nameSizes: Sizes = [
  [10, 30],
  [16, 22],
  [Infinity, 14],
];
const statementSizes: Sizes = [
  [112, 14.5],
  [126, 13],
  [188, 11.5],
  [260, 10],
  [Infinity, 9],
];

function chooseSize(text: string, sizes: Sizes): CSSProperties {
  const [, size] = sizes.find(([longest]) => text.length <= longest) ?? sizes.at(-1) ?? [];
  return { '--size': size } as CSSProperties;
}

/** Number of characters of this size that fit into the columns. */
const countLines = (columns: number, size: number): number =>
  Math.floor((560 / Math.max(1, columns) - 10) / (size * 0.8));

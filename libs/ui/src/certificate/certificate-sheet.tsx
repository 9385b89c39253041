import type { CertificateRow, CertificateText } from '@cme/contract';
import type { CSSProperties } from 'react';
import { dayWords } from '../time/dates.ts';
import { CertificateArt, Seal } from './certificate-art.tsx';
import css from './certificate-sheet.module.css';

interface Props {
  certificate: Pick<CertificateRow, 'cert_no' | 'kind_name' | 'cert_status' | 'cert_status_name'> &
    Partial<Pick<CertificateRow, 'replaces'>>;
  text: CertificateText;
  /** The QR code as the API drew it. */
  qr_svg?: string;
}

/** A certificate as its file shows it: the same sheet, lines, figures and seal at the same
 * places; on a phone the same beneath one another. One that no longer counts is stamped so. A
 * page that shows it may be printed. */
export function CertificateSheet({ certificate, text, qr_svg }: Props) {
  const { cert_no, kind_name, cert_status, cert_status_name, replaces } = certificate;
  const place = [text.series_name, text.level_name].filter(Boolean).join(' · ');
  const about = [text.gender, `身份证件号 ${text.id_no}`, text.unit_name, place].filter(Boolean);
  return (
    <article className={css.sheet} data-state={cert_status} aria-label={`${kind_name} ${cert_no}`}>
      <div className={css.paper}>
        <CertificateArt />
        <p className={css.head}>{text.issuer}</p>
        <h2 className={css.title} style={sized(text.title, [[14, 38]], 34)}>
          {text.title}
        </h2>
        <p className={css.number}>
          证书编号 <b>{cert_no}</b>
          {replaces ? <span>{`（换发自 ${replaces}）`}</span> : null}
        </p>
        <p
          className={css.person}
          style={sized(
            text.real_name,
            [
              [10, 30],
              [16, 22],
            ],
            14,
          )}
        >
          {text.real_name}
        </p>
        <p className={css.about}>
          {about.map((one) => (
            <span key={one}>{one}</span>
          ))}
        </p>
        <div className={css.words}>
          <p
            className={css.statement}
            style={sized(
              text.statement,
              [
                [112, 14.5],
                [126, 13],
                [188, 11.5],
                [260, 10],
              ],
              9,
            )}
          >
            {text.statement}
          </p>
        </div>
        <dl className={css.rows}>
          {text.rows.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd
                style={sized(
                  value,
                  [
                    [columnOf(text.rows.length, 14), 14],
                    [columnOf(text.rows.length, 10.5), 10.5],
                  ],
                  8.5,
                )}
              >
                {value}
              </dd>
            </div>
          ))}
        </dl>
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
            {/^\d{4}-\d\d-\d\d$/.test(text.issued_on) ? dayWords(text.issued_on) : text.issued_on}
          </p>
          <Seal name={text.issuer} />
        </footer>
      </div>
      {cert_status === 'issued' ? null : <p className={css.stamp}>{cert_status_name}</p>}
    </article>
  );
}

/** The first size, in points of the file, whose text is not longer than this; else the last. */
function sized(
  text: string,
  sizes: readonly (readonly [longest: number, size: number])[],
  smallest: number,
): CSSProperties {
  const [, size] = sizes.find(([longest]) => text.length <= longest) ?? [0, smallest];
  return { '--size': size } as CSSProperties;
}

/** Signs of this size that a column of the figures holds. */
const columnOf = (columns: number, size: number): number =>
  Math.floor((560 / Math.max(1, columns) - 10) / (size * 0.8));

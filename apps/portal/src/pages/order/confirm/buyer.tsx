import { linkTo } from '@cme/commons/route-links';
import { LinkTo } from '@cme/ui';
import { confirmWords as words } from './confirm.words.ts';
import css from './confirm.module.css';
import orderCss from '../order.module.css';

type Field = keyof typeof words.fields;

/** Who will get the hours and the certificate. */
export function Buyer({ buyer }: { buyer: Record<Field, string> }) {
  return (
    <section className={orderCss.part} aria-labelledby="buyer">
      <div className={orderCss.partHead}>
        <h2 id="buyer">{words.buyer}</h2>
        <LinkTo to={linkTo.setting()}>{words.toSetting}</LinkTo>
      </div>
      <dl className={css.buyer}>
        {(Object.keys(words.fields) as Field[]).map((field) => (
          <div key={field}>
            <dt>{words.fields[field]}</dt>
            <dd>{buyer[field] || words.none}</dd>
          </div>
        ))}
      </dl>
      <p className={orderCss.note}>{words.buyerHint}</p>
    </section>
  );
}

import type { DataOf } from '@cme/contract/base';
import type { homeIndex } from '@cme/contract/content';
import { LinkTo } from '@cme/ui';
import css from './home.module.css';
import blockCss from './live-block.module.css';

interface Props {
  list: DataOf<typeof homeIndex>['special'];
  title: string;
}

/** The site's landing pages of special trainings. */
export function SpecialBlock({ list, title }: Props) {
  if (list.length === 0) return null;
  return (
    <section className={css.block} aria-labelledby="special">
      <h2 id="special" className={css.heading}>
        {title}
      </h2>
      <ul className={blockCss.specials}>
        {list.map(({ id, title: name, text, image, link }) => (
          <li key={id} className={blockCss.special}>
            <img src={image} alt="" width={600} height={180} loading="lazy" />
            <h3>
              <LinkTo to={link}>{name}</LinkTo>
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

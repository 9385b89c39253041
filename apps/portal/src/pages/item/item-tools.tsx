import { CollectButton } from './collect-button.tsx';
import css from './item-tools.module.css';
import { ShareButton } from './share-button.tsx';

/** Collect and share. */
export function ItemTools({ item }: { item: { content_type: string; id: string; title: string } }) {
  return (
    <div className={css.tools}>
      <CollectButton item={item} />
      <ShareButton title={item.title} />
    </div>
  );
}

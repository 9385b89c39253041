import { Drawer } from '@cme/ui/dialogs';
import { SearchField } from '../search/search-field.tsx';
import { words } from '../page/words.ts';
import css from './search-page.module.css';

/** Full-screen search on phones: the field at the top, the keyboard below. */
export function SearchPage({ isShown, onClose }: { isShown: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={isShown}
      onClose={onClose}
      title={words.doSearch}
      position="top"
      size="100%"
      padding="md"
      classNames={{ content: css.page, header: css.head, title: css.title }}
    >
      <SearchField isFocused isOver />
    </Drawer>
  );
}

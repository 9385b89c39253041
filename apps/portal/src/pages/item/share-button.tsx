import { Button, lazyPart } from '@cme/ui';
import { useState } from 'react';
import css from './item-tools.module.css';
import { itemWords } from './item.words.ts';

const SharePanel = lazyPart(async () => (await import('./share/share-panel.tsx')).SharePanel);

/** The panel with the QR code loads on demand. */
export function ShareButton({ title }: { title: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        size="md"
        className={css.tool}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {itemWords.share}
      </Button>
      {isOpen ? <SharePanel title={title} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

import { Modal } from '@cme/ui/forms';
import { useState } from 'react';
import { confirmWords as words } from './confirm.words.ts';
import css from './agreement.module.css';

/** The terms of purchase, readable without leaving the page. */
export function Terms() {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <button type="button" className={css.linkButton} onClick={() => setShown(true)}>
        {words.terms}
      </button>
      <Modal
        opened={isShown}
        onClose={() => setShown(false)}
        title={words.termsTitle}
        closeButtonProps={{ 'aria-label': words.close }}
      >
        {words.termsText.map((line) => (
          <p key={line} className={css.term}>
            {line}
          </p>
        ))}
      </Modal>
    </>
  );
}

import { Modal } from '@cme/ui/forms';
import { useState } from 'react';
import css from './regist.module.css';
import { words } from './regist.words.ts';

const texts = { terms: words.termsText, privacy: words.privacyText };

/** The two agreements, readable without leaving the form. */
export function Agreement() {
  const [shownText, setShown] = useState<keyof typeof texts>();
  return (
    <>
      <button type="button" className={css.linkButton} onClick={() => setShown('terms')}>
        {words.terms}
      </button>
      {words.and}
      <button type="button" className={css.linkButton} onClick={() => setShown('privacy')}>
        {words.privacy}
      </button>
      <Modal
        opened={shownText !== undefined}
        onClose={() => setShown(undefined)}
        title={shownText ? words[shownText] : ''}
        closeButtonProps={{ 'aria-label': words.close }}
      >
        {shownText ? texts[shownText].map((line) => <p key={line}>{line}</p>) : null}
      </Modal>
    </>
  );
}

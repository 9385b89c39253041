import { Button, lazyPart, Skeleton, toast } from '@cme/ui';
import { copyText } from '@cme/ui/device';
import { Modal, TextInput } from '@cme/ui/forms';
import { useRef } from 'react';
import css from './share-panel.module.css';
import { shareWords } from './share.words.ts';

const Qr = lazyPart(async () => (await import('@cme/ui/qr')).Qr, {
  waiting: <Skeleton width={220} height={220} />,
});

/** URL, QR code and, where supported, the Web Share API. */
export function SharePanel({ title, onClose }: { title: string; onClose: () => void }) {
  const { origin, pathname } = globalThis.location;
  // Without the query: it only holds the state of the view.
  const url = origin + pathname;
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    if (await copyText(url)) return toast.success(shareWords.copied, { key: 'share' });
    field.current?.select();
    return toast.warning(shareWords.notCopied, { key: 'share' });
  };
  const share = async () => {
    // Rejects if the user closes the share sheet.
    await navigator.share({ title, url }).catch(() => undefined);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={shareWords.heading}
      closeButtonProps={{ 'aria-label': shareWords.close }}
    >
      <div className={css.panel}>
        <p className={css.title}>{title}</p>
        <Qr text={url} label={shareWords.code} />
        <p className={css.hint}>{shareWords.code}</p>
        <TextInput
          ref={field}
          className={css.address}
          label={shareWords.address}
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className={css.actions}>
          <Button size="md" onClick={() => void copy()}>
            {shareWords.copy}
          </Button>
          {'share' in navigator ? (
            <Button size="md" variant="default" onClick={() => void share()}>
              {shareWords.more}
            </Button>
          ) : null}
        </div>
      </div>
    </Modal>
  );
}

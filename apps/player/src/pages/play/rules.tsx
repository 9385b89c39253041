import { Modal } from '@cme/ui/forms';
import { words } from '../../components/words.ts';

/** What counts as study, in a dialog. */
export function Rules({ isShown, onClose }: { isShown: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={isShown}
      onClose={onClose}
      title={words.rules}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <ul>
        {words.ruleLines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Modal>
  );
}

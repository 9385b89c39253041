import { Button, Group, Text } from '@cme/ui';
import { confirmWidth, Modal } from '@cme/ui/forms';
import { cartWords } from './cart.words.ts';

interface Props {
  count: number;
  onClose: () => void;
  onClear: () => void;
}

/** Asks before the cart is cleared. */
export function ClearDialog({ count, onClose, onClear }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={cartWords.clear}
      size={confirmWidth}
      centered
      closeButtonProps={{ 'aria-label': cartWords.close }}
    >
      <Text>{cartWords.clearAsk(count)}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {cartWords.keep}
        </Button>
        <Button color="red" onClick={onClear}>
          {cartWords.clear}
        </Button>
      </Group>
    </Modal>
  );
}

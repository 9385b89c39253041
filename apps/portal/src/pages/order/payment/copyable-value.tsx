import { Button, toast } from '@cme/ui';
import { copyText } from '@cme/ui/device';
import { paymentWords as words } from './payment.words.ts';

/** A value with a copy button. */
export function CopyableValue({ name, value }: { name: string; value: string }) {
  const copy = async () => {
    if (await copyText(value)) toast.success(words.copied);
    else toast.info(words.notCopied);
  };
  return (
    <>
      <span>{value}</span>
      <Button
        variant="subtle"
        size="compact-md"
        aria-label={words.copyOf(name)}
        onClick={() => void copy()}
      >
        {words.copy}
      </Button>
    </>
  );
}

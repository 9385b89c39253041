import { Button, toast } from '@cme/ui';
import { paymentWords as words } from './payment.words.ts';

/** A value with a copy button. */
export function CopyableValue({ name, value }: { name: string; value: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    toast.success(words.copied);
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

import { send } from '@cme/commons/api-client';
import { certificateDownload } from '@cme/contract/credits';
import { Button, toast } from '@cme/ui';
import { useOpenFile } from '@cme/shell';
import { copyText } from '@cme/ui/device';
import { useMutation } from '@tanstack/react-query';
import { words } from '../../components/words.ts';

/** Requests a short-lived download URL and opens it. */
export function DownloadButton({ cert_no, format }: { cert_no: string; format: 'pdf' | 'json' }) {
  const openFile = useOpenFile();
  const { mutate, isPending } = useMutation({
    mutationFn: () => send(certificateDownload, { cert_no, format }),
    onSuccess: ({ url }) => openFile(url),
    onError: (error) => toast.error(error.message),
  });
  return (
    <Button
      size="compact-md"
      variant={format === 'pdf' ? 'filled' : 'default'}
      loading={isPending}
      onClick={() => mutate()}
    >
      {format === 'pdf' ? words.certificate.download : words.certificate.badge}
    </Button>
  );
}

/** Copies the number, in the format of the verification page. */
export function CopyNumber({ cert_no }: { cert_no: string }) {
  const copy = async () =>
    (await copyText(cert_no)) ? toast.success(words.certificate.copied) : toast.info(cert_no);
  return (
    <Button size="compact-md" variant="subtle" onClick={() => void copy()}>
      {words.certificate.copy}
    </Button>
  );
}

import { send } from '@cme/commons/api-client';
import type { NewsAttachment } from '@cme/contract/content';
import { Button, toast } from '@cme/ui';
import { useOpenFile } from '@cme/shell';
import { useMutation } from '@tanstack/react-query';
import css from './news-detail.module.css';
import { newsWords as words } from './news.words.ts';
import { formatSize } from './size-words.ts';

const newsDownload = async () => (await import('@cme/contract/content/news')).newsDownload;

interface Props {
  /** Id of the news item. */
  newsId: string;
  list: readonly NewsAttachment[];
}

/** The files of a news item, each with a download button if available. */
export function Attachments({ newsId, list }: Props) {
  return (
    <section className={css.files} aria-labelledby="files">
      <h2 id="files">{words.attachments}</h2>
      <ul>
        {list.map((file) => (
          <li key={file.id}>
            <span className={css.fileName}>
              {file.name}
              <small>{words.facts(file.kind, formatSize(file.size))}</small>
            </span>
            {file.can_download === 'Y' ? <Download newsId={newsId} file={file} /> : null}
          </li>
        ))}
      </ul>
      {list.some(({ can_download }) => can_download === 'N') ? <p>{words.soon}</p> : null}
    </section>
  );
}

function Download({ newsId, file }: { newsId: string; file: NewsAttachment }) {
  const openFile = useOpenFile();
  // Download URLs expire after minutes, so one is requested on click.
  const download = useMutation({
    mutationFn: () => send(newsDownload, { id: newsId, attachment_id: file.id }),
    onSuccess: ({ url }) => openFile(url),
    onError: (error) => toast.error(error.message),
  });
  return (
    <Button
      size="md"
      variant="default"
      aria-label={words.downloadOf(file.name)}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {words.download}
    </Button>
  );
}

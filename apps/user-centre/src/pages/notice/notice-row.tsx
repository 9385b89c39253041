import type { MessageRow } from '@cme/contract/person';
import { Button, LinkTo, toast } from '@cme/ui';
import { Row, RowMeta, RowTitle } from '@cme/ui/row-list';
import { noticeWords as words } from './notice.words.ts';
import { getMessageLink } from './message-link.ts';
import css from './notice.module.css';
import { type MarkName, useMark } from './notice.queries.ts';

/** A message: its text, its link and its actions. */
export function NoticeRow({ row, onDeleted }: { row: MessageRow; onDeleted: () => void }) {
  const { message_id, kind, title, text, status, created_at } = row;
  const isUnread = status === 'unread';
  const id = `message-${message_id}`;
  const link = getMessageLink(row.link_type, row.link_id);
  const { mutate, isPending } = useMark();
  const markMessage = (name: MarkName, onSuccess?: () => void) =>
    mutate(
      { mark: name, message_id },
      {
        onError: (error) => toast.error(error.message),
        ...(onSuccess ? { onSuccess } : {}),
      },
    );
  return (
    <Row className={css.row} data-unread={isUnread}>
      <div>
        <RowTitle id={id}>
          {isUnread ? <span className={css.mark}>{words.unread}</span> : null}
          {title}
        </RowTitle>
        <p className={css.body}>{text}</p>
        <RowMeta>
          <span>{words.tabs[kind as keyof typeof words.tabs] ?? ''}</span>
          <time dateTime={`${created_at.replace(' ', 'T')}+08:00`}>{created_at.slice(0, 16)}</time>
        </RowMeta>
      </div>
      <div className={css.actions}>
        {link ? (
          <Button
            component={LinkTo}
            to={link.href}
            variant="light"
            aria-describedby={id}
            onClick={() => (isUnread ? markMessage('read') : undefined)}
          >
            {link.title}
          </Button>
        ) : null}
        {isUnread ? (
          <Button
            variant="subtle"
            aria-describedby={id}
            disabled={isPending}
            onClick={() => markMessage('read')}
          >
            {words.read}
          </Button>
        ) : null}
        <Button
          variant="subtle"
          color="gray"
          aria-describedby={id}
          disabled={isPending}
          onClick={() => markMessage('delete', onDeleted)}
        >
          {words.remove}
        </Button>
      </div>
    </Row>
  );
}

import { isCallError, send } from '@cme/commons/api-client';
import { countCharacters, tooLong } from '@cme/contract/base';
import {
  liveModerate,
  type LiveMessage,
  liveSay,
  liveTextLimit,
} from '@cme/contract/study/live-room';
import { Button, toast } from '@cme/ui';
import { refresh } from '@cme/shell';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Dispatch,
  type FormEvent,
  type SetStateAction,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import css from './live.module.css';
import { messagesQuery, type Room } from './live.queries.ts';
import { liveWords } from './live.words.ts';

/** The chat, with the newest message at the bottom. It follows new messages, unless the reader has
 * scrolled up and does not write. */
export function Chat({ room }: { room: Room }) {
  const isLiving = room.live_status === 'living';
  const messages = useQuery(messagesQuery(room.id, room.chat_seconds, isLiving));
  const { data } = messages;
  // Kept here while the form is not shown.
  const [draft, setDraft] = useState('');
  const scroller = useRef<HTMLDivElement>(null);
  const last = data?.list.at(-1);
  const ownMessage = last?.is_mine === 'Y' ? last.message_id : '';
  useEffect(() => {
    if (ownMessage) scroller.current?.scrollTo({ top: 0 });
  }, [ownMessage]);
  const closed = !isLiving
    ? liveWords.chatClosed
    : data?.muted === 'Y'
      ? liveWords.muted
      : data?.chat_on === 'N'
        ? liveWords.chatOff
        : '';
  const isClosed = closed !== '' && room.can_moderate === 'N';
  return (
    <section className={css.chat} aria-labelledby="live-chat">
      <h2 id="live-chat" className={css.chatTitle}>
        {liveWords.chat}
      </h2>
      {messages.isError && !data ? (
        <p className={css.empty}>
          {liveWords.failed}{' '}
          <button type="button" className={css.link} onClick={() => void messages.refetch()}>
            {liveWords.retry}
          </button>
        </p>
      ) : null}
      {data?.list.length === 0 ? <p className={css.empty}>{liveWords.chatEmpty}</p> : null}
      <div ref={scroller} className={css.messages}>
        <ul aria-live="polite">
          {data?.list.map((message) => (
            <Message key={message.message_id} message={message} room={room} />
          ))}
        </ul>
      </div>
      <p role="status" aria-labelledby="live-chat" className={css.closed}>
        {isClosed ? closed : null}
      </p>
      {isClosed ? null : (
        <SayForm id={room.id} disabled={!isLiving} text={draft} setText={setDraft} />
      )}
    </section>
  );
}

type Decision = keyof typeof liveWords.moderated;

function Message({ message, room }: { message: LiveMessage; room: Room }) {
  const { message_id, is_staff, is_mine, text } = message;
  const client = useQueryClient();
  const name = is_mine === 'Y' ? liveWords.mine : message.user_name;
  const moderate = useMutation({
    mutationFn: (decision: Decision) => send(liveModerate, { message_id, decision }),
    onSuccess: (_, decision) => {
      toast.success(liveWords.moderated[decision]);
      void refresh(client, { queryKey: ['live', 'messages', room.id] });
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <li className={css.message} data-mine={is_mine} data-staff={is_staff}>
      <span className={css.name}>{is_staff === 'Y' ? `${name}（${liveWords.staff}）` : name}</span>
      <span className={css.text}>{text}</span>
      {room.can_moderate === 'Y' && is_mine === 'N' ? (
        <span className={css.tools}>
          {(['hide', moderate.data?.muted === 'Y' ? 'unmute' : 'mute'] as const).map((decision) => (
            <button
              key={decision}
              type="button"
              className={css.link}
              aria-label={liveWords.ofMessage(liveWords[decision], name, text)}
              onClick={() => moderate.mutate(decision)}
            >
              {liveWords[decision]}
            </button>
          ))}
        </span>
      ) : null}
    </li>
  );
}

interface SayFormProps {
  id: string;
  disabled: boolean;
  text: string;
  setText: Dispatch<SetStateAction<string>>;
}

/** The draft is kept until the server has it; a retry sends the same message. */
function SayForm({ id, disabled, text, setText }: SayFormProps) {
  const client = useQueryClient();
  const field = useId();
  const length = countCharacters(text.trim());
  const isTooLong = length > liveTextLimit;
  const request = useRef('');
  const sendMessage = useMutation({
    mutationFn: (text: string) => {
      request.current ||= crypto.randomUUID();
      return send(liveSay, { id, request_id: request.current, text });
    },
    onSuccess: (_, sent) => {
      request.current = '';
      // What was typed meanwhile is kept.
      setText((now) => (now.startsWith(sent) ? now.slice(sent.length).trimStart() : now));
      void refresh(client, { queryKey: ['live', 'messages', id] });
    },
    onError: (error) => {
      // After a refusal, unlike after a lost connection, the next try is a new message.
      if (isCallError(error) && error.statusCode > 0) request.current = '';
      toast.error(error.message);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() && !isTooLong && !sendMessage.isPending) sendMessage.mutate(text);
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <label htmlFor={field} className={css.label}>
        {liveWords.say}
      </label>
      <input
        id={field}
        className={css.input}
        value={text}
        disabled={disabled}
        aria-invalid={isTooLong}
        aria-describedby={`${field}-count`}
        placeholder={disabled ? liveWords.chatClosed : liveWords.sayHint}
        autoComplete="off"
        onChange={({ target }) => {
          request.current = '';
          setText(target.value);
        }}
      />
      <Button
        type="submit"
        disabled={disabled || !text.trim() || isTooLong}
        loading={sendMessage.isPending}
      >
        {liveWords.send}
      </Button>
      <span id={`${field}-count`} className={css.count}>
        {isTooLong
          ? tooLong(liveTextLimit, length)
          : sendMessage.isPaused
            ? liveWords.sentLater
            : liveWords.count(length, liveTextLimit)}
      </span>
    </form>
  );
}

import { isCallError, send } from '@cme/commons/api-client';
import type { DataOf } from '@cme/contract/base';
import {
  type Inquiry,
  inquiryAdd,
  inquiryDelete,
  inquiryList,
  inquiryTextLimit,
  type playerCourse,
} from '@cme/contract/study';
import { Button, EmptyState, ErrorState, Pager, Skeleton, toast } from '@cme/ui';
import { readTab, refresh, writeTab } from '@cme/shell';
import { LongText } from '@cme/ui/forms';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import css from './inquiries.module.css';
import { inquiryWords as words } from './inquiries.words.ts';

type Scope = 'answered' | 'mine';
const pageSize = 10;

const inquiriesQuery = (id: string, scope: Scope, page: number) =>
  queryOptions({
    queryKey: ['player', 'inquiries', id, scope, page],
    queryFn: ({ signal }) =>
      send(inquiryList, { id, scope, page, page_size: pageSize }, { signal }),
    staleTime: 0,
  });

interface Props {
  course: DataOf<typeof playerCourse>;
  sectionId: string;
}

/**
 * Questions about the course: asked here, answered by its teachers, visible to all its learners.
 */
export function Inquiries({ course, sectionId }: Props) {
  const [scope, setScope] = useState<Scope>('answered');
  return (
    <>
      <AskForm course={course} sectionId={sectionId} onSent={() => setScope('mine')} />
      <div role="group" aria-label={words.scope} className={css.scopes}>
        {(['answered', 'mine'] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={scope === name}
            onClick={() => setScope(name)}
          >
            {words.scopes[name]}
          </button>
        ))}
      </div>
      <List key={scope} scope={scope} courseId={course.course_id} />
    </>
  );
}

interface Draft {
  text: string;
  /** The same across retries. */
  request_id: string;
}
const readDraft = (learningId: string): Draft =>
  (readTab('inquiry', learningId) as Draft | undefined) ?? {
    text: '',
    request_id: crypto.randomUUID(),
  };

function AskForm({ course, sectionId, onSent }: Props & { onSent: () => void }) {
  const client = useQueryClient();
  const { course_id, learning_id } = course;
  const [draft, setDraft] = useState(() => readDraft(learning_id));
  const keepDraft = (text: string) => {
    const next = { ...draft, text };
    writeTab('inquiry', text ? next : undefined, learning_id);
    setDraft(next);
  };
  const add = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      send(inquiryAdd, {
        id: course_id,
        ...(sectionId ? { section_id: sectionId } : {}),
        ...draft,
      }),
    onSuccess: async () => {
      keepDraft('');
      setDraft({ text: '', request_id: crypto.randomUUID() });
      toast.success(words.sent);
      onSent();
      await refresh(client, { queryKey: ['player', 'inquiries', course_id] });
    },
  });
  const { error } = add;
  const isLost = error && (!isCallError(error) || [0, 502, 503].includes(error.statusCode));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form className={css.form} onSubmit={submit} aria-busy={add.isPending}>
      <LongText
        label={words.ask}
        placeholder={words.placeholder}
        value={draft.text}
        rows={3}
        most={inquiryTextLimit}
        error={isLost ? words.kept : error?.message}
        onChange={(event) => keepDraft(event.currentTarget.value)}
      />
      <Button type="submit" loading={add.isPending} disabled={draft.text.trim() === ''}>
        {words.send}
      </Button>
    </form>
  );
}

function List({ scope, courseId }: { scope: Scope; courseId: string }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(inquiriesQuery(courseId, scope, page));
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} />;
  if (data.total === 0) return <EmptyState text={words.none[scope]} />;
  return (
    <>
      <ul className={css.list} aria-label={words.list}>
        {data.list.map((item) => (
          <li key={item.inquiry_id}>
            <InquiryItem one={item} courseId={courseId} />
          </li>
        ))}
      </ul>
      <Pager total={data.total} pageSize={pageSize} page={page} onChange={setPage} />
    </>
  );
}

function InquiryItem({ one: inquiry, courseId }: { one: Inquiry; courseId: string }) {
  const client = useQueryClient();
  const isMine = inquiry.is_mine === 'Y';
  const remove = useMutation({
    mutationFn: () => send(inquiryDelete, { inquiry_id: inquiry.inquiry_id }),
    onSuccess: () => toast.success(words.takenBack),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, { queryKey: ['player', 'inquiries', courseId] }),
  });
  return (
    <article className={css.one}>
      <p className={css.facts}>
        <span>{isMine ? words.me : inquiry.user_name}</span>
        {inquiry.section_title ? <span>{inquiry.section_title}</span> : null}
        <time dateTime={inquiry.created_at}>{inquiry.created_at.slice(0, 16)}</time>
        {isMine ? <span className={css.status}>{inquiry.inquiry_status_name}</span> : null}
      </p>
      <p className={css.text}>{inquiry.text}</p>
      {inquiry.answer ? (
        <div className={css.answer}>
          <span className={css.facts}>
            {inquiry.inquiry_status === 'hidden'
              ? words.hidden
              : `${inquiry.answered_by}${words.answer}`}
          </span>
          <p className={css.text}>{inquiry.answer}</p>
        </div>
      ) : null}
      {isMine && inquiry.inquiry_status === 'waiting' ? (
        <Button
          variant="default"
          className={css.back}
          aria-label={words.takeBackOf(inquiry.text)}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {words.takeBack}
        </Button>
      ) : null}
    </article>
  );
}

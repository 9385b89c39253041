import { isCallError } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import { Button, EmptyState, ErrorState, LinkTo, RowSkeletons } from '@cme/ui';
import { PageTitle } from '@cme/shell';
import { useSearchParams } from '@cme/ui/router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import shared from '../changecredits.module.css';
import { declareWords as words } from '../changecredits.words.ts';
import { detailQuery, kindsQuery } from '../exchange.queries.ts';
import { DeclarationNotFound } from '../declaration-not-found.tsx';
import { createEmptyDraft } from './draft.rules.ts';
import { Editor } from './editor.tsx';

/**
 * 兑换申报. Loads the draft named in the URL. A new draft is added to the URL once it is saved, so
 * that a reload continues with it.
 */
export function DeclarePage() {
  const [search] = useSearchParams();
  const [openedNo] = useState(() => search.get('no') ?? '');
  return (
    <div className={shared.page}>
      <PageTitle name={words.title} />
      <h1>{words.title}</h1>
      {openedNo ? <Continued declareNo={openedNo} /> : <Begun />}
    </div>
  );
}

function Begun() {
  const { data, error, refetch } = useQuery(kindsQuery());
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowSkeletons count={6} height="5rem" />;
  const [newestYear] = data.years;
  if (!newestYear) return <EmptyState text={words.closed} />;
  return <Editor saved={undefined} draft={createEmptyDraft(newestYear.year)} years={data.years} />;
}

function Continued({ declareNo }: { declareNo: string }) {
  const client = useQueryClient();
  const [version, setVersion] = useState(0);
  const { data, error, refetch, isFetching } = useQuery(detailQuery(declareNo));
  const kinds = useQuery(kindsQuery());
  // The cache may be older than another tab's version, so the form waits for fresh data. Once
  // open, background refetches no longer replace the form or its uploads.
  const [isOpen, setOpen] = useState(false);
  const failure = error ?? kinds.error;
  if (!isOpen && !failure && data && kinds.data && !isFetching) setOpen(true);
  if (!isOpen && isCallError(error) && error.statusCode === 404)
    return <DeclarationNotFound text={error.message} />;
  if (failure && !isOpen)
    return (
      <ErrorState error={failure} onRetry={() => void Promise.all([refetch(), kinds.refetch()])} />
    );
  if (!data || !kinds.data || !isOpen) return <RowSkeletons count={6} height="5rem" />;
  if (data.can_edit === 'N')
    return (
      <EmptyState
        text={words.notEditable}
        action={
          <Button component={LinkTo} to={linkTo.exchangeDetail({ no: declareNo })}>
            {words.toDetail}
          </Button>
        }
      />
    );
  const reload = async () => {
    await client.fetchQuery(detailQuery(declareNo));
    setVersion((before) => before + 1);
  };
  return (
    <Editor
      key={version}
      saved={data}
      draft={data.draft}
      years={kinds.data.years}
      onReload={() => void reload()}
    />
  );
}

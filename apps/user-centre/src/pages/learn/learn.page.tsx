import { linkTo } from '@cme/commons/route-links';
import { type LearnTab, learnTabs } from '@cme/contract/study';
import { Button, EmptyState, lazyPart, LinkTo, Skeleton } from '@cme/ui';
import { PageTitle } from '@cme/shell';
import { parsePage } from '@cme/ui/page-numbers';
import { useSearchParams } from '@cme/ui/router';
import { ListHead, ListTabs, PagedList } from '@cme/ui/row-list';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCloseOverlay } from '../../components/use-overlay.ts';
import { words } from '../../components/words.ts';
import css from './learn.module.css';
import { DueList } from './due-list.tsx';
import { LearnRows } from './learn-rows.tsx';
import { listQuery } from './learn.queries.ts';
import { learnWords } from './learn.words.ts';
import { YearSummary } from './year-summary.tsx';

const MonthSheet = lazyPart(async () => (await import('./month-sheet.tsx')).MonthSheet, {
  waiting: <Skeleton height="26rem" mb="lg" />,
});
const ExtendForm = lazyPart(async () => (await import('./extend-form.tsx')).ExtendForm);

/** My courses. Tab, page and the form above the list are in the URL. */
export function LearnPage() {
  const [search] = useSearchParams();
  const tab = learnTabs.find((name) => name === search.get('tab')) ?? 'all';
  const page = parsePage(search);
  const list = useQuery(listQuery(tab, page));
  const close = useCloseOverlay('show', 'code');
  const asked =
    search.get('show') === 'extend'
      ? list.data?.list.find(
          (row) => row.learning_id === search.get('code') && row.may_extend === 'Y',
        )
      : undefined;
  return (
    <>
      <PageTitle name={words.learn} />
      <ListHead title={words.learn}>
        <LinkTo className={css.report} to={linkTo.myfile()}>
          {learnWords.report}
        </LinkTo>
      </ListHead>
      <YearSummary />
      {search.get('show') === 'month' ? <MonthSheet /> : <DueList />}
      <Tabs tab={tab} counts={list.data?.counts} isBusy={list.isPlaceholderData}>
        <PagedList
          list={list}
          page={page}
          waiting={{ count: 3, height: '9.25rem' }}
          empty={<Nothing tab={tab} />}
        >
          <LearnRows key={`${tab} ${page}`} rows={list.data?.list ?? []} />
        </PagedList>
        {tab !== 'hidden' && (list.data?.counts.hidden ?? 0) > 0 ? (
          <LinkTo className={css.hiddenLink} to={linkTo.learn({ tab: 'hidden' })}>
            {learnWords.toHidden(list.data?.counts.hidden ?? 0)}
          </LinkTo>
        ) : null}
      </Tabs>
      {asked ? <ExtendForm row={asked} onClose={close} /> : null}
    </>
  );
}

interface TabsProps {
  tab: LearnTab;
  counts: Partial<Record<LearnTab, number | undefined>> | undefined;
  isBusy: boolean;
  children: ReactNode;
}

/** Hidden courses are not among the tabs; a link leads to them. */
function Tabs({ tab, counts, isBusy, children }: TabsProps) {
  const [, setSearch] = useSearchParams();
  if (tab === 'hidden')
    return (
      <section aria-label={learnWords.hiddenTitle}>
        <h2 className={css.subheading}>{learnWords.hiddenTitle}</h2>
        {children}
        <LinkTo className={css.hiddenLink} to={linkTo.learn()}>
          {learnWords.backToAll}
        </LinkTo>
      </section>
    );
  return (
    <ListTabs
      label={words.tabsLabel}
      titles={words.tabs}
      value={tab}
      counts={toTabCounts(counts)}
      isBusy={isBusy}
      onChange={(name) => setSearch(name === 'all' ? {} : { tab: name }, { replace: true })}
    >
      {children}
    </ListTabs>
  );
}

const toTabCounts = (counts: TabsProps['counts'] = {}): Partial<Record<LearnTab, number>> =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));

function Nothing({ tab }: { tab: LearnTab }) {
  return (
    <EmptyState
      text={words.empty[tab]}
      action={
        <Button component={LinkTo} to={linkTo.publicneed()}>
          {words.toCourses}
        </Button>
      }
    />
  );
}

import { lazyPart } from '@cme/ui';
import { PageTitle } from '@cme/shell';
import { useSearchParams } from '@cme/ui/router';
import { ListHead, ListTabs } from '@cme/ui/row-list';
import { Intro } from '../../components/intro.tsx';
import { usePrefetch } from '../../components/prefetch.ts';
import { words } from '../../components/words.ts';
import { ApplyPanel } from './apply-panel.tsx';
import { Certificates } from './certificates.tsx';
import { CreditTable } from './credit-table.tsx';
import css from './mycertificate.module.css';
import { YearPanel, YearSelect } from './year-panel.tsx';

const loadDialog = async () => (await import('./certificate-dialog.tsx')).CertificateDialog;
const CertificateDialog = lazyPart(loadDialog);

const tabs = ['certificates', 'credits'] as const;

/**
 * Certificates or the ledger of credits first, then the year against its requirements. Year, tab
 * and the opened certificate are in the URL. Without a year the lists are of all years, and
 * the requirements of the current one.
 */
export function MycertificatePage() {
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((name) => name === search.get('tab')) ?? 'certificates';
  const year = Number(search.get('year')) || undefined;
  const change = (key: string, value: string) =>
    setSearch(
      (params) => {
        const { page: _, [key]: __, ...rest } = Object.fromEntries(params);
        return value ? { ...rest, [key]: value } : rest;
      },
      { replace: true },
    );
  usePrefetch(loadDialog);
  return (
    <>
      <PageTitle name={words.certificate.title} />
      <ListHead title={words.certificate.title}>
        <YearSelect year={year} onYear={(to) => change('year', to)} />
      </ListHead>
      <Intro>{words.certificate.intro}</Intro>
      <ListTabs
        label={words.certificate.tabsLabel}
        titles={words.certificate.tabs}
        value={tab}
        onChange={(name) => change('tab', name === 'certificates' ? '' : name)}
        className={css.tabs}
      >
        {tab === 'credits' ? <CreditTable year={year} /> : <Certificates year={year} />}
        {tab === 'credits' ? null : <ApplyPanel year={year} />}
        <YearPanel year={year} />
      </ListTabs>
      {search.has('cert') ? <CertificateDialog /> : null}
    </>
  );
}

import { siteConfigQuery } from '@cme/shell';
import { ErrorState, Skeleton } from '@cme/ui';
import { Modal } from '@cme/ui/forms';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import article from '../../components/article.module.css';
import { Prose } from '../../components/prose.tsx';
import { sitePageQuery } from '../../components/site-page.queries.ts';
import { words as portalWords } from '../../components/words.ts';
import css from './regist.module.css';
import { words } from './regist.words.ts';

/** The two agreements, readable without leaving the form: the versions that will be accepted. */
export function Agreement() {
  const [shownText, setShown] = useState<'terms' | 'privacy'>();
  return (
    <>
      <button type="button" className={css.linkButton} onClick={() => setShown('terms')}>
        {words.terms}
      </button>
      {words.and}
      <button type="button" className={css.linkButton} onClick={() => setShown('privacy')}>
        {words.privacy}
      </button>
      <Modal
        opened={shownText !== undefined}
        onClose={() => setShown(undefined)}
        title={shownText ? words[shownText] : ''}
        size="lg"
        closeButtonProps={{ 'aria-label': words.close }}
      >
        {shownText ? <Text page={shownText} /> : null}
      </Modal>
    </>
  );
}

function Text({ page }: { page: 'terms' | 'privacy' }) {
  const config = useQuery(siteConfigQuery());
  const { data, error, refetch } = useQuery(
    sitePageQuery(page, config.data?.[`${page}_version`] ?? ''),
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div role="status" aria-label={portalWords.loading}>
        <Skeleton height="15rem" />
      </div>
    );
  return (
    <>
      <Prose key={data.version} html={data.html} className={article.text} />
      <p className={css.version}>{words.version(data.version)}</p>
    </>
  );
}

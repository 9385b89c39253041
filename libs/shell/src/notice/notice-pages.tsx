import { site } from '@cme/commons/branding';
import { linkTo, routes } from '@cme/commons/route-links';
import type { ReactNode } from 'react';
import { Button, Drawing, type DrawingName, LinkTo } from '@cme/ui';
import { words } from '../page/words.ts';
import { PageHead } from '../head/page-head.tsx';

/** Whole pages that explain why there is nothing else and where to go. */
function NoticePage({
  drawing,
  title,
  hint,
  action,
}: {
  drawing: DrawingName;
  title: string;
  hint: string;
  action?: ReactNode;
}) {
  return (
    <div className="notice notice-whole">
      <PageHead name={title} isHidden />
      <Drawing name={drawing} />
      <h1 className="notice-page">{title}</h1>
      <p className="notice-hint">{hint}</p>
      {action ? <div className="notice-action">{action}</div> : null}
    </div>
  );
}

const renderHomeLink = () => (
  <Button component={LinkTo} to={linkTo.home()}>
    {words.toHome}
  </Button>
);

export function NotFound() {
  return (
    <NoticePage
      drawing="lost"
      title={words.notFound}
      hint={words.notFoundHint}
      action={renderHomeLink()}
    />
  );
}

export function Forbidden() {
  return (
    <NoticePage
      drawing="closed"
      title={words.forbidden}
      hint={words.forbiddenHint}
      action={renderHomeLink()}
    />
  );
}

/** `2026年12月1日 08:30`; for midnight only the date. */
function formatOpening(moment: string): string {
  const [year, month, day] = moment.slice(0, 10).split('-').map(Number);
  const time = moment.slice(11, 16);
  return `${year}年${month}月${day}日${time && time !== '00:00' ? ` ${time}` : ''}`;
}

/** Replaces every page until the site opens. */
export function EarlySite({ opensAt }: { opensAt: string }) {
  const { site_name } = site();
  return (
    <NoticePage
      drawing="early"
      title={words.early}
      hint={words.earlyHint(site_name, formatOpening(opensAt))}
    />
  );
}

/** Replaces the pages of a site whose service has ended; its accounts exist nowhere else. */
export function EndedSite() {
  const { records_until } = site();
  const verify = (
    <Button variant="default" component={LinkTo} to={routes.verify.path}>
      {words.verifyCertificate}
    </Button>
  );
  if (!records_until)
    return (
      <NoticePage drawing="ended" title={words.ended} hint={words.endedHint} action={verify} />
    );
  return (
    <NoticePage
      drawing="ended"
      title={words.ended}
      hint={words.recordsHint(formatOpening(records_until.slice(0, 10)))}
      action={
        <>
          <Button component={LinkTo} to={linkTo.mycertificate()}>
            {words.toRecords}
          </Button>
          {verify}
        </>
      }
    />
  );
}

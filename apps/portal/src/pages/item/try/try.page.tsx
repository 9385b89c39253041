import { isCallError } from '@cme/commons/api-client';
import { linkTo, playerLink } from '@cme/commons/route-links';
import {
  Breadcrumb,
  Button,
  durationWords,
  ErrorState,
  LinkTo,
  priceWords,
  Skeleton,
} from '@cme/ui';
import { PageHead, useSession } from '@cme/shell';
import { useParams, useSearchParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import { words as siteWords } from '../../../components/words.ts';
import { BuyButtons } from '../buy-buttons.tsx';
import { ClosedNote } from '../closed-note.tsx';
import { ItemMissing } from '../item-missing.tsx';
import css from './try.module.css';
import { tryQuery } from './try.queries.ts';
import { type Trial, TryStage } from './try-stage.tsx';
import { tryWords as words } from './try.words.ts';

export function TryPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const { signedIn } = useSession();
  const section = search.get('section') ?? '';
  const { data, error, refetch } = useQuery(tryQuery(id, section, signedIn));
  if (isCallError(error) && error.statusCode === 404) return <ItemMissing error={error} id={id} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className={css.page} aria-busy="true">
        <Skeleton className={css.stage} />
        <Skeleton height={280} />
      </div>
    );
  const renew = async () => {
    const { data: renewed, error: failure } = await refetch();
    if (!renewed || failure) throw failure ?? new Error('there is no trial');
    return renewed.media_url;
  };
  return <TryView trial={data} renew={renew} />;
}

function TryView({ trial, renew }: { trial: Trial; renew: () => Promise<string> }) {
  const { course, section } = trial;
  return (
    <>
      <PageHead name={words.title(course.title)} isHidden />
      <Breadcrumb
        trail={[
          { title: siteWords.home, href: linkTo.home() },
          { title: course.title, href: linkTo.course(course.id) },
          { title: words.head },
        ]}
      />
      <div className={css.page}>
        <h1>{words.title(course.title)}</h1>
        <TryStage
          key={section.section_id}
          trial={trial}
          offer={<Offer trial={trial} />}
          renew={renew}
        />
        <aside className={css.side}>
          <h2>{section.title}</h2>
          <p>{words.length(durationWords(section.try_seconds), durationWords(section.seconds))}</p>
          <p className={css.faint}>{words.noCount}</p>
          <p className={css.price}>{priceWords(course)}</p>
          <div className={css.buttons}>
            <Offer trial={trial} />
            <Button size="md" variant="subtle" component={LinkTo} to={linkTo.course(course.id)}>
              {words.back}
            </Button>
          </div>
          {trial.sections.length > 1 ? <Sections trial={trial} /> : null}
        </aside>
      </div>
    </>
  );
}

/** What the user can do after the trial. */
function Offer({ trial: { course } }: { trial: Trial }) {
  if (course.my_learning && course.action !== 'closed')
    return (
      <>
        <p>{words.owned}</p>
        <Button size="md" component={LinkTo} to={playerLink(course.content_type, course.id)}>
          {words.toStudy}
        </Button>
      </>
    );
  return course.action === 'buy' || course.pending_order ? (
    <BuyButtons item={course} settled />
  ) : (
    <ClosedNote item={course} />
  );
}

function Sections({ trial: { course, section, sections } }: { trial: Trial }) {
  return (
    <nav aria-label={words.sections}>
      <ul className={css.sections}>
        {sections.map(({ section_id, title, try_seconds }) => (
          <li key={section_id}>
            <LinkTo
              to={linkTo.try(course.id, { section: section_id })}
              aria-current={section_id === section.section_id ? 'page' : undefined}
            >
              {title}
              <span className={css.faint}>{durationWords(try_seconds)}</span>
            </LinkTo>
          </li>
        ))}
      </ul>
    </nav>
  );
}

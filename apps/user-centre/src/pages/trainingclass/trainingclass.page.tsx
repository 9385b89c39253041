import { linkTo } from '@cme/commons/route-links';
import { Button, EmptyState, LinkTo, PageTitle } from '@cme/ui';
import { words } from '../../words.ts';
import css from './trainingclass.module.css';

/** No class has been opened for anybody yet: the page says so and shows the way to what can be
 * studied now. */
export function TrainingclassPage() {
  return (
    <>
      <PageTitle name={words.trainingclass} />
      <h1 className={css.heading}>{words.trainingclass}</h1>
      <EmptyState
        text={words.noClass}
        hint={words.noClassHint}
        action={
          <Button component={LinkTo} to={linkTo.publicneed()}>
            {words.toPublicneed}
          </Button>
        }
      />
    </>
  );
}

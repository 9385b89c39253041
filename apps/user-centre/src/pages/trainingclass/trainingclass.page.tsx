import { linkTo } from '@cme/commons/route-links';
import { Button, Empty, LinkTo, PageTitle } from '@cme/ui';
import { words } from '../../words.ts';

/** No class has been opened for anybody yet: the page says so and shows the way to what can be studied now. */
export function TrainingclassPage() {
  return (
    <>
      <PageTitle name={words.trainingclass} />
      <Empty
        title={words.trainingclass}
        text={words.noClass}
        hint={words.noClassHint}
        action={<Button component={LinkTo} to={linkTo.publicneed()}>{words.toPublicneed}</Button>}
      />
    </>
  );
}

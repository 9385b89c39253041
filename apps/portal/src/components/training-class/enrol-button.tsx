import { send } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import type { ClassDetail, ClassRow } from '@cme/contract/study';
import { Button, Icon, lazyPart, LinkTo, toast } from '@cme/ui';
import { isSignInCancelled, refresh, requireProfile, useSignIn } from '@cme/shell';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import css from './training-class.module.css';
import { classWords as words } from './class.words.ts';

const trainingclassDetail = async () =>
  (await import('@cme/contract/study/training-class')).trainingclassDetail;

const EnrolDialog = lazyPart(async () => (await import('./enrol-dialog.tsx')).EnrolDialog);
const QuitDialog = lazyPart(async () => (await import('./quit-dialog.tsx')).QuitDialog);

interface Props {
  trainingClass: ClassRow;
  /** False while the user's permissions are loading. */
  settled: boolean;
}

/**
 * The action that the server offers for a class (`action`). The dialog stays open when the button
 * changes after applying, because it shows the result.
 */
export function EnrolButton({ trainingClass, settled }: Props) {
  const [asked, setAsked] = useState<ClassDetail>();
  return (
    <>
      <ActionButton trainingClass={trainingClass} settled={settled} onAsk={setAsked} />
      {asked ? <EnrolDialog trainingClass={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}

interface AskProps extends Props {
  /** The user wants to apply and may. */
  onAsk: (trainingClass: ClassDetail) => void;
}

function ActionButton({ trainingClass, settled, onAsk }: AskProps) {
  const { action } = trainingClass;
  if (action === 'apply' || action === 'wait')
    return <ApplyButton trainingClass={trainingClass} settled={settled} onAsk={onAsk} />;
  if (action === 'incomplete')
    return <Incomplete trainingClass={trainingClass} settled={settled} onAsk={onAsk} />;
  if (action === 'study') return <StudyLink name={trainingClass.title} />;
  if (trainingClass.can_quit === 'Y') return <Enrolled trainingClass={trainingClass} />;
  return (
    <p className={css.closed} data-action={action}>
      <Icon name={icons[action] ?? 'info'} size={18} />
      {trainingClass.action_name}
    </p>
  );
}

const icons: Record<string, 'clock' | 'refuse' | 'info' | 'check'> = {
  not_yet: 'clock',
  full: 'refuse',
  not_in_scope: 'refuse',
  other: 'check',
};

const names: Record<string, string> = { wait: words.wait, incomplete: words.toProfile };

const StudyLink = ({ name }: { name: string }) => (
  <Button size="md" component={LinkTo} to={linkTo.learn()} aria-label={`${words.study} ${name}`}>
    {words.study}
  </Button>
);

/**
 * Lists the profile fields missing for this class and asks for them. Membership of a unit is
 * managed on the page of units.
 */
function Incomplete({ trainingClass, settled, onAsk }: AskProps) {
  return (
    <div className={css.enrolled}>
      <p className={css.closed} data-action={trainingClass.action}>
        <Icon name="info" size={18} />
        {trainingClass.action_name}
      </p>
      {trainingClass.missing_field === 'unit_id' ? (
        <Button size="md" component={LinkTo} to={linkTo.setting()}>
          {words.toUnit}
        </Button>
      ) : (
        <ApplyButton trainingClass={trainingClass} settled={settled} onAsk={onAsk} />
      )}
    </div>
  );
}

/**
 * Guests are asked to sign in first; then the class is refetched, because the user may be out of
 * scope, already enrolled, or lack profile fields.
 */
function ApplyButton({ trainingClass, settled, onAsk }: AskProps) {
  const client = useQueryClient();
  const requireSignIn = useSignIn();
  const enrol = useMutation({
    mutationFn: async () => {
      await requireSignIn();
      const fetchClass = () => send(trainingclassDetail, { class_id: trainingClass.class_id });
      const currentClass = await fetchClass();
      if (currentClass.action !== 'incomplete' || currentClass.missing_field === 'unit_id')
        return currentClass;
      return (await requireProfile(client)) ? fetchClass() : undefined;
    },
    onSuccess: (currentClass) => {
      void refresh(client, { queryKey: ['trainingclass'] });
      if (!currentClass) return;
      if (currentClass.action === 'apply' || currentClass.action === 'wait') onAsk(currentClass);
      else if (currentClass.can_quit === 'N') toast.info(currentClass.action_name);
    },
    onError: (error) => {
      if (!isSignInCancelled(error)) toast.error(error.message);
    },
  });
  const name = names[trainingClass.action] ?? words.apply;
  return (
    <Button
      size="md"
      className={css.main}
      variant={trainingClass.action === 'wait' ? 'outline' : 'filled'}
      loading={enrol.isPending || !settled}
      aria-label={`${name} ${trainingClass.title}`}
      onClick={() => enrol.mutate()}
    >
      {name}
    </Button>
  );
}

/**
 * For users who have a seat, are on the waiting list or await approval; they can withdraw until
 * the class starts.
 */
function Enrolled({ trainingClass }: { trainingClass: ClassRow }) {
  const [isLeaving, setLeaving] = useState(false);
  const isWaiting = trainingClass.action === 'waiting';
  const quit = isWaiting ? words.quitWaiting : words.quit;
  return (
    <div className={css.enrolled}>
      <p className={css.mine} data-action={trainingClass.action}>
        <Icon name={isWaiting ? 'clock' : 'check'} size={18} />
        {isWaiting && trainingClass.my
          ? words.place_(trainingClass.my.waiting_place)
          : trainingClass.action_name}
      </p>
      <Button
        variant="default"
        size="md"
        aria-label={`${quit} ${trainingClass.title}`}
        onClick={() => setLeaving(true)}
      >
        {quit}
      </Button>
      {isLeaving ? (
        <QuitDialog trainingClass={trainingClass} onClose={() => setLeaving(false)} />
      ) : null}
    </div>
  );
}

import type { UserInfo } from '@cme/contract/person';
import { Button, ErrorState, toast } from '@cme/ui';
import { useUserInfo } from '@cme/shell';
import { ProfileFields, useProfileForm } from '@cme/shell/profile';
import { Link } from '@cme/ui/router';
import { useState } from 'react';
import { ProfileFacts } from '../../components/profile-facts.tsx';
import { profileWords } from '../../components/profile.words.ts';
import { overlayState } from '../../components/use-overlay.ts';
import css from './frame/setting.module.css';
import { words } from './frame/setting.words.ts';
import { takeFocus } from '@cme/ui/take-focus';

/** Personal and professional data. `left`: the view that the user comes back from. */
export function ProfilePanel({ left }: { left: string | undefined }) {
  const { user, error, refetch } = useUserInfo();
  const [isEdited, setEdited] = useState<boolean>();
  return (
    <section className={css.panel} aria-labelledby="profile-title">
      <h2 id="profile-title">{words.profile}</h2>
      {!isEdited && (user || !error) ? (
        <Facts
          user={user}
          isBack={isEdited === false}
          isLeft={left === 'profile'}
          onEdit={() => setEdited(true)}
        />
      ) : null}
      {user && isEdited ? <Edit user={user} onDone={() => setEdited(false)} /> : null}
      {!user && error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
    </section>
  );
}

interface FactsProps {
  user: UserInfo | undefined;
  isBack: boolean;
  /** Comes back from editing. */
  isLeft: boolean;
  onEdit: () => void;
}

function Facts({ user, isBack, isLeft, onEdit }: FactsProps) {
  return (
    <>
      <ProfileFacts />
      <div className={css.actions}>
        <Button
          component={Link}
          to="?view=profile"
          state={overlayState}
          variant="default"
          ref={isLeft ? takeFocus : undefined}
        >
          {profileWords.edit}
        </Button>
        {user && getEmptyFields(user).length > 0 ? (
          <Button variant="default" ref={isBack ? takeFocus : undefined} onClick={onEdit}>
            {words.edit}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** Facts are entered once here; later changes are requested in their own view. */
const getEmptyFields = (user: UserInfo) =>
  (['area_id', 'series_code', 'level', 'post_type'] as const).filter((field) => user[field] === '');

function Edit({ user, onDone }: { user: UserInfo; onDone: () => void }) {
  const [fields] = useState(() => getEmptyFields(user));
  const { form, submit, isBusy, failure } = useProfileForm(fields, {}, () => {
    toast.success(words.saved);
    onDone();
  });
  return (
    <form ref={takeFocus} tabIndex={-1} onSubmit={submit} noValidate aria-busy={isBusy}>
      <ProfileFields form={form} fields={fields} areaId={user.area_id} />
      {failure ? <p role="alert">{failure}</p> : null}
      <div className={css.actions}>
        <Button type="submit" loading={isBusy}>
          {words.save}
        </Button>
        <Button variant="default" onClick={onDone}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}

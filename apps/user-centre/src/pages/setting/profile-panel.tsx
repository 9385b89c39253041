import type { UserInfo } from '@cme/contract/person';
import { Button, ErrorState, Skeleton, toast } from '@cme/ui';
import { useUserInfo } from '@cme/shell';
import { ProfileFields, useProfileForm } from '@cme/shell/profile';
import { useState } from 'react';
import css from './frame/setting.module.css';
import { words } from './frame/setting.words.ts';
import { takeFocus } from '@cme/ui/take-focus';

/** Personal and professional data. */
export function ProfilePanel() {
  const { user, error, refetch } = useUserInfo();
  const [isEdited, setEdited] = useState<boolean>();
  return (
    <section className={css.panel} aria-labelledby="profile-title">
      <h2 id="profile-title">{words.profile}</h2>
      {user && !isEdited ? (
        <Facts user={user} isBack={isEdited === false} onEdit={() => setEdited(true)} />
      ) : null}
      {user && isEdited ? <Edit user={user} onDone={() => setEdited(false)} /> : null}
      {!user && error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!user && !error ? <Skeleton height={116} /> : null}
    </section>
  );
}

interface FactsProps {
  user: UserInfo;
  isBack: boolean;
  onEdit: () => void;
}

function Facts({ user, isBack, onEdit }: FactsProps) {
  const rows = [
    [words.name, user.real_name],
    [words.mobile, user.mobile],
    [words.idNo, user.id_no],
  ] as const;
  return (
    <>
      <dl className={css.facts}>
        {rows.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {getEmptyFields(user).length > 0 ? (
        <Button variant="default" ref={isBack ? takeFocus : undefined} onClick={onEdit}>
          {words.edit}
        </Button>
      ) : null}
    </>
  );
}

/** Facts are entered once here; later changes are requested in their own view. */
const getEmptyFields = (user: UserInfo) =>
  (['series_code', 'level', 'post_type'] as const).filter((field) => user[field] === '');

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

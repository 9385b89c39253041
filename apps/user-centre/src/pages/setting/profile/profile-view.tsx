import { send } from '@cme/commons/api-client';
import {
  educations,
  type ProfileDetail,
  ProfileDetailUpdate,
  profileDetailUpdate,
  ProfileUpdate,
  type UserInfo,
  userUpdate,
} from '@cme/contract/person';
import { Button, ErrorState, Skeleton, toast } from '@cme/ui';
import { userInfoQuery, useUserInfo } from '@cme/shell';
import {
  fieldErrors,
  NativeSelect,
  TextInput,
  useForm,
  type UseFormReturnType,
  useSubmission,
} from '@cme/ui/forms';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { profileQuery } from '../../../components/profile.queries.ts';
import { profileWords as words } from '../../../components/profile.words.ts';
import { useCloseOverlay } from '../../../components/use-overlay.ts';
import settingCss from '../frame/setting.module.css';
import { ViewFrame } from '../frame/view-frame.tsx';
import { PictureField } from './picture-field.tsx';

const stated = [
  'department',
  'post_name',
  'title_name',
  'title_date',
  'practice_no',
  'education',
  'grass_roots',
  'email',
] as const;
type Stated = (typeof stated)[number];
type Values = Record<Stated | 'unit_name' | 'picture', string>;

/** What the user may change at any time. */
export function ProfileView() {
  const { user, error: failure, refetch: again } = useUserInfo();
  const { data, error, refetch } = useQuery(profileQuery());
  return (
    <ViewFrame title={words.edit}>
      {user && data ? <Edit user={user} detail={data} /> : null}
      {!user && failure ? <ErrorState error={failure} onRetry={() => void again()} /> : null}
      {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {(!user || !data) && !error && !failure ? <Skeleton height={480} /> : null}
    </ViewFrame>
  );
}

/** Unchanged values are not sent: a masked one is not the value itself. */
function changeOf(values: Values, before: Values) {
  const changed = stated.filter((name) => values[name] !== before[name]);
  return {
    ...Object.fromEntries(changed.map((name) => [name, values[name]])),
    ...(values.picture !== before.picture && {
      picture: values.picture.replace(/^data:[^,]*,/, ''),
    }),
  };
}

function Edit({ user, detail }: { user: UserInfo; detail: ProfileDetail }) {
  const close = useCloseOverlay('view');
  const client = useQueryClient();
  const { unit_name } = user;
  const isFree = !user.unit_id;
  const [before] = useState<Values>({ ...pick(detail), unit_name, picture: detail.picture });
  const form = useForm<Values>({
    initialValues: before,
    validate: (values) => ({
      ...fieldErrors<Values>(ProfileDetailUpdate, changeOf(values, before)),
      ...(values.unit_name !== unit_name && fieldErrors<Values>(ProfileUpdate, unitOf(values))),
    }),
  });
  const save = async (values: Values) => {
    if (values.unit_name !== unit_name) {
      client.setQueryData(userInfoQuery().queryKey, await send(userUpdate, unitOf(values)));
      void client.invalidateQueries({ queryKey: ['my_unit'] });
    }
    const change = changeOf(values, before);
    if (Object.keys(change).length > 0)
      client.setQueryData(profileQuery().queryKey, await send(profileDetailUpdate, change));
    toast.success(words.saved);
    close();
  };
  const { submit, isBusy, failure } = useSubmission(form, save, ({ field }) => field);
  return (
    <form className={settingCss.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      <p className={settingCss.quiet}>{words.intro}</p>
      <PictureField
        value={form.values.picture}
        error={form.errors['picture']}
        onChange={(picture) => form.setFieldValue('picture', picture)}
      />
      {isFree ? (
        <TextInput
          label={words.unit}
          description={words.unitHint}
          {...form.getInputProps('unit_name')}
        />
      ) : null}
      <StatedFields form={form} />
      {failure ? <p role="alert">{failure}</p> : null}
      <div className={settingCss.actions}>
        <Button type="submit" loading={isBusy}>
          {words.save}
        </Button>
        <Button variant="default" onClick={close}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}

const unitOf = ({ unit_name }: Values) => ({ unit_name });
const pick = (detail: ProfileDetail) =>
  Object.fromEntries(stated.map((name) => [name, detail[name]])) as Record<Stated, string>;

const empty = { value: '', label: words.choose };
const educationChoices = [
  empty,
  ...educations.map(({ code, name }) => ({ value: code, label: name })),
];
const grassRootsChoices = [
  empty,
  ...Object.entries(words.yesNo).map(([value, label]) => ({ value, label })),
];

function StatedFields({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput label={words.department} {...form.getInputProps('department')} />
      <TextInput
        label={words.post}
        autoComplete="organization-title"
        {...form.getInputProps('post_name')}
      />
      <TextInput
        label={words.title}
        description={words.titleHint}
        {...form.getInputProps('title_name')}
      />
      <TextInput type="date" label={words.titleDate} {...form.getInputProps('title_date')} />
      <TextInput
        label={words.practice}
        description={words.practiceHint}
        autoComplete="off"
        {...form.getInputProps('practice_no')}
      />
      <NativeSelect
        label={words.education}
        data={educationChoices}
        {...form.getInputProps('education')}
      />
      <NativeSelect
        label={words.grassRoots}
        description={words.grassRootsHint}
        data={grassRootsChoices}
        {...form.getInputProps('grass_roots')}
      />
      <TextInput
        type="email"
        label={words.email}
        description={words.emailHint}
        autoComplete="email"
        {...form.getInputProps('email')}
      />
    </>
  );
}

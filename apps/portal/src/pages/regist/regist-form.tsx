import { levels, postTypes, series, type Option } from '@cme/contract';
import { Button, Failed, Skeleton } from '@cme/ui';
import {
  AreaSelect,
  Checkbox,
  NativeSelect,
  PasswordInput,
  SmsCodeField,
  TextInput,
} from '@cme/ui/forms';
import { useQuery } from '@tanstack/react-query';
import { Agreement } from './agreement.tsx';
import css from './regist.module.css';
import { areasQuery } from './regist.queries.ts';
import { words } from './regist.words.ts';
import { useRegist } from './use-regist.ts';

const optionsOf = (options: readonly Option[]) => [
  { value: '', label: words.choose },
  ...options.map(({ code, name }) => ({ value: code, label: name })),
];

export function RegistForm() {
  const areas = useQuery(areasQuery());
  const { form, submit, check, isBusy, failure } = useRegist(areas.data);
  const eye = { visibilityToggleButtonProps: { 'aria-label': words.showPassword, tabIndex: 0 } };
  return (
    <form className={css.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      <fieldset className={css.group}>
        <legend>{words.account}</legend>
        <div className={css.fields}>
          <TextInput
            className={css.wide}
            label={words.mobile}
            type="tel"
            inputMode="numeric"
            autoComplete="tel"
            maxLength={11}
            {...form.getInputProps('mobile')}
          />
          <div className={css.wide}>
            <SmsCodeField
              scene="regist"
              hasCaptchaLine
              mobile={() => form.getValues().mobile}
              onWrongMobile={(message) => form.setFieldError('mobile', message)}
              {...form.getInputProps('sms_code')}
            />
          </div>
          <PasswordInput
            className={css.wide}
            label={words.password}
            description={words.passwordHint}
            autoComplete="new-password"
            maxLength={20}
            {...eye}
            {...form.getInputProps('password')}
          />
          <PasswordInput
            className={css.wide}
            label={words.confirm}
            description={words.confirmHint}
            autoComplete="new-password"
            maxLength={20}
            {...eye}
            {...form.getInputProps('confirm')}
          />
        </div>
      </fieldset>
      <fieldset className={css.group}>
        <legend>{words.person}</legend>
        <div className={css.fields}>
          <TextInput
            className={css.wide}
            label={words.name}
            description={words.nameHint}
            autoComplete="name"
            maxLength={30}
            {...form.getInputProps('real_name')}
          />
          <TextInput
            className={css.wide}
            label={words.idNo}
            description={words.idHint}
            autoComplete="off"
            maxLength={18}
            {...form.getInputProps('id_no')}
            onBlur={(event) => {
              form.getInputProps('id_no').onBlur?.(event);
              void check('id_no');
            }}
          />
        </div>
      </fieldset>
      <fieldset className={css.group}>
        <legend>{words.profession}</legend>
        <div className={css.fields}>
          <div className={css.wide}>
            {areas.data ? (
              <AreaSelect
                label={words.area}
                tree={areas.data}
                value={form.values.areas}
                onChange={(codes) => form.setFieldValue('areas', codes)}
                error={form.errors.areas}
              />
            ) : (
              <NoAreas areas={areas} isMissed={form.errors.areas !== undefined} />
            )}
          </div>
          <TextInput
            className={css.wide}
            label={words.unit}
            autoComplete="organization"
            maxLength={60}
            {...form.getInputProps('unit_name')}
          />
          <NativeSelect
            label={words.series}
            data={optionsOf(series)}
            {...form.getInputProps('series_code')}
          />
          <NativeSelect
            label={words.level}
            data={optionsOf(levels)}
            {...form.getInputProps('level')}
          />
          <NativeSelect
            label={words.postType}
            data={optionsOf(postTypes)}
            {...form.getInputProps('post_type')}
          />
        </div>
      </fieldset>
      <div className={css.agree}>
        <Checkbox
          label={words.agree}
          {...form.getInputProps('agree', { type: 'checkbox' })}
          error={Boolean(form.errors.agree)}
          aria-describedby={form.errors.agree ? 'agree-error' : undefined}
        />
        <Agreement />
      </div>
      {form.errors.agree ? (
        <p id="agree-error" className={css.error}>
          {form.errors.agree}
        </p>
      ) : null}
      {failure ? (
        <p role="alert" className={css.error}>
          {failure}
        </p>
      ) : null}
      <Button type="submit" size="md" fullWidth loading={isBusy}>
        {words.submit}
      </Button>
    </form>
  );
}

interface NoAreasProps {
  areas: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Whether the form was sent without them. */
  isMissed: boolean;
}

/** The choice of an area is not there yet: a form that was sent meanwhile says that it waits for
 * it. */
function NoAreas({ areas, isMissed }: NoAreasProps) {
  return (
    <>
      {areas.error && !areas.isFetching ? (
        <Failed error={areas.error} onRetry={() => void areas.refetch()} />
      ) : (
        <Skeleton height={72} />
      )}
      {isMissed ? (
        <p role="alert" className={css.error}>
          {words.areaMissed}
        </p>
      ) : null}
    </>
  );
}

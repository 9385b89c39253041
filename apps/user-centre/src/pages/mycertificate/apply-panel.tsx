import { send } from '@cme/commons/api-client';
import type { BodyOf, DataOf } from '@cme/contract/base';
import { certificateApply, type certificateEligibility } from '@cme/contract/credits';
import { Button, Icon, toast } from '@cme/ui';
import { refresh, requireProfile } from '@cme/shell';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { words } from '../../components/words.ts';
import css from './apply-panel.module.css';
import pageCss from './mycertificate.module.css';
import { eligibilityQuery } from './mycertificate.queries.ts';

/**
 * Certificates to apply for, and the unmet requirements of the year's certificate. Hidden if it
 * cannot be loaded: the list below matters more.
 */
export function ApplyPanel({ year }: { year: number | undefined }) {
  const { data } = useQuery(eligibilityQuery(year));
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async (request: BodyOf<typeof certificateApply>) => {
      // A certificate names unit, series and level.
      if (!(await requireProfile(client))) return undefined;
      return send(certificateApply, request);
    },
    onSuccess: (isApplied) => isApplied && toast.success(words.certificate.applied),
    onError: (error) => toast.error(error.message),
    onSettled: () =>
      Promise.all([
        refresh(client, { queryKey: ['certificate'] }),
        refresh(client, { queryKey: ['credits'] }),
      ]),
  });
  if (!data) return null;
  const { annual, courses, year: shownYear } = data;
  return (
    <section className={css.apply}>
      {annual.cert_no ? null : (
        <AnnualCertificate annual={annual} year={shownYear} apply={mutate} isBusy={isPending} />
      )}
      {courses.length > 0 ? (
        <CourseCertificates courses={courses} apply={mutate} isBusy={isPending} />
      ) : null}
    </section>
  );
}

type Eligibility = DataOf<typeof certificateEligibility>;

interface ApplyProps {
  apply: (wanted: BodyOf<typeof certificateApply>) => void;
  isBusy: boolean;
}

function AnnualCertificate({
  annual,
  year,
  apply,
  isBusy,
}: ApplyProps & Pick<Eligibility, 'annual' | 'year'>) {
  return (
    <div>
      <h2 className={pageCss.part}>{words.certificate.annual(year)}</h2>
      <ul className={css.checks}>
        {annual.checks.map(({ name, met }) => (
          <li key={name} data-met={met === 'Y'}>
            <Icon name={met === 'Y' ? 'check' : 'info'} size={18} />
            <span>{name}</span>
            <small>{met === 'Y' ? words.certificate.met : words.certificate.unmet}</small>
          </li>
        ))}
      </ul>
      <Button disabled={annual.can_apply !== 'Y'} loading={isBusy} onClick={() => apply({ year })}>
        {words.certificate.apply}
      </Button>
    </div>
  );
}

function CourseCertificates({ courses, apply, isBusy }: ApplyProps & Pick<Eligibility, 'courses'>) {
  return (
    <div>
      <h2 className={pageCss.part}>{words.certificate.courses}</h2>
      <ul className={css.checks}>
        {courses.map(({ learning_id, title, hours, credits }) => (
          <li key={learning_id}>
            <span id={`apply-${learning_id}`}>{title}</span>
            <small>{`${hours} ${words.hours} · ${credits} ${words.credits}`}</small>
            <Button
              size="compact-md"
              variant="default"
              loading={isBusy}
              onClick={() => apply({ learning_id })}
              aria-describedby={`apply-${learning_id}`}
            >
              {words.certificate.apply}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

import { PageHead } from '@cme/shell';
import { Skeleton } from '@cme/ui';
import { useSearchParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { VerifiedCertificate } from './verified-certificate.tsx';
import css from './verify.module.css';
import { type VerifyRequest, verifyQuery } from './verify.queries.ts';
import { VerifyForm } from './verify-form.tsx';
import { verifyWords as words } from './verify.words.ts';

/** Anybody can verify a certificate here, on every site, by its printed data or its QR code. */
export function VerifyPage() {
  const [search] = useSearchParams();
  const token = search.get('token');
  return (
    <div className={css.page}>
      <PageHead name={words.title} description={words.intro} />
      <Verify
        key={search.toString()}
        first={token ? { token } : undefined}
        certNo={search.get('cert_no') ?? ''}
      />
    </div>
  );
}

function Verify({ first, certNo }: { first: VerifyRequest | undefined; certNo: string }) {
  const [asked, setAsked] = useState({ question: first, turn: 0, certNo });
  const { data, error, isFetching } = useQuery(verifyQuery(asked.question, asked.turn));
  const setQuestion = (question: VerifyRequest | undefined, number = '') =>
    setAsked(({ turn }) => ({ question, turn: turn + 1, certNo: number }));
  const tail = asked.question?.id_tail;

  if (data)
    return (
      <VerifiedCertificate
        answer={data}
        onOther={(number = '') =>
          tail && number
            ? setQuestion({ cert_no: number, id_tail: tail })
            : setQuestion(undefined, number)
        }
      />
    );
  return (
    <>
      <header className={css.head}>
        <h1>{words.title}</h1>
        <p>{words.intro}</p>
      </header>
      {isFetching && asked.question?.token ? (
        <Skeleton height={480} />
      ) : (
        <VerifyForm
          certNo={asked.question?.cert_no ?? asked.certNo}
          isBusy={isFetching}
          refused={error?.message}
          onAsk={setQuestion}
        />
      )}
    </>
  );
}

import { Button, ErrorState } from '@cme/ui';
import { useMediaQuery } from '@cme/ui/use-media-query';
import { inApp } from '@cme/shell';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../components/words.ts';
import css from './certificate-picture.module.css';
import { pictureQuery } from './mycertificate.queries.ts';

interface Props {
  cert_no: string;
  name: string;
}

/**
 * The certificate as an image, where files cannot be saved but images can: on phones and inside
 * chat apps.
 */
export function CertificatePicture(props: Props) {
  const isPhone = useMediaQuery('(width < 48em)');
  return isPhone || inApp() !== '' ? <Picture {...props} /> : null;
}

function Picture({ cert_no, name }: Props) {
  const { data, error, isFetching, refetch } = useQuery(pictureQuery(cert_no));
  const [state, setState] = useState<'coming' | 'there' | 'lost'>('coming');
  const retry = () => {
    setState('coming');
    void refetch();
  };
  if (error) return <ErrorState error={error} onRetry={retry} />;
  return (
    <figure className={css.picture}>
      <div className={css.frame} data-state={state}>
        {data && !isFetching && state !== 'lost' ? (
          <img
            src={data.url}
            alt={`${name} ${cert_no}`}
            onLoad={() => setState('there')}
            onError={() => setState('lost')}
          />
        ) : null}
        {state === 'lost' ? (
          <Button variant="default" onClick={retry}>
            {words.certificate.pictureAgain}
          </Button>
        ) : null}
      </div>
      <figcaption>
        {state === 'lost' ? words.certificate.pictureLost : words.certificate.keepPicture}
      </figcaption>
    </figure>
  );
}

import { linkTo } from '@cme/commons/route-links';
import { LinkTo } from '@cme/ui';
import { PageTitle, useSignInMethods } from '@cme/shell';
import css from './regist.module.css';
import { RegistForm } from './regist-form.tsx';
import { words } from './regist.words.ts';

export function RegistPage() {
  const { isRegistOpen, isRegistReviewed } = useSignInMethods();
  return (
    <div className={css.page}>
      <PageTitle name={words.title} />
      <header className={css.head}>
        <h1>{words.title}</h1>
        <p>{words.intro}</p>
        {isRegistReviewed ? <p>{words.reviewed}</p> : null}
        <p>
          {words.have}
          <LinkTo to={linkTo.login()}>{words.signIn}</LinkTo>
        </p>
      </header>
      {isRegistOpen ? (
        <RegistForm />
      ) : (
        <p className={css.closed} role="status">
          {words.closed}
        </p>
      )}
    </div>
  );
}

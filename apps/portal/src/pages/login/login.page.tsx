import { leaveSignIn, PageTitle } from '@cme/shell';
import { SignInForm } from '@cme/shell/sign-in';
import css from './login.module.css';

const words = { title: '登录', intro: '一次登录，选课、学习、个人中心通用' };

export function LoginPage() {
  return (
    <div className={css.page}>
      <PageTitle name={words.title} />
      <h1>{words.title}</h1>
      <p className={css.intro}>{words.intro}</p>
      <div className={css.box}>
        <SignInForm onDone={() => leaveSignIn()} />
      </div>
    </div>
  );
}

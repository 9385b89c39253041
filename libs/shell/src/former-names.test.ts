import { expect, it } from 'vitest';
import * as shell from './index.ts';

/** What version 3.0 exported: areas that were built with it import these names from any later 3.x. */
const exported = `
    CareSwitch CourseCard Forbidden MenuGrid NotFound PageHead PageTitle Root RootError
    SignInCancelled UiProvider defineArea goTo headTags inApp isReturn learnSummaryQuery
    leaveSignIn newQueryClient nextStep pictureUrl readTab refresh reportFailure
    requireProfile requireSignIn rootRoutes scrollToTop siteConfigQuery siteUrl
    toggleSign useOpenFile useSession useSignIn useSignInMethods useStepBack useUserInfo
    userInfoQuery writeTab
  `;

it('an area built with an earlier shell finds all that it imports', () => {
  expect(
    exported
      .trim()
      .split(/\s+/)
      .filter((name) => !(name in shell)),
  ).toEqual([]);
});

it('and recognises a sign-in that was cancelled', () => {
  const error = new shell.SignInCancelledError();
  expect(error).toBeInstanceOf(shell.SignInCancelled);
  expect(error.name).toBe('SignInCancelled');
  expect(shell.isSignInCancelled(error)).toBe(true);
});

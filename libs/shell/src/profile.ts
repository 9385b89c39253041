/** The form of the profile; bundled by the pages that import it. */
export { ProfileFields } from './profile/profile-fields.tsx';
export { useProfileForm } from './profile/use-profile-form.ts';

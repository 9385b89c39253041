/** Whether an account has a staff role: it signs in with a second factor, and is signed out after
 * 15 idle minutes. */
export const isStaff = (roles: readonly string[]): boolean =>
  roles.some((role) => role !== 'learner');

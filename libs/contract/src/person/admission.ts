/**
 * Whether a site has admitted a person who registered: `waiting` for the unit's approval ·
 * `admitted` · `refused` with a reason · `withdrawn` by the person. Anybody but `admitted` gets
 * their own standing only: other calls are refused with `not_admitted`.
 */
export const admissions = ['waiting', 'admitted', 'refused', 'withdrawn'] as const;
export type Admission = (typeof admissions)[number];

/**
 * Who may register on a site: `open` anybody · `approval` anybody, admitted by the unit ·
 * `closed` nobody.
 */
export const registrations = ['open', 'approval', 'closed'] as const;
export type Registration = (typeof registrations)[number];

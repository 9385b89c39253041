/**
 * What a person states about their work, entered once at registration. Afterwards each changes only
 * by request with a proof.
 */
export const factKinds = ['level', 'series_code', 'post_type', 'area_id'] as const;
export type FactKind = (typeof factKinds)[number];

/** Maximum number of proofs per request. */
export const factProofs = 3;

interface Schema {
  safeParse(values: unknown): {
    error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined;
  };
}

export type FieldErrors<Values> = Partial<Record<keyof Values & string, string>>;

/** What a schema of the contract finds wrong, by the field of the form: the first finding of each
 * field. Every form is judged by it. `names` says which field of the form stands for a field of
 * the schema where they differ. */
export function fieldErrors<Values>(
  schema: Schema,
  values: unknown,
  names: Readonly<Record<string, keyof Values & string>> = {},
): FieldErrors<Values> {
  const errors: FieldErrors<Values> = {};
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    const name = String(path[0]);
    errors[names[name] ?? (name as keyof Values & string)] ??= message;
  }
  return errors;
}

/** What a schema finds wrong with a single value. */
export const valueError = (schema: Schema, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;

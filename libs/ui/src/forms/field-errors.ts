const words = {
  confirmMissing: '请再次输入密码',
  confirmWrong: '两次输入的密码不一致',
};

interface Schema {
  safeParse(values: unknown): {
    error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined;
  };
}

export type FieldErrors<Values> = Partial<Record<keyof Values & string, string>>;

/**
 * Validates a form with a schema of the contract and returns the first error of each field. All
 * forms are validated by it. `names` maps schema fields to form fields where the names differ.
 */
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

/** Returns the validation error of a single value. */
export const valueError = (schema: Schema, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;

/** Validation error of a repeated password. */
export function confirmFault(values: { password: string; confirm: string }): string | undefined {
  if (values.confirm === '') return words.confirmMissing;
  return values.confirm === values.password ? undefined : words.confirmWrong;
}

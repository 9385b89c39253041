/** Effect of a migration on an API that does not know it: `additive` leaves all that it reads and
 * writes unchanged, `contract` does not. */
export type MigrationKind = 'additive' | 'contract';

const normalizeStatement = (statement: string) =>
  statement
    .replace(/^\s*--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
const created = (statement: string) =>
  /^create table (?:if not exists )?"?(\w+)"?/i.exec(statement)?.[1];
const findCreatedTables = (statements: readonly string[]) =>
  statements.flatMap((statement) => created(statement) ?? []);
const isGuard = (statement: string) =>
  /^(create or replace (function|trigger)|do \$)/i.test(statement);

/** A new column that inserts of an older API may omit. */
function addsColumn(statement: string): boolean {
  const [, definition] =
    /^alter table "?\w+"? add column "?\w+"? ([^;]*);?$/i.exec(statement) ?? [];
  if (
    definition === undefined ||
    /\b(primary key|check|unique)\b|, (add|alter|drop|rename)\b/i.test(definition)
  )
    return false;
  return !/\bnot null\b/i.test(definition) || /\b(default|generated)\b/i.test(definition);
}

/** Fills columns that the same migration adds. */
function onlyFillsNewTables(statement: string, statements: readonly string[]): boolean {
  const [, table, changes] = /^update "?(\w+)"?(?: \w+)? set (.*)$/i.exec(statement) ?? [];
  if (table === undefined || changes === undefined) return false;
  const set = [...changes.matchAll(/(?<![.\w])"(\w+)" =/g)].map(([, column]) =>
    `alter table "${table}" add column "${column}" `.toLowerCase(),
  );
  return (
    set.length > 0 &&
    set.every((added) => statements.some((statement) => statement.toLowerCase().startsWith(added)))
  );
}

/** Columns that a guard allows to change; undefined for other statements. */
function parseGuard(statement: string): { of: string; free: string[] } | undefined {
  const [, of, free = ''] =
    /^(create or replace trigger .*refuse_(?:rewriting|steps))\(([^)]*)\);?$/i.exec(statement) ??
    [];
  return of === undefined
    ? undefined
    : {
        of,
        free: free
          .split(',')
          .map((item) => item.trim())
          .filter(Boolean),
      };
}

/** A guard that existed before, of a new table, or one that allows more changes than before. */
function onlyWidens(
  statement: string,
  earlier: readonly string[],
  tables: readonly string[],
): boolean {
  const ofOldTables = tables.reduce(
    (text, table) => text.replace(new RegExp(`, '${table}'|(?<=\\[)'${table}', `, 'g'), ''),
    statement,
  );
  if (earlier.includes(ofOldTables)) return true;
  const on = /^create or replace trigger .* on "?(\w+)"?/i.exec(statement)?.[1];
  if (on !== undefined && tables.includes(on)) return true;
  const [, name] = /^create or replace function "?(\w+)"?/i.exec(statement) ?? [];
  if (name !== undefined) {
    const same = new RegExp(`^create or replace function "?${name}\\b`, 'i');
    return !earlier.some((item) => same.test(item));
  }
  const guard = parseGuard(statement);
  if (guard === undefined) return false;
  const before = earlier.map(parseGuard).findLast((item) => item?.of === guard.of);
  return before !== undefined && before.free.every((column) => guard.free.includes(column));
}

/** A new guard of a column that was fully protected so far: it still refuses part of the
 * changes. */
function keepsValues(statement: string, earlier: readonly string[]): boolean {
  const [, rows, condition, column] =
    /^create or replace trigger "?\w+"? (before update on "?\w+"? for each row) when \((.+?) and old\.(\w+) <> new\.\3 and \(.+\)\) execute function refuse_rewriting\(\);?$/i.exec(
      statement,
    ) ?? [];
  if (column === undefined) return false;
  const before = earlier
    .map(parseGuard)
    .findLast((item) =>
      item?.of.endsWith(` ${rows} when (${condition}) execute function refuse_rewriting`),
    );
  return before !== undefined && !before.free.includes(`'${column}'`);
}

/** A foreign key of a column that the same migration adds: an older API leaves it null. */
function refersFromNewColumn(statement: string, statements: readonly string[]): boolean {
  const [, table, column] =
    /^alter table "?(\w+)"? add constraint "?\w+"? foreign key \("?(\w+)"?\)/i.exec(statement) ??
    [];
  const start = `alter table "${table}" add column "${column}" `.toLowerCase();
  return (
    column !== undefined &&
    statements.some(
      (statement) => statement.toLowerCase().startsWith(start) && addsColumn(statement),
    )
  );
}

/** A new trigger that refuses nothing: writes of an older API still work. */
function onlyFollows(
  statement: string,
  statements: readonly string[],
  earlier: readonly string[],
): boolean {
  const [, name, by] =
    /^create or replace trigger "?(\w+)"? after .* execute function "?(\w+)"?\(\);?$/i.exec(
      statement,
    ) ?? [];
  if (name === undefined) return false;
  const same = new RegExp(`^create or replace trigger "?${name}\\b`, 'i');
  const isNew = !earlier.some((item) => same.test(item));
  const called = new RegExp(`^create or replace function "?${by}\\b`, 'i');
  const followed = statements.find((statement) => called.test(statement));
  return isNew && followed !== undefined && !/raise exception/i.test(followed);
}

/** A function that refuses nothing and replaces one that refused nothing: the triggering change
 * still works. */
function isAllowedAfter(statement: string, earlier: readonly string[]): boolean {
  const [, name] = /^create or replace function "?(\w+)"?/i.exec(statement) ?? [];
  if (name === undefined) return false;
  const same = new RegExp(`^create or replace function "?${name}\\b`, 'i');
  const before = earlier.filter((item) => same.test(item));
  const asking = new RegExp(
    `^create or replace trigger .* before .* execute function "?${name}\\b`,
    'i',
  );
  const isAsked = earlier.some((item) => asking.test(item));
  const refuses = [statement, ...before].some((item) => /raise exception/i.test(item));
  return before.length > 0 && !isAsked && !refuses;
}

function onlyAdds(
  statement: string,
  statements: readonly string[],
  earlier: readonly string[],
  since: readonly string[],
): boolean {
  if (!isGuard(statement) && /;./.test(statement)) return false;
  if (
    statement === '' ||
    created(statement) !== undefined ||
    addsColumn(statement) ||
    onlyFillsNewTables(statement, statements)
  )
    return true;
  const tables = findCreatedTables(statements);
  const filled = /^insert into "?(\w+)"?/i.exec(statement)?.[1];
  if (filled !== undefined) return tables.includes(filled);
  const [, unique, indexed = ''] = /^create (unique )?index .* on "?(\w+)"?/i.exec(statement) ?? [];
  if (indexed) return !unique || tables.includes(indexed);
  const constrained = /^alter table "?(\w+)"? add constraint/i.exec(statement)?.[1];
  if (constrained !== undefined)
    return tables.includes(constrained) || refersFromNewColumn(statement, statements);
  if (onlyFollows(statement, statements, earlier) || isAllowedAfter(statement, earlier))
    return true;
  if (keepsValues(statement, earlier)) return true;
  return isGuard(statement) && onlyWidens(statement, earlier, since);
}

/** The kind of each migration, given the statements of all in order. Unknown statements count as
 * `contract`. */
export function classifyMigrations(migrations: readonly (readonly string[])[]): MigrationKind[] {
  const allStatements = migrations.map((statements) => statements.map(normalizeStatement));
  return allStatements.map((statements, index) => {
    const earlier = allStatements.slice(0, index).flat();
    // Guards may be in a later migration than their tables.
    const guarded = allStatements.slice(0, index).findLastIndex((item) => item.some(isGuard));
    const since = allStatements.slice(guarded + 1, index + 1).flatMap(findCreatedTables);
    return statements.every((statement) => onlyAdds(statement, statements, earlier, since))
      ? 'additive'
      : 'contract';
  });
}

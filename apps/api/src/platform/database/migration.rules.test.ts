import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { migrationsFolder } from './database.ts';
import { classifyMigrations } from './migration.rules.ts';

const guards = readFileSync(join(migrationsFolder, '0001_guards.sql'), 'utf8').split(
  '--> statement-breakpoint',
);
const table = 'CREATE TABLE "certificate" ("cert_no" text PRIMARY KEY NOT NULL);';
const kindAfter = (...migrations: string[][]) =>
  classifyMigrations([[table], guards, ...migrations]).at(-1);

describe('compatible changes for an older API', () => {
  it.each([
    [
      'a table with its constraints and indexes',
      [
        'CREATE TABLE "more" (\n\t"id" text\n);',
        'ALTER TABLE "more" ADD CONSTRAINT "fk" FOREIGN KEY ("id") REFERENCES "certificate"("cert_no");',
        'CREATE UNIQUE INDEX "i" ON "more" USING btree ("id");',
      ],
    ],
    ['a column that may be empty', ['ALTER TABLE "certificate" ADD COLUMN "note" text;']],
    [
      'a column with a default',
      [`ALTER TABLE "certificate" ADD COLUMN "note" text DEFAULT '' NOT NULL;`],
    ],
    ['an index', ['CREATE INDEX "i" ON "certificate" USING btree ("cert_no");']],
    [
      'a column that it fills itself',
      [
        'ALTER TABLE "certificate" ADD COLUMN "note" text;',
        `UPDATE "certificate" c SET "note" = 'x' WHERE c."cert_no" = '';`,
      ],
    ],
    [
      'a reference of a column that it adds',
      [
        'ALTER TABLE "certificate" ADD COLUMN "unit" text;',
        'ALTER TABLE "certificate" ADD CONSTRAINT "fk" FOREIGN KEY ("unit") REFERENCES "unit"("id");',
      ],
    ],
    [
      'a trigger that follows a change',
      [
        'CREATE OR REPLACE FUNCTION follow() returns trigger language plpgsql as $$ begin return null; end $$;',
        'CREATE OR REPLACE TRIGGER follows after update on certificate for each row execute function follow();',
      ],
    ],
    [
      'rows of a table that it creates',
      ['CREATE TABLE "more" ("id" text);', `INSERT INTO "more" SELECT 'a';`],
    ],
    ['nothing but words', ['-- why\n']],
    ['the guards as they were', guards],
  ])('%s', (_, statements) => {
    expect(kindAfter(statements)).toBe('additive');
  });
});

describe('incompatible changes for an older API', () => {
  it.each([
    'ALTER TABLE "certificate" ADD COLUMN "note" text NOT NULL;',
    'ALTER TABLE "certificate" ADD COLUMN "note" text UNIQUE;',
    'ALTER TABLE "certificate" DROP COLUMN "note";',
    'ALTER TABLE "certificate" ALTER COLUMN "note" SET NOT NULL;',
    'ALTER TABLE "certificate" ALTER COLUMN "note" DROP NOT NULL;',
    'ALTER TABLE "certificate" ALTER COLUMN "note" SET DATA TYPE integer;',
    'ALTER TABLE "certificate" RENAME COLUMN "note" TO "notes";',
    'ALTER TABLE "certificate" RENAME TO "certificates";',
    'ALTER TABLE "certificate" ADD CONSTRAINT "u" UNIQUE("note");',
    'ALTER TABLE "certificate" ADD COLUMN "note" text, DROP COLUMN "other";',
    'ALTER TABLE "certificate" ADD CONSTRAINT "fk" FOREIGN KEY ("note") REFERENCES "unit"("id");',
    'CREATE OR REPLACE TRIGGER follows after update on certificate for each row execute function unknown();',
    'CREATE UNIQUE INDEX "i" ON "certificate" USING btree ("note");',
    'DROP INDEX "i";',
    'DROP TABLE "certificate";',
    `UPDATE "certificate" SET "note" = '';`,
    'DELETE FROM "certificate";',
    `INSERT INTO "certificate" ("cert_no") VALUES ('x');`,
    'CREATE TABLE "more" ("id" text); DROP TABLE "certificate";',
    'CREATE OR REPLACE FUNCTION refuse_rewriting() returns trigger language plpgsql as $$ begin return null; end $$;',
    'create or replace trigger fresh before update on certificate for each row execute function refuse_rewriting();',
  ])('%s', (statement) => {
    expect(kindAfter([statement])).toBe('contract');
  });
});

describe('guards', () => {
  const changed = (from: string, to: string) => {
    expect(guards.join('')).toContain(from);
    return guards.map((statement) => statement.replace(from, to));
  };
  const created = ['CREATE TABLE "ledger" ("id" text);'];
  const rewriting = `when (old.cert_status = 'issued')\n  execute function refuse_rewriting('cert_status', 'reason', 'replaced_by', 'download_count', 'id_sealed')`;

  test('on a new table are additive', () => {
    const more = changed(
      `'rollout_event', 'state_log'] loop`,
      `'rollout_event', 'state_log', 'ledger'] loop`,
    );
    expect(kindAfter(created, more)).toBe('additive');
    expect(
      kindAfter(created, [
        ...guards,
        'create or replace trigger t before update on ledger for each row execute function refuse_rewriting();',
      ]),
    ).toBe('additive');
    expect(
      kindAfter(created, changed(`array['declare_view', `, `array['ledger', 'declare_view', `)),
    ).toBe('additive');
    expect(kindAfter(more)).toBe('contract');
  });

  test('that follow a change differently are additive, unless they begin to refuse it', () => {
    const follow = 'if new.content_scope = ';
    expect(kindAfter(changed(follow, `perform 1; ${follow}`))).toBe('additive');
    expect(kindAfter(changed(follow, `raise exception 'no'; ${follow}`))).toBe('contract');
  });

  test('that allow changing one more column are additive; one less is not', () => {
    expect(kindAfter(changed(rewriting, rewriting.replace(`'reason'`, `'reason', 'note'`)))).toBe(
      'additive',
    );
    expect(kindAfter(changed(rewriting, rewriting.replace(`'reason', `, '')))).toBe('contract');
  });

  test('that allow changing one more column with restrictions are additive', () => {
    const keeps = (status: string, column: string) =>
      `create or replace trigger kept before update on certificate for each row when (old.cert_status = '${status}' and old.${column} <> new.${column} and (new.${column} = '')) execute function refuse_rewriting();`;
    expect(kindAfter([keeps('issued', 'title')])).toBe('additive');
    // The previous guards, and rows without any.
    expect(kindAfter([keeps('issued', 'reason')])).toBe('contract');
    expect(kindAfter([keeps('revoked', 'title')])).toBe('contract');
  });

  test('with another condition are not known to be additive', () => {
    expect(kindAfter(changed(`old.cert_status = 'issued'`, `old.cert_status <> 'pending'`))).toBe(
      'contract',
    );
    expect(kindAfter(changed('return new;', 'return null;'))).toBe('contract');
  });
});

// Migrates the data of many people from each released schema version to the newest: npm run crash
// -- migrations [people] [version …]. The data must be unchanged, within a minute.
import { argv, exit } from 'node:process';
import { startPostgres } from '../../../../tools/programs/postgres.ts';
import { openStudy } from '../load/study.ts';
import { bringFrom, growPeople, versions } from './older-data.ts';

const people = Number(argv[3] ?? 100_000);
const asked = argv.slice(4);
const mostSeconds = 60;

const postgres = await startPostgres();
const wrong: string[] = [];
try {
  const study = await openStudy({
    ...process.env,
    DATABASE_URL: postgres.url,
    SMS_PROVIDER: 'file',
    INVOICE_ISSUER: 'file',
    APP_SECRET: 'a secret of the versions, long enough for it',
  });
  await study.close();
  await growPeople(postgres.url, people);
  for (const tag of versions.filter(
    (version) => asked.length === 0 || asked.includes(version.slice(0, 4)),
  )) {
    const brought = await bringFrom(tag, postgres.url);
    console.log(
      `from ${tag.padEnd(30)} ${brought.rows.toLocaleString('en')} rows in ${brought.seconds.toFixed(1)} s`,
    );
    wrong.push(...brought.wrong.map((name) => `from ${tag}: ${name}`));
    if (brought.seconds > mostSeconds)
      wrong.push(`from ${tag}: ${brought.seconds.toFixed(1)} s, at most ${mostSeconds}`);
  }
} finally {
  await postgres.stop();
}
for (const line of wrong) console.log(line);
console.log(`migrations: ${people.toLocaleString('en')} people, ${wrong.length} wrong`);
exit(wrong.length === 0 ? 0 : 1);

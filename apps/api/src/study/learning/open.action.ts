import type { Db } from '../../platform/database/database.ts';
import { countStudy } from '../../content/catalogue/catalogue.store.ts';
import { readPurchasables, type Purchasable } from '../../content/catalogue/package.store.ts';
import { lastOpening } from '../../content/catalogue/sale.rules.ts';
import { studyEnd } from './learning.rules.ts';
import { enrol, enrolAll, type NewLearning } from './learning.store.ts';
import { type Actor, logState, logStates } from '../../platform/state-log/state-log.store.ts';

/** Enrolments by purchase, joining or card: a package opens its courses and itself, a course
 * itself. */
export const getOpenedContents = ({
  content,
  courses,
}: Pick<Purchasable, 'content' | 'courses'>): string[] => [
  ...new Set([...courses.map(({ content_id }) => content_id), content.content_id]),
];

/** The days of study begin with the opening. */
const studyStart = ({ readiness }: Purchasable, now: Date): Date =>
  new Date(Math.max(now.getTime(), lastOpening(readiness, now)?.getTime() ?? 0));

interface EnrolmentSource extends Pick<
  NewLearning,
  'site_id' | 'user_id' | 'source' | 'source_id'
> {
  /** The acting person, for the log. */
  actor_type: 'learner' | 'system';
  actor_id: string;
}

/** Enrols a person in these contents of a site, once each; existing enrolments are unchanged.
 * Returns the enrolment of the last one. Fails as a whole if the site lacks one. */
export async function openContents(
  tx: Db,
  { actor_type, actor_id, ...from }: EnrolmentSource,
  contentIds: readonly string[],
  now: Date,
): Promise<string> {
  const purchasables = await readPurchasables(tx, from.site_id, [...contentIds]);
  let last = '';
  for (const content_id of contentIds) {
    const purchasable = purchasables.get(content_id);
    if (!purchasable) throw new Error('the content is not on the site');
    const { content } = purchasable;
    const { learning_id, created } = await enrol(tx, {
      ...from,
      content_id,
      content_type: content.content_type,
      joined_at: now,
      study_end_at: studyEnd(studyStart(purchasable, now), content),
    });
    last = learning_id;
    if (!created) continue;
    await countStudy(tx, from.site_id, content_id);
    await logState(tx, {
      entity: 'learning',
      entity_id: learning_id,
      from: '',
      to: 'enrolled',
      actor_type,
      actor_id,
      reason: from.source,
      at: now,
    });
  }
  return last;
}

/** One of several people whose enrolments are opened together. */
export interface Opened extends Actor {
  user_id: string;
  source_id: string;
}

/** Like `openContents` for many people at once with few statements. */
export async function openForAll(
  tx: Db,
  from: Pick<NewLearning, 'site_id' | 'source'>,
  people: readonly Opened[],
  contentIds: readonly string[],
  now: Date,
): Promise<void> {
  const purchasables = await readPurchasables(tx, from.site_id, [...contentIds]);
  const rows = [...contentIds].sort().flatMap((contentId) => {
    const purchasable = purchasables.get(contentId);
    if (!purchasable) throw new Error('the content is not on the site');
    const { content } = purchasable;
    return people.map(({ user_id, source_id }) => ({
      ...from,
      user_id,
      source_id,
      content_id: contentId,
      content_type: content.content_type,
      joined_at: now,
      study_end_at: studyEnd(studyStart(purchasable, now), content),
    }));
  });
  const created = await enrolAll(tx, rows);
  const actors = new Map(people.map((person) => [person.user_id, person]));
  for (const [content_id, of] of Map.groupBy(created, (row) => row.content_id))
    await countStudy(tx, from.site_id, content_id, of.length);
  await logStates(
    tx,
    created.map(({ learning_id, user_id }) => ({
      entity: 'learning',
      entity_id: learning_id,
      from: '',
      to: 'enrolled',
      actor_type: actors.get(user_id)?.actor_type ?? 'system',
      actor_id: actors.get(user_id)?.actor_id ?? '',
      reason: from.source,
      at: now,
    })),
  );
}

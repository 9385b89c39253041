import { send } from '@cme/commons/api-client';
import { isOpen, site } from '@cme/commons/branding';
import { routes as places } from '@cme/commons/route-links';
import type { BodyOf } from '@cme/contract/base';
import { contentCatalog, contentDetail } from '@cme/contract/content';
import { type Rendered, renderLearnersPage } from '@cme/shell/server';
import { type PublicCourse, publicCourseKey } from './components/public-course.ts';
import { routes } from './routes.ts';

type Content = BodyOf<typeof contentDetail>;

/** Content type of the id in a page's URL. */
const kinds: Record<string, Content['content_type']> = {
  [places.play.path]: 'C',
  [places.examOnline.path]: 'C',
  [places.playback.path]: 'L',
  [places.live.path]: 'L',
};

/** Renders a page of the player in its loading state, before the learner is known. */
export const render = (address: string): Promise<Rendered> =>
  renderLearnersPage(address, {
    routes,
    async fetchPublic({ client, pattern, params: { course_id: id } }) {
      const content_type = kinds[pattern];
      if (!content_type || !id || !isOpen(site())) return;
      const queryFn = () => fetchPublicCourse({ content_type, id });
      await client.prefetchQuery({ queryKey: publicCourseKey(id), queryFn });
    },
  });

async function fetchPublicCourse(content: Content): Promise<PublicCourse> {
  const [{ title }, { chapters }] = await Promise.all([
    send(contentDetail, content),
    send(contentCatalog, content),
  ]);
  return { title, chapters };
}

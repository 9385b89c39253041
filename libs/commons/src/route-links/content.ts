import { linkTo } from './link-to.ts';

/** A content reference in any of the shapes used by replies. */
export interface ContentRef {
  object_type?: string | undefined;
  content_type?: string | undefined;
  content_id?: string | undefined;
  object_id?: string | undefined;
  package_id?: string | undefined;
  id?: string | undefined;
}

/** The page of a content by its type: P, X package · L, R live · A activity · Z sunset ·
 * Y tour · any other type course · no type or no id /404. */
export function contentLink(ref: ContentRef): string {
  const type = ref.object_type || ref.content_type;
  const own = ref.content_id || ref.object_id || ref.id;
  const id = type === 'P' || type === 'X' ? ref.package_id || own : own;
  return type && id ? findPage(type)(id) : linkTo.notFound();
}

function findPage(type: string): (id: string) => string {
  if (type === 'P' || type === 'X') return linkTo.package;
  if (type === 'L' || type === 'R') return linkTo.itemLive;
  if (type === 'A') return linkTo.activity;
  if (type === 'Z') return linkTo.sunset;
  return type === 'Y' ? linkTo.tour : linkTo.course;
}

/** Where a content is played: L live, R playback, otherwise play. */
export function playerLink(type: string | undefined, id: string): string {
  if (type === 'L') return linkTo.live(id);
  return type === 'R' ? linkTo.playback(id) : linkTo.play(id);
}

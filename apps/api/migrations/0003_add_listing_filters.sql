ALTER TABLE "content_listing" ADD COLUMN "series" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_listing" ADD COLUMN "level" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_listing" ADD COLUMN "post_type" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_listing" ADD COLUMN "subject_kind" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_listing" ADD COLUMN "price_kind" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_listing" ADD COLUMN "project_level" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_listing" ADD COLUMN "teach_way" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_listing" ADD COLUMN "content_type" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The bits of `facets.rules.ts`; -1 where the content has no restriction.
update "content_listing" l set
  "series" = case when cardinality(c.series_codes) = 0 then -1
    else (select coalesce(sum(distinct 1::bigint << code::int), 0) from unnest(c.series_codes) code where code ~ '^(0[1-9]|[12][0-9]|3[0-9])$') end,
  "level" = case when cardinality(c.levels) = 0 then -1
    else (select coalesce(sum(distinct case code when 'A' then 1 when 'B' then 2 when 'C' then 4 when 'D' then 8 else 0 end), 0) from unnest(c.levels) code) end,
  "post_type" = case when cardinality(c.post_types) = 0 then -1
    else (select coalesce(sum(distinct case code when 'E' then 1 when 'M' then 2 when 'A' then 4 else 0 end), 0) from unnest(c.post_types) code) end,
  "subject_kind" = case c.subject_kind when 'public' then 1 when 'pro' then 2 else 0 end,
  "price_kind" = case c.is_free when 'Y' then 1 else 2 end,
  "project_level" = case c.project_level when '国家' then 1 when '省' then 2 when '市' then 4 when '单位' then 8 else 0 end,
  "teach_way" = case c.teach_way when 'video' then 1 when 'live' then 2 when 'face' then 4 when 'mixed' then 8 else 0 end,
  "content_type" = case c.content_type when 'C' then 1 when 'P' then 2 when 'X' then 4 when 'L' then 8 when 'R' then 8 else 0 end
from content c where c.content_id = l.content_id;
--> statement-breakpoint
-- Lists and search of a site whose scope has changed, from what they say of the same contents on the main site.
create or replace function list_by_scope(of text) returns void language plpgsql as $$
begin
  delete from content_listing l using site_content c
    where c.site_id = of and c.by_scope and not c.shown and l.site_id = of and l.content_id = c.content_id;
  insert into content_listing (site_id, content_id, facets, series, level, post_type, subject_kind, price_kind, project_level, teach_way, content_type, end_at, publish_at, year, discipline, credits, price_fen, study_count, place)
    select of, c.content_id, l.facets, l.series, l.level, l.post_type, l.subject_kind, l.price_kind, l.project_level, l.teach_way, l.content_type, l.end_at, l.publish_at, l.year, l.discipline, l.credits, l.price_fen, c.study_count,
      case when c.recommended then c.sort else 2147483647 end
    from site_content c
      join site m on m.is_main
      join content_listing l on l.site_id = m.site_id and l.content_id = c.content_id
    where c.site_id = of and c.by_scope and c.shown
    on conflict (site_id, content_id) do update set study_count = excluded.study_count, place = excluded.place;
  update search_entry e set sites = array_append(e.sites, of)
    from site_content c, site m
    where c.site_id = of and c.by_scope and c.shown and e.id = c.content_id and e.kind not in ('news', 'help')
      and m.is_main and m.site_id = any (e.sites) and not of = any (e.sites);
  update search_entry e set sites = array_remove(e.sites, of)
    from site_content c
    where c.site_id = of and c.by_scope and not c.shown and e.id = c.content_id and e.kind not in ('news', 'help') and of = any (e.sites);
  delete from site_tally where site_id = of;
end $$;

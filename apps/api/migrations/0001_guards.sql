-- What the tables themselves refuse, and what follows by itself, whoever asks. Drizzle does not manage it: a change is a migration by hand.

-- Refuses to remove rows, and to change any column but those that are named.
create or replace function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - coalesce(tg_argv, '{}') = to_jsonb(old) - coalesce(tg_argv, '{}') then
      return new;
    end if;
  end if;
  raise exception '% of % is refused: what it holds stays as it was written', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
-- Refuses a change of the column named first, but for the steps named after it, each as `from>to`.
create or replace function refuse_steps() returns trigger language plpgsql as $$
declare
  step text := (to_jsonb(old) ->> tg_argv[0]) || '>' || (to_jsonb(new) ->> tg_argv[0]);
begin
  if step = any (tg_argv[1:]) then
    return new;
  end if;
  raise exception '% of %: the step % does not exist', tg_argv[0], tg_table_name, step using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
do $$
declare
  kept text;
begin
  foreach kept in array array['credit_record', 'certificate', 'declare_view', 'paper_version', 'pay_notice', 'pay_audit', 'rollout_event', 'state_log'] loop
    execute format('create or replace trigger no_removal before delete or truncate on %I for each statement execute function refuse_rewriting()', kept);
  end loop;
  foreach kept in array array['declare_view', 'paper_version', 'pay_audit', 'rollout_event', 'state_log'] loop
    execute format('create or replace trigger no_rewriting before update on %I for each row execute function refuse_rewriting()', kept);
  end loop;
end $$;
--> statement-breakpoint
create or replace trigger no_rewriting before update on pay_notice for each row
  execute function refuse_rewriting('result', 'handled_at');
--> statement-breakpoint
create or replace trigger no_rewriting before update on credit_record for each row when (old.status <> 'pending')
  execute function refuse_rewriting('status');
--> statement-breakpoint
create or replace trigger no_rewriting_while_pending before update on credit_record for each row when (old.status = 'pending')
  execute function refuse_rewriting('status', 'granted_at', 'cert_no');
--> statement-breakpoint
create or replace trigger steps before update on credit_record for each row when (old.status <> new.status)
  execute function refuse_steps('status', 'pending>granted', 'granted>reversed');
--> statement-breakpoint
create or replace trigger no_rewriting before update on certificate for each row when (old.cert_status = 'issued')
  execute function refuse_rewriting('cert_status', 'reason', 'replaced_by', 'download_count', 'id_sealed');
--> statement-breakpoint
create or replace trigger no_rewriting_while_pending before update on certificate for each row when (old.cert_status = 'pending')
  execute function refuse_rewriting('cert_status', 'reason', 'snapshot', 'sha256', 'id_sealed', 'issued_at');
--> statement-breakpoint
create or replace trigger no_rewriting_at_the_end before update on certificate for each row when (old.cert_status not in ('pending', 'issued'))
  execute function refuse_rewriting('download_count', 'id_sealed');
--> statement-breakpoint
-- A holder's number is sealed anew with another key, and changed by nothing else.
create or replace trigger no_resealing before update on certificate for each row when (old.cert_status = 'issued' and old.id_sealed <> new.id_sealed and (new.id_sealed !~ '^[1-9][0-9]*[.].' or split_part(old.id_sealed, '.', 1) = split_part(new.id_sealed, '.', 1)))
  execute function refuse_rewriting();
--> statement-breakpoint
create or replace trigger no_resealing_at_the_end before update on certificate for each row when (old.cert_status not in ('pending', 'issued') and old.id_sealed <> new.id_sealed and (new.id_sealed !~ '^[1-9][0-9]*[.].' or split_part(old.id_sealed, '.', 1) = split_part(new.id_sealed, '.', 1)))
  execute function refuse_rewriting();
--> statement-breakpoint
create or replace trigger steps before update on certificate for each row when (old.cert_status <> new.cert_status)
  execute function refuse_steps('cert_status', 'pending>issued', 'pending>rejected', 'pending>revoked', 'issued>revoked', 'issued>replaced', 'issued>expired');
--> statement-breakpoint
-- A site whose scope is `all` carries what the main site shows. Rows that came so (`by_scope`) follow the main site; a row placed by hand stays as it is.
create or replace function place_by_scope(sites text[], contents text[]) returns void language sql as $$
  insert into site_content (site_id, content_id, shown, recommended, sort, by_scope)
  select s.site_id, c.content_id, c.shown, c.recommended, c.sort, true
  from site m
    join lateral (
      select a.* from site_content a where contents is null and a.site_id = m.site_id
      union all
      select o.* from unnest(contents) named (content_id) join site_content o on o.site_id = m.site_id and o.content_id = named.content_id
    ) c on true
    join site s on s.content_scope = 'all' and not s.is_main and (sites is null or s.site_id = any (sites))
  where m.is_main
  on conflict (site_id, content_id) do update
    set shown = excluded.shown, recommended = excluded.recommended, sort = excluded.sort
    where site_content.by_scope
      and (site_content.shown, site_content.recommended, site_content.sort) is distinct from (excluded.shown, excluded.recommended, excluded.sort)
$$;
--> statement-breakpoint
create or replace function follow_placed() returns trigger language plpgsql as $$
begin
  if exists (select from placed join site m on m.site_id = placed.site_id and m.is_main) then
    perform place_by_scope(null, (select array_agg(placed.content_id) from placed join site m on m.site_id = placed.site_id and m.is_main));
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace function follow_main_site() returns trigger language plpgsql as $$
begin
  if exists (select from site m where m.site_id = old.site_id and m.is_main) then
    if tg_op = 'DELETE' then
      update site_content set shown = false where content_id = old.content_id and by_scope and shown;
    else
      perform place_by_scope(null, array[new.content_id]);
    end if;
  end if;
  return null;
end $$;
--> statement-breakpoint
-- Lists and search of a site whose scope has changed, from what they say of the same contents on the main site.
create or replace function list_by_scope(of text) returns void language plpgsql as $$
begin
  delete from content_listing l using site_content c
    where c.site_id = of and c.by_scope and not c.shown and l.site_id = of and l.content_id = c.content_id;
  insert into content_listing (site_id, content_id, facets, end_at, publish_at, year, discipline, credits, price_fen, study_count, place)
    select of, c.content_id, l.facets, l.end_at, l.publish_at, l.year, l.discipline, l.credits, l.price_fen, c.study_count,
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
--> statement-breakpoint
create or replace function follow_scope() returns trigger language plpgsql as $$
begin
  if new.content_scope = 'all' then
    perform place_by_scope(array[new.site_id], null);
  else
    update site_content set shown = false where site_id = new.site_id and by_scope and shown;
  end if;
  perform list_by_scope(new.site_id);
  return null;
end $$;
--> statement-breakpoint
create or replace trigger follow_placed after insert on site_content referencing new table as placed for each statement
  when (pg_trigger_depth() = 0) execute function follow_placed();
--> statement-breakpoint
create or replace trigger follow_main_site after update on site_content for each row
  when ((old.shown, old.recommended, old.sort) is distinct from (new.shown, new.recommended, new.sort)) execute function follow_main_site();
--> statement-breakpoint
create or replace trigger follow_main_site_away after delete on site_content for each row execute function follow_main_site();
--> statement-breakpoint
create or replace trigger follow_scope after update on site for each row
  when (old.content_scope is distinct from new.content_scope) execute function follow_scope();
--> statement-breakpoint
create or replace trigger follow_scope_at_first after insert on site for each row
  when (new.content_scope = 'all') execute function follow_scope();

-- What the tables themselves refuse, whoever asks. Added to the migrations by `npm run -w @cme/api migration`; each statement may run again.

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
  foreach kept in array array['credit_record', 'certificate', 'paper_version', 'pay_notice', 'pay_audit', 'state_log'] loop
    execute format('create or replace trigger no_removal before delete or truncate on %I for each statement execute function refuse_rewriting()', kept);
  end loop;
  foreach kept in array array['paper_version', 'pay_audit', 'state_log'] loop
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
  execute function refuse_rewriting('cert_status', 'reason', 'replaced_by', 'download_count');
--> statement-breakpoint
create or replace trigger no_rewriting_while_pending before update on certificate for each row when (old.cert_status = 'pending')
  execute function refuse_rewriting('cert_status', 'reason', 'snapshot', 'sha256', 'id_sealed', 'issued_at');
--> statement-breakpoint
create or replace trigger no_rewriting_at_the_end before update on certificate for each row when (old.cert_status not in ('pending', 'issued'))
  execute function refuse_rewriting('download_count');
--> statement-breakpoint
create or replace trigger steps before update on certificate for each row when (old.cert_status <> new.cert_status)
  execute function refuse_steps('cert_status', 'pending>issued', 'pending>rejected', 'pending>revoked', 'issued>revoked', 'issued>replaced', 'issued>expired');

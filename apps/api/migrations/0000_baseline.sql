CREATE TABLE "state_log" (
	"id" text PRIMARY KEY NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "captcha_used" (
	"captcha_id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity" (
	"content_id" text PRIMARY KEY NOT NULL,
	"apply_from" timestamp with time zone NOT NULL,
	"apply_to" timestamp with time zone NOT NULL,
	"begin_at" timestamp with time zone NOT NULL,
	"finish_at" timestamp with time zone NOT NULL,
	"way" text DEFAULT 'onsite' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"traffic" text DEFAULT '' NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"seats" integer NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	"program" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"canceled_at" timestamp with time zone,
	"cancel_reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity_apply" (
	"apply_id" text PRIMARY KEY NOT NULL,
	"content_id" text NOT NULL,
	"user_id" text NOT NULL,
	"site_id" text NOT NULL,
	"apply_status" text NOT NULL,
	"applied_at" timestamp with time zone NOT NULL,
	"canceled_at" timestamp with time zone,
	CONSTRAINT "activity_apply_once" UNIQUE("content_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "appraise" (
	"appraise_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"content_id" text NOT NULL,
	"useful" integer NOT NULL,
	"concise" integer NOT NULL,
	"logical" integer NOT NULL,
	"design" integer NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'shown' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "appraise_once" UNIQUE("user_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "appraise_sum" (
	"site_id" text NOT NULL,
	"content_id" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"useful" integer DEFAULT 0 NOT NULL,
	"concise" integer DEFAULT 0 NOT NULL,
	"logical" integer DEFAULT 0 NOT NULL,
	"design" integer DEFAULT 0 NOT NULL,
	"star_1" integer DEFAULT 0 NOT NULL,
	"star_2" integer DEFAULT 0 NOT NULL,
	"star_3" integer DEFAULT 0 NOT NULL,
	"star_4" integer DEFAULT 0 NOT NULL,
	"star_5" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "appraise_sum_site_id_content_id_pk" PRIMARY KEY("site_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "approval" (
	"approval_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"request" jsonb NOT NULL,
	"facts" text NOT NULL,
	"approval_status" text NOT NULL,
	"proposed_by" text NOT NULL,
	"confirmed_by" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expire_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "study_card" (
	"card_no" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"password_hash" text NOT NULL,
	"card_type" text NOT NULL,
	"face_fen" integer DEFAULT 0 NOT NULL,
	"left_fen" integer DEFAULT 0 NOT NULL,
	"items" text[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"bound_user" text,
	"bound_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"expire_at" timestamp with time zone NOT NULL,
	"batch" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attachment" (
	"attachment_id" text PRIMARY KEY NOT NULL,
	"content_id" text NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"size" integer DEFAULT 0 NOT NULL,
	"file_key" text DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attachment_download" (
	"download_id" text PRIMARY KEY NOT NULL,
	"attachment_id" text NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "banner" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"image" text DEFAULT '' NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chapter" (
	"chapter_id" text PRIMARY KEY NOT NULL,
	"content_id" text NOT NULL,
	"title" text NOT NULL,
	"sort" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content" (
	"content_id" text PRIMARY KEY NOT NULL,
	"content_type" text DEFAULT 'C' NOT NULL,
	"sub_content_type" text DEFAULT '' NOT NULL,
	"title" text NOT NULL,
	"subtitle" text DEFAULT '' NOT NULL,
	"cover" text DEFAULT '' NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"detail_html" text DEFAULT '' NOT NULL,
	"subject_kind" text DEFAULT 'pro' NOT NULL,
	"year" integer NOT NULL,
	"discipline" text[] DEFAULT '{}' NOT NULL,
	"discipline_code" text DEFAULT '' NOT NULL,
	"project_no" text DEFAULT '' NOT NULL,
	"project_level" text DEFAULT '' NOT NULL,
	"teach_way" text DEFAULT 'video' NOT NULL,
	"leader" text DEFAULT '' NOT NULL,
	"source_unit" text DEFAULT '' NOT NULL,
	"hours" numeric(6, 2) DEFAULT 0 NOT NULL,
	"credits" numeric(6, 2) DEFAULT 0 NOT NULL,
	"credit_type" text DEFAULT '' NOT NULL,
	"price_fen" integer DEFAULT 0 NOT NULL,
	"market_price_fen" integer DEFAULT 0 NOT NULL,
	"is_free" text DEFAULT 'N' NOT NULL,
	"start_at" timestamp with time zone NOT NULL,
	"end_at" timestamp with time zone NOT NULL,
	"study_days" integer DEFAULT 365 NOT NULL,
	"refund_days" integer DEFAULT 7 NOT NULL,
	"sequential" text DEFAULT 'N' NOT NULL,
	"max_rate" double precision DEFAULT 1 NOT NULL,
	"has_exam" text DEFAULT 'N' NOT NULL,
	"has_survey" text DEFAULT 'N' NOT NULL,
	"series_codes" text[] DEFAULT '{}' NOT NULL,
	"levels" text[] DEFAULT '{}' NOT NULL,
	"post_types" text[] DEFAULT '{}' NOT NULL,
	"apply_scope" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"publish_at" timestamp with time zone NOT NULL,
	"view_count" integer DEFAULT 0 NOT NULL,
	"score_avg" numeric(6, 2) DEFAULT 0 NOT NULL,
	"appraise_count" integer DEFAULT 0 NOT NULL,
	"resource_count" integer DEFAULT 0 NOT NULL,
	"card" text DEFAULT '' NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"body_text" text DEFAULT '' NOT NULL,
	"search_version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_teacher" (
	"content_id" text NOT NULL,
	"teacher_id" text NOT NULL,
	"role" text NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "content_teacher_content_id_teacher_id_role_pk" PRIMARY KEY("content_id","teacher_id","role")
);
--> statement-breakpoint
CREATE TABLE "home_block" (
	"site_id" text NOT NULL,
	"kind" text NOT NULL,
	"size" integer DEFAULT 8 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT -1 NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	CONSTRAINT "home_block_site_id_kind_pk" PRIMARY KEY("site_id","kind")
);
--> statement-breakpoint
CREATE TABLE "package_item" (
	"package_id" text NOT NULL,
	"content_id" text NOT NULL,
	"required" text DEFAULT 'Y' NOT NULL,
	"sort" integer NOT NULL,
	CONSTRAINT "package_item_package_id_content_id_pk" PRIMARY KEY("package_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "partner" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"name" text NOT NULL,
	"logo" text DEFAULT '' NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "resource" (
	"resource_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"folder" text NOT NULL,
	"seconds" double precision NOT NULL,
	"pages" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "section" (
	"section_id" text PRIMARY KEY NOT NULL,
	"content_id" text NOT NULL,
	"chapter_id" text NOT NULL,
	"title" text NOT NULL,
	"type" text DEFAULT 'video' NOT NULL,
	"resource_id" text,
	"seconds" double precision DEFAULT 0 NOT NULL,
	"required" text DEFAULT 'Y' NOT NULL,
	"try_seconds" integer DEFAULT 0 NOT NULL,
	"sort" integer NOT NULL,
	"check_plan" jsonb
);
--> statement-breakpoint
CREATE TABLE "site_content" (
	"site_id" text NOT NULL,
	"content_id" text NOT NULL,
	"shown" boolean DEFAULT true NOT NULL,
	"recommended" boolean DEFAULT false NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"study_count" integer DEFAULT 0 NOT NULL,
	"buy_count" integer DEFAULT 0 NOT NULL,
	"by_scope" boolean DEFAULT false NOT NULL,
	CONSTRAINT "site_content_site_id_content_id_pk" PRIMARY KEY("site_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "teacher" (
	"teacher_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"photo" text DEFAULT '' NOT NULL,
	"intro" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_listing" (
	"facets" bigint NOT NULL,
	"end_at" timestamp with time zone NOT NULL,
	"publish_at" timestamp with time zone NOT NULL,
	"year" integer DEFAULT 0 NOT NULL,
	"discipline" integer DEFAULT 0 NOT NULL,
	"credits" integer DEFAULT 0 NOT NULL,
	"price_fen" integer DEFAULT 0 NOT NULL,
	"study_count" integer DEFAULT 0 NOT NULL,
	"place" integer DEFAULT 0 NOT NULL,
	"site_id" text NOT NULL,
	"content_id" text NOT NULL,
	CONSTRAINT "content_listing_site_id_content_id_pk" PRIMARY KEY("site_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "site_tally" (
	"site_id" text PRIMARY KEY NOT NULL,
	"course" integer DEFAULT 0 NOT NULL,
	"learner" integer DEFAULT 0 NOT NULL,
	"teacher" integer DEFAULT 0 NOT NULL,
	"years" integer[] DEFAULT '{}' NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "favorite" (
	"favorite_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"content_type" text NOT NULL,
	"content_id" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "favorite_once" UNIQUE("user_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "exam_answer" (
	"score_id" text NOT NULL,
	"qid" text NOT NULL,
	"answer" text[] NOT NULL,
	"version" integer NOT NULL,
	"marked" text DEFAULT 'N' NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "exam_answer_score_id_qid_pk" PRIMARY KEY("score_id","qid")
);
--> statement-breakpoint
CREATE TABLE "exam_attempt" (
	"score_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"learning_id" text NOT NULL,
	"content_id" text NOT NULL,
	"paper_id" text NOT NULL,
	"paper_version" integer NOT NULL,
	"key_version" integer,
	"attempt_no" integer NOT NULL,
	"counted" boolean DEFAULT true NOT NULL,
	"instance" jsonb NOT NULL,
	"attempt_status" text DEFAULT 'in_progress' NOT NULL,
	"seat" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"deadline_at" timestamp with time zone NOT NULL,
	"switch_count" integer DEFAULT 0 NOT NULL,
	"submit_type" text,
	"submitted_at" timestamp with time zone,
	"used_seconds" integer DEFAULT 0 NOT NULL,
	"marks" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"score" numeric(6, 2),
	"result" text,
	"graded_at" timestamp with time zone,
	"booked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "paper" (
	"paper_id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"kind" text DEFAULT 'course' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"disciplines" text[] DEFAULT '{}' NOT NULL,
	"rules" jsonb NOT NULL,
	"policy" jsonb NOT NULL,
	"open_at" timestamp with time zone,
	"close_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "paper_course" (
	"site_id" text NOT NULL,
	"content_id" text NOT NULL,
	"paper_id" text NOT NULL,
	CONSTRAINT "paper_course_site_id_content_id_pk" PRIMARY KEY("site_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "paper_version" (
	"paper_id" text NOT NULL,
	"version" integer NOT NULL,
	"frozen" jsonb NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "paper_version_paper_id_version_pk" PRIMARY KEY("paper_id","version")
);
--> statement-breakpoint
CREATE TABLE "question" (
	"question_id" text NOT NULL,
	"version" integer NOT NULL,
	"current" boolean DEFAULT true NOT NULL,
	"type" text NOT NULL,
	"discipline" text NOT NULL,
	"point" text NOT NULL,
	"difficulty" integer NOT NULL,
	"stem" text DEFAULT '' NOT NULL,
	"image" text DEFAULT '' NOT NULL,
	"parts" jsonb NOT NULL,
	"status" text DEFAULT 'on' NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "question_question_id_version_pk" PRIMARY KEY("question_id","version")
);
--> statement-breakpoint
CREATE TABLE "cert_counter" (
	"code" text NOT NULL,
	"year" integer NOT NULL,
	"letter" text NOT NULL,
	"serial" integer NOT NULL,
	CONSTRAINT "cert_counter_code_year_letter_pk" PRIMARY KEY("code","year","letter")
);
--> statement-breakpoint
CREATE TABLE "cert_issuer" (
	"site_id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "certificate" (
	"cert_no" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"source_id" text NOT NULL,
	"edition" integer DEFAULT 1 NOT NULL,
	"year" integer NOT NULL,
	"title" text NOT NULL,
	"cert_status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"hours" numeric(6, 2) NOT NULL,
	"credits" numeric(6, 2) NOT NULL,
	"credit_type" text DEFAULT '' NOT NULL,
	"snapshot" text DEFAULT '' NOT NULL,
	"sha256" text DEFAULT '' NOT NULL,
	"id_sealed" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"issued_at" timestamp with time zone,
	"replaced_by" text DEFAULT '' NOT NULL,
	"replaces" text DEFAULT '' NOT NULL,
	"download_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "certificate_once" UNIQUE("user_id","kind","source_id","edition")
);
--> statement-breakpoint
CREATE TABLE "credit_record" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"year" integer NOT NULL,
	"subject_kind" text NOT NULL,
	"kind" text NOT NULL,
	"hours" numeric(6, 2) NOT NULL,
	"credits" numeric(6, 2) NOT NULL,
	"credit_type" text DEFAULT '' NOT NULL,
	"project_level" text DEFAULT '' NOT NULL,
	"source_type" text NOT NULL,
	"source_id" text NOT NULL,
	"cycle" integer DEFAULT 1 NOT NULL,
	"edition" integer DEFAULT 1 NOT NULL,
	"title" text NOT NULL,
	"project_no" text DEFAULT '' NOT NULL,
	"issuer" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"granted_at" timestamp with time zone,
	"cert_no" text DEFAULT '' NOT NULL,
	CONSTRAINT "credit_record_once" UNIQUE("user_id","source_type","source_id","cycle","edition")
);
--> statement-breakpoint
CREATE TABLE "credit_rule" (
	"rule_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"name" text NOT NULL,
	"year" integer NOT NULL,
	"scope" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"need_hours" numeric(6, 2) NOT NULL,
	"need_public" numeric(6, 2) NOT NULL,
	"need_pro" numeric(6, 2) NOT NULL,
	"need_credits" numeric(6, 2) NOT NULL,
	"kind_caps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"type_needs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"due_day" text DEFAULT '12-31' NOT NULL,
	"grace_days" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_waiver" (
	"waiver_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"year" integer NOT NULL,
	"kind" text NOT NULL,
	"percent" integer NOT NULL,
	"reason" text NOT NULL,
	"proposed_by" text NOT NULL,
	"given_by" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "unit" (
	"unit_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"name" text NOT NULL,
	"uscc" text,
	"level" text NOT NULL,
	"area_id" text NOT NULL,
	"parent_id" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unit_uscc" UNIQUE("site_id","uscc"),
	CONSTRAINT "unit_name" UNIQUE("site_id","area_id","name")
);
--> statement-breakpoint
CREATE TABLE "unit_admin" (
	"unit_id" text NOT NULL,
	"user_id" text NOT NULL,
	"given_by" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unit_admin_unit_id_user_id_pk" PRIMARY KEY("unit_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "file" (
	"file_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"file_status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"size" integer NOT NULL,
	"format" text DEFAULT '' NOT NULL,
	"sha256" text DEFAULT '' NOT NULL,
	"place" text NOT NULL,
	"object" text DEFAULT '' NOT NULL,
	"fingerprint" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_part" (
	"file_id" text NOT NULL,
	"start" integer NOT NULL,
	"size" integer NOT NULL,
	"object" text NOT NULL,
	CONSTRAINT "file_part_file_id_start_pk" PRIMARY KEY("file_id","start")
);
--> statement-breakpoint
CREATE TABLE "file_use" (
	"owner_type" text NOT NULL,
	"owner_id" text NOT NULL,
	"file_id" text NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	CONSTRAINT "file_use_owner_type_owner_id_file_id_pk" PRIMARY KEY("owner_type","owner_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "declare" (
	"declare_no" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"request_id" text NOT NULL,
	"declare_status" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"year" integer NOT NULL,
	"kind_code" text NOT NULL,
	"activity_name" text DEFAULT '' NOT NULL,
	"activity_no" text DEFAULT '' NOT NULL,
	"issuer" text DEFAULT '' NOT NULL,
	"level" text DEFAULT '' NOT NULL,
	"role_order" integer DEFAULT 0 NOT NULL,
	"start_on" text DEFAULT '' NOT NULL,
	"end_on" text DEFAULT '' NOT NULL,
	"quantity" numeric(8, 2) DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"taken" jsonb,
	"hours_claimed" numeric(6, 2) DEFAULT 0 NOT NULL,
	"credits_claimed" numeric(6, 2) DEFAULT 0 NOT NULL,
	"hours_approved" numeric(6, 2),
	"credits_approved" numeric(6, 2),
	"unit_id" text DEFAULT '' NOT NULL,
	"unit_name" text DEFAULT '' NOT NULL,
	"audit_step" text DEFAULT '' NOT NULL,
	"first_step" text DEFAULT 'unit' NOT NULL,
	"opened_at" timestamp with time zone,
	"opened_by" text DEFAULT '' NOT NULL,
	"unit_by" text DEFAULT '' NOT NULL,
	"centre_by" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"submitted_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	CONSTRAINT "declare_request" UNIQUE("user_id","request_id")
);
--> statement-breakpoint
CREATE TABLE "declare_claim" (
	"site_id" text NOT NULL,
	"claim_key" text NOT NULL,
	"declare_no" text NOT NULL,
	CONSTRAINT "declare_claim_site_id_claim_key_pk" PRIMARY KEY("site_id","claim_key"),
	CONSTRAINT "declare_claim_of" UNIQUE("declare_no")
);
--> statement-breakpoint
CREATE TABLE "declare_refusal" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"declare_no" text NOT NULL,
	"user_id" text NOT NULL,
	"year" integer NOT NULL,
	"kind_code" text NOT NULL,
	"number_key" text DEFAULT '' NOT NULL,
	"activity_no" text DEFAULT '' NOT NULL,
	"activity_name" text DEFAULT '' NOT NULL,
	"start_on" text DEFAULT '' NOT NULL,
	"end_on" text DEFAULT '' NOT NULL,
	"unit_id" text DEFAULT '' NOT NULL,
	"unit_name" text DEFAULT '' NOT NULL,
	"step" text NOT NULL,
	"decision" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"refused_by" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "declare_view" (
	"id" text PRIMARY KEY NOT NULL,
	"declare_no" text NOT NULL,
	"viewer_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exchange_kind" (
	"site_id" text NOT NULL,
	"year" integer NOT NULL,
	"kind_code" text NOT NULL,
	"name" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"activity_kind" text NOT NULL,
	"subject_kind" text NOT NULL,
	"unit" text NOT NULL,
	"hours_per_unit" numeric(10, 6) NOT NULL,
	"credits_per_unit" numeric(10, 6) NOT NULL,
	"max_value" numeric(6, 2) NOT NULL,
	"levels" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"need_files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"number_of" text DEFAULT 'activity' NOT NULL,
	"on" text DEFAULT 'Y' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "exchange_kind_site_id_year_kind_code_pk" PRIMARY KEY("site_id","year","kind_code")
);
--> statement-breakpoint
CREATE TABLE "exchange_window" (
	"site_id" text NOT NULL,
	"year" integer NOT NULL,
	"until" text NOT NULL,
	CONSTRAINT "exchange_window_site_id_year_pk" PRIMARY KEY("site_id","year")
);
--> statement-breakpoint
CREATE TABLE "person_fact" (
	"fact_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"fact_status" text NOT NULL,
	"effective_from" date,
	"effective_to" date,
	"reply" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_account" (
	"former_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"id_hash" text NOT NULL,
	"user_id" text DEFAULT '' NOT NULL,
	"closed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "limit_hit" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"part" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"forgiven" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "limit_key" (
	"key" text PRIMARY KEY NOT NULL,
	"touched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_log" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text,
	"account_hash" text NOT NULL,
	"kind" text NOT NULL,
	"result" text NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reset_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sms_code" (
	"site_id" text NOT NULL,
	"scene" text NOT NULL,
	"mobile_hash" text NOT NULL,
	"code_hash" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"earlier" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"used" boolean DEFAULT false NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sms_code_site_id_scene_mobile_hash_pk" PRIMARY KEY("site_id","scene","mobile_hash")
);
--> statement-breakpoint
CREATE TABLE "user" (
	"user_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"mobile_sealed" text NOT NULL,
	"mobile_hash" text NOT NULL,
	"id_type" text DEFAULT 'ID' NOT NULL,
	"id_sealed" text NOT NULL,
	"id_hash" text NOT NULL,
	"password_hash" text NOT NULL,
	"real_name" text NOT NULL,
	"gender" text DEFAULT '' NOT NULL,
	"birth_sealed" text DEFAULT '' NOT NULL,
	"area_id" text NOT NULL,
	"unit_name" text NOT NULL,
	"department" text DEFAULT '' NOT NULL,
	"post_name" text DEFAULT '' NOT NULL,
	"title_name" text DEFAULT '' NOT NULL,
	"series_code" text NOT NULL,
	"level" text NOT NULL,
	"post_type" text NOT NULL,
	"verify_status" text DEFAULT 'unverified' NOT NULL,
	"unit_id" text,
	"unit_status" text DEFAULT 'joined' NOT NULL,
	"status" text DEFAULT 'normal' NOT NULL,
	"admission" text DEFAULT 'admitted' NOT NULL,
	"roles" text[] DEFAULT '{"learner"}' NOT NULL,
	"agree_version" text NOT NULL,
	"agreed_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_login_at" timestamp with time zone,
	CONSTRAINT "user_mobile" UNIQUE("site_id","mobile_hash"),
	CONSTRAINT "user_id_no" UNIQUE("site_id","id_hash")
);
--> statement-breakpoint
CREATE TABLE "user_device" (
	"account_hash" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_device_account_hash_device_pk" PRIMARY KEY("account_hash","device")
);
--> statement-breakpoint
CREATE TABLE "user_session" (
	"session_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"user_agent" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_until" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"profile_put_off" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_session_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"kind" text NOT NULL,
	"origin" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consent" (
	"consent_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"version" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "factor_ticket" (
	"hash" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"password_mark" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_session" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"mark" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_factor" (
	"factor_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"secret_sealed" text NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "user_factor_code" (
	"factor_id" text NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "user_factor_code_factor_id_hash_pk" PRIMARY KEY("factor_id","hash")
);
--> statement-breakpoint
CREATE TABLE "wechat_binding" (
	"hash" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"device" text NOT NULL,
	"union_hash" text DEFAULT '' NOT NULL,
	"id_hash" text NOT NULL,
	"way" text NOT NULL,
	"session_id" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wechat_identity" (
	"site_id" text NOT NULL,
	"id_hash" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wechat_identity_site_id_id_hash_pk" PRIMARY KEY("site_id","id_hash"),
	CONSTRAINT "wechat_identity_of_user" UNIQUE("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "wechat_state" (
	"hash" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"device" text NOT NULL,
	"way" text NOT NULL,
	"session_id" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_request" (
	"request_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"request_status" text NOT NULL,
	"real_name" text NOT NULL,
	"id_type" text NOT NULL,
	"id_sealed" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"reply" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unit_application" (
	"application_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"unit_id" text NOT NULL,
	"from_unit_id" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice" (
	"invoice_no" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"order_code" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"tax_no" text NOT NULL,
	"email" text NOT NULL,
	"amount_fen" integer NOT NULL,
	"invoice_status" text NOT NULL,
	"tax_invoice_no" text,
	"reason" text DEFAULT '' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"issued_at" timestamp with time zone,
	"reversed_at" timestamp with time zone,
	"reverse_reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "extension_request" (
	"extension_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"learning_id" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text NOT NULL,
	"old_end_at" timestamp with time zone NOT NULL,
	"new_end_at" timestamp with time zone,
	"reply" text DEFAULT '' NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "learning" (
	"learning_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"content_id" text NOT NULL,
	"content_type" text DEFAULT 'C' NOT NULL,
	"cycle" integer DEFAULT 1 NOT NULL,
	"source" text NOT NULL,
	"source_id" text DEFAULT '' NOT NULL,
	"learn_status" text DEFAULT 'enrolled' NOT NULL,
	"credit_status" text DEFAULT 'none' NOT NULL,
	"exam_status" text DEFAULT 'none' NOT NULL,
	"survey_status" text DEFAULT 'none' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"study_end_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"last_section_id" text DEFAULT '' NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"suspension" text DEFAULT '' NOT NULL,
	"suspended_by" text DEFAULT '' NOT NULL,
	"suspended_order" text DEFAULT '' NOT NULL,
	"hidden_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "check_log" (
	"check_id" text PRIMARY KEY NOT NULL,
	"learning_id" text NOT NULL,
	"section_id" text NOT NULL,
	"planned_second" integer NOT NULL,
	"kind" text DEFAULT 'click' NOT NULL,
	"question_id" text,
	"wrong_count" integer DEFAULT 0 NOT NULL,
	"shown_at" timestamp with time zone,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "section_progress" (
	"learning_id" text NOT NULL,
	"section_id" text NOT NULL,
	"section_status" text DEFAULT 'not_started' NOT NULL,
	"watched_ranges" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"covered_ms" integer DEFAULT 0 NOT NULL,
	"furthest_ms" integer DEFAULT 0 NOT NULL,
	"last_position_ms" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "section_progress_learning_id_section_id_pk" PRIMARY KEY("learning_id","section_id")
);
--> statement-breakpoint
CREATE TABLE "study_day" (
	"user_id" text NOT NULL,
	"day" text NOT NULL,
	"counted_ms" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "study_day_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "live" (
	"content_id" text PRIMARY KEY NOT NULL,
	"begin_at" timestamp with time zone NOT NULL,
	"finish_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"recorded_at" timestamp with time zone,
	"replay_id" text,
	"canceled_at" timestamp with time zone,
	"cancel_reason" text DEFAULT '' NOT NULL,
	"started_at" timestamp with time zone,
	"stream_seen_at" timestamp with time zone,
	"chat_on" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_attendance" (
	"content_id" text NOT NULL,
	"user_id" text NOT NULL,
	"site_id" text NOT NULL,
	"watched_ms" bigint DEFAULT 0 NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	"last_beat_at" timestamp with time zone NOT NULL,
	"fetched_at" timestamp with time zone,
	CONSTRAINT "live_attendance_content_id_user_id_pk" PRIMARY KEY("content_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "live_booking" (
	"content_id" text NOT NULL,
	"user_id" text NOT NULL,
	"site_id" text NOT NULL,
	"booked_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	CONSTRAINT "live_booking_content_id_user_id_pk" PRIMARY KEY("content_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "live_message" (
	"message_id" text PRIMARY KEY NOT NULL,
	"content_id" text NOT NULL,
	"user_id" text NOT NULL,
	"site_id" text NOT NULL,
	"text" text NOT NULL,
	"is_staff" boolean DEFAULT false NOT NULL,
	"request_id" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"hidden_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "live_mute" (
	"content_id" text NOT NULL,
	"user_id" text NOT NULL,
	"muted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "live_mute_content_id_user_id_pk" PRIMARY KEY("content_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "live_recording" (
	"recording_id" text PRIMARY KEY NOT NULL,
	"content_id" text NOT NULL,
	"file" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "broadcast" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"link_type" text DEFAULT '' NOT NULL,
	"link_id" text DEFAULT '' NOT NULL,
	"publish_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"broadcast_id" text,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"link_type" text DEFAULT '' NOT NULL,
	"link_id" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'unread' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "message_once" UNIQUE("user_id","broadcast_id")
);
--> statement-breakpoint
CREATE TABLE "message_choice" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"box" text NOT NULL,
	"badge" text NOT NULL,
	CONSTRAINT "message_choice_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "help_article" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text DEFAULT '' NOT NULL,
	"book" text NOT NULL,
	"group_key" text NOT NULL,
	"group_title" text NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"html" text DEFAULT '' NOT NULL,
	"plain" text DEFAULT '' NOT NULL,
	"sort" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "homework" (
	"homework_id" text PRIMARY KEY NOT NULL,
	"content_id" text NOT NULL,
	"section_id" text,
	"title" text NOT NULL,
	"task" text NOT NULL,
	"full_score" integer DEFAULT 100 NOT NULL,
	"pass_score" integer DEFAULT 60 NOT NULL,
	"deadline_at" timestamp with time zone,
	"sort" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "homework_submit" (
	"submit_id" text PRIMARY KEY NOT NULL,
	"homework_id" text NOT NULL,
	"learning_id" text NOT NULL,
	"content_id" text NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"homework_status" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"draft" text,
	"revision" integer DEFAULT 0 NOT NULL,
	"score" integer,
	"comment" text DEFAULT '' NOT NULL,
	"submitted_at" timestamp with time zone,
	"graded_at" timestamp with time zone,
	"graded_by" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "homework_submit_once" UNIQUE("homework_id","learning_id")
);
--> statement-breakpoint
CREATE TABLE "homework_view" (
	"view_id" text PRIMARY KEY NOT NULL,
	"submit_id" text NOT NULL,
	"file_id" text NOT NULL,
	"viewer_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inquiry" (
	"inquiry_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"content_id" text NOT NULL,
	"section_id" text DEFAULT '' NOT NULL,
	"text" text NOT NULL,
	"inquiry_status" text DEFAULT 'waiting' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"answered_by" text DEFAULT '' NOT NULL,
	"answered_at" timestamp with time zone,
	"request_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "inquiry_once" UNIQUE("user_id","request_id")
);
--> statement-breakpoint
CREATE TABLE "note" (
	"note_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"content_id" text NOT NULL,
	"section_id" text NOT NULL,
	"second" double precision NOT NULL,
	"text" text NOT NULL,
	"is_public" text DEFAULT 'N' NOT NULL,
	"status" text DEFAULT 'shown' NOT NULL,
	"request_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "note_once" UNIQUE("user_id","request_id")
);
--> statement-breakpoint
CREATE TABLE "news" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"html" text DEFAULT '' NOT NULL,
	"publish_at" timestamp with time zone NOT NULL,
	"top" text DEFAULT 'N' NOT NULL,
	"view_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "news_attachment" (
	"id" text PRIMARY KEY NOT NULL,
	"news_id" text NOT NULL,
	"file_id" text,
	"name" text NOT NULL,
	"size" integer NOT NULL,
	"kind" text NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "news_reader" (
	"day" date NOT NULL,
	"news_id" text NOT NULL,
	"reader" text NOT NULL,
	CONSTRAINT "news_reader_day_news_id_reader_pk" PRIMARY KEY("day","news_id","reader")
);
--> statement-breakpoint
CREATE TABLE "rollout" (
	"id" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"areas" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rollout_edge" (
	"edge" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"refused" jsonb NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rollout_event" (
	"id" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"area" text NOT NULL,
	"site" text NOT NULL,
	"action" text NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"percent" integer NOT NULL,
	"actor_id" text NOT NULL,
	"by" text NOT NULL,
	"reason" text NOT NULL,
	"request_id" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rollout_health" (
	"minute" timestamp with time zone NOT NULL,
	"area" text NOT NULL,
	"release" text NOT NULL,
	"edge" text NOT NULL,
	"pages" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	"failed_loads" integer DEFAULT 0 NOT NULL,
	"lcp" integer DEFAULT 0 NOT NULL,
	"lcp_poor" integer DEFAULT 0 NOT NULL,
	"inp" integer DEFAULT 0 NOT NULL,
	"inp_poor" integer DEFAULT 0 NOT NULL,
	"cls" integer DEFAULT 0 NOT NULL,
	"cls_poor" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "rollout_health_area_release_minute_edge_pk" PRIMARY KEY("area","release","minute","edge")
);
--> statement-breakpoint
CREATE TABLE "rollout_network" (
	"minute" timestamp with time zone NOT NULL,
	"area" text NOT NULL,
	"release" text NOT NULL,
	"site" text NOT NULL,
	"network" text NOT NULL,
	"pages" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	"failed_loads" integer DEFAULT 0 NOT NULL,
	"lcp" integer DEFAULT 0 NOT NULL,
	"lcp_poor" integer DEFAULT 0 NOT NULL,
	"inp" integer DEFAULT 0 NOT NULL,
	"inp_poor" integer DEFAULT 0 NOT NULL,
	"cls" integer DEFAULT 0 NOT NULL,
	"cls_poor" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "rollout_network_area_release_minute_site_network_pk" PRIMARY KEY("area","release","minute","site","network")
);
--> statement-breakpoint
CREATE TABLE "rollout_site_health" (
	"minute" timestamp with time zone NOT NULL,
	"area" text NOT NULL,
	"release" text NOT NULL,
	"edge" text NOT NULL,
	"pages" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	"failed_loads" integer DEFAULT 0 NOT NULL,
	"lcp" integer DEFAULT 0 NOT NULL,
	"lcp_poor" integer DEFAULT 0 NOT NULL,
	"inp" integer DEFAULT 0 NOT NULL,
	"inp_poor" integer DEFAULT 0 NOT NULL,
	"cls" integer DEFAULT 0 NOT NULL,
	"cls_poor" integer DEFAULT 0 NOT NULL,
	"site" text NOT NULL,
	CONSTRAINT "rollout_site_health_area_site_release_minute_edge_pk" PRIMARY KEY("area","site","release","minute","edge")
);
--> statement-breakpoint
CREATE TABLE "rollout_ticket" (
	"key" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bill_day" (
	"day" text NOT NULL,
	"gateway" text NOT NULL,
	"rows" integer NOT NULL,
	"differences" integer NOT NULL,
	"compared_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bill_day_day_gateway_pk" PRIMARY KEY("day","gateway")
);
--> statement-breakpoint
CREATE TABLE "bill_difference" (
	"day" text NOT NULL,
	"gateway" text NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"gateway_no" text DEFAULT '' NOT NULL,
	"ours_fen" integer NOT NULL,
	"theirs_fen" integer NOT NULL,
	"noted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bill_difference_day_gateway_kind_number_pk" PRIMARY KEY("day","gateway","kind","number")
);
--> statement-breakpoint
CREATE TABLE "pay_audit" (
	"id" text PRIMARY KEY NOT NULL,
	"gateway" text NOT NULL,
	"event" text NOT NULL,
	"reason" text NOT NULL,
	"trade_no" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pay_notice" (
	"id" text PRIMARY KEY NOT NULL,
	"gateway" text NOT NULL,
	"notice_key" text NOT NULL,
	"kind" text NOT NULL,
	"trade_no" text NOT NULL,
	"gateway_no" text NOT NULL,
	"raw" text NOT NULL,
	"headers" jsonb NOT NULL,
	"result" text DEFAULT 'new' NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "trade" (
	"trade_no" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"order_code" text NOT NULL,
	"channel" text NOT NULL,
	"gateway" text NOT NULL,
	"amount_fen" integer NOT NULL,
	"refunded_fen" integer DEFAULT 0 NOT NULL,
	"trade_status" text NOT NULL,
	"booked" text DEFAULT 'N' NOT NULL,
	"held" text DEFAULT '' NOT NULL,
	"gateway_no" text,
	"prepay" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expire_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone,
	"notified_at" timestamp with time zone,
	"paid_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "order" (
	"order_code" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"subject" text NOT NULL,
	"item_count" integer NOT NULL,
	"total_fen" integer DEFAULT 0 NOT NULL,
	"discount_fen" integer DEFAULT 0 NOT NULL,
	"card_fen" integer DEFAULT 0 NOT NULL,
	"pay_fen" integer DEFAULT 0 NOT NULL,
	"paid_fen" integer DEFAULT 0 NOT NULL,
	"refunded_fen" integer DEFAULT 0 NOT NULL,
	"order_status" text DEFAULT 'pending' NOT NULL,
	"status_before" text DEFAULT '' NOT NULL,
	"close_reason" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"card_no" text DEFAULT '' NOT NULL,
	"agree_version" text DEFAULT '' NOT NULL,
	"channel" text DEFAULT '' NOT NULL,
	"trade_no" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expire_at" timestamp with time zone NOT NULL,
	"transfer_until" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"late_paid" text DEFAULT 'N' NOT NULL,
	"invoice_status" text DEFAULT 'none' NOT NULL,
	"is_hidden" text DEFAULT 'N' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_item" (
	"order_item_id" text PRIMARY KEY NOT NULL,
	"order_code" text NOT NULL,
	"content_type" text NOT NULL,
	"content_id" text NOT NULL,
	"snapshot" jsonb NOT NULL,
	"courses" text[] NOT NULL,
	"price_fen" integer DEFAULT 0 NOT NULL,
	"saved_fen" integer DEFAULT 0 NOT NULL,
	"card_fen" integer DEFAULT 0 NOT NULL,
	"pay_fen" integer DEFAULT 0 NOT NULL,
	"refunded_fen" integer DEFAULT 0 NOT NULL,
	"deliver_status" text DEFAULT 'waiting' NOT NULL,
	"deliver_tries" integer DEFAULT 0 NOT NULL,
	"delivered_at" timestamp with time zone,
	"sort" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_request" (
	"user_id" text NOT NULL,
	"request_id" text NOT NULL,
	"request_hash" text NOT NULL,
	"order_code" text NOT NULL,
	CONSTRAINT "order_request_user_id_request_id_pk" PRIMARY KEY("user_id","request_id")
);
--> statement-breakpoint
CREATE TABLE "order_hold" (
	"user_id" text NOT NULL,
	"content_id" text NOT NULL,
	"order_code" text NOT NULL,
	CONSTRAINT "order_hold_user_id_content_id_pk" PRIMARY KEY("user_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "account_closing" (
	"closing_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"closing_status" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"close_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "data_export" (
	"export_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"export_status" text NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"file_id" text DEFAULT '' NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"link_hash" text DEFAULT '' NOT NULL,
	"link_until" timestamp with time zone,
	"requested_at" timestamp with time zone NOT NULL,
	"ready_at" timestamp with time zone,
	"expire_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "class_question" (
	"question_id" text PRIMARY KEY NOT NULL,
	"section_id" text NOT NULL,
	"stem" text NOT NULL,
	"options" jsonb NOT NULL,
	"answer" text NOT NULL,
	"explain" text DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "beat_log" (
	"play_id" text NOT NULL,
	"seq" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"client_at" bigint NOT NULL,
	"spans" jsonb NOT NULL,
	"position_ms" integer NOT NULL,
	"accepted_ms" integer NOT NULL,
	CONSTRAINT "beat_log_play_id_seq_pk" PRIMARY KEY("play_id","seq")
);
--> statement-breakpoint
CREATE TABLE "play_session" (
	"play_id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"session_id" text NOT NULL,
	"learning_id" text NOT NULL,
	"content_id" text NOT NULL,
	"section_id" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"play_status" text DEFAULT 'active' NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"last_accepted_ms" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"last_beat_at" timestamp with time zone NOT NULL,
	"credited_to" timestamp with time zone NOT NULL,
	"accepted_ms" bigint DEFAULT 0 NOT NULL,
	"rejected_count" integer DEFAULT 0 NOT NULL,
	"allow_seek" text,
	"max_rate" double precision,
	"daily_cap_ms" integer,
	"needs_fetch" boolean DEFAULT false NOT NULL,
	"beats_removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "section_fetch" (
	"learning_id" text NOT NULL,
	"section_id" text NOT NULL,
	"parts" "int4multirange" DEFAULT '{}' NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "section_fetch_learning_id_section_id_pk" PRIMARY KEY("learning_id","section_id")
);
--> statement-breakpoint
CREATE TABLE "study_rule" (
	"site_id" text NOT NULL,
	"content_id" text DEFAULT '' NOT NULL,
	"allow_seek" text,
	"max_rate" double precision,
	"checks" text,
	"daily_cap_minutes" integer,
	"play_kick_mode" text,
	"allow_pip" text,
	CONSTRAINT "study_rule_site_id_content_id_pk" PRIMARY KEY("site_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "cart_item" (
	"cart_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"content_type" text NOT NULL,
	"content_id" text NOT NULL,
	"price_fen_at_add" integer NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cart_item_once" UNIQUE("user_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "refund" (
	"refund_no" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"order_code" text NOT NULL,
	"trade_no" text NOT NULL,
	"kind" text NOT NULL,
	"request_id" text NOT NULL,
	"amount_fen" integer NOT NULL,
	"asked_fen" integer,
	"reason" text NOT NULL,
	"refund_status" text NOT NULL,
	"order_status_before" text DEFAULT '' NOT NULL,
	"audit_by" text DEFAULT '' NOT NULL,
	"audit_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	"gateway_no" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "refund_item" (
	"refund_no" text NOT NULL,
	"order_item_id" text NOT NULL,
	"title" text NOT NULL,
	"amount_fen" integer NOT NULL,
	"finished_sections" integer NOT NULL,
	"total_sections" integer NOT NULL,
	CONSTRAINT "refund_item_refund_no_order_item_id_pk" PRIMARY KEY("refund_no","order_item_id")
);
--> statement-breakpoint
CREATE TABLE "search_entry" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"sites" text[] DEFAULT '{}' NOT NULL,
	"title" text NOT NULL,
	"title_form" text NOT NULL,
	"head_form" text NOT NULL,
	"facets" text[] DEFAULT '{}' NOT NULL,
	"publish_at" timestamp with time zone NOT NULL,
	"end_at" timestamp with time zone,
	"weight" integer DEFAULT 0 NOT NULL,
	"version" integer NOT NULL,
	"title_grams" text[] DEFAULT '{}' NOT NULL,
	"grams" text[] DEFAULT '{}' NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"form" text NOT NULL,
	"shown" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "search_entry_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "search_history" (
	"user_id" text NOT NULL,
	"word" text NOT NULL,
	"searched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "search_history_user_id_word_pk" PRIMARY KEY("user_id","word")
);
--> statement-breakpoint
CREATE TABLE "search_word" (
	"site_id" text NOT NULL,
	"day" date NOT NULL,
	"word" text NOT NULL,
	"searched" bigint DEFAULT 1 NOT NULL,
	CONSTRAINT "search_word_site_id_day_word_pk" PRIMARY KEY("site_id","day","word")
);
--> statement-breakpoint
CREATE TABLE "site" (
	"site_id" text PRIMARY KEY NOT NULL,
	"parent_site_id" text,
	"site_name" text NOT NULL,
	"site_short_name" text NOT NULL,
	"domain" text NOT NULL,
	"player_domain" text,
	"user_domain" text,
	"is_main" boolean DEFAULT false NOT NULL,
	"site_logo" text DEFAULT '' NOT NULL,
	"circle_logo" text DEFAULT '' NOT NULL,
	"favicon" text DEFAULT '' NOT NULL,
	"theme_primary" text DEFAULT '#0f6e84' NOT NULL,
	"theme_radius" integer DEFAULT 8 NOT NULL,
	"slogan" text DEFAULT '' NOT NULL,
	"icp_no" text DEFAULT '' NOT NULL,
	"police_no" text DEFAULT '' NOT NULL,
	"service_phone" text DEFAULT '' NOT NULL,
	"service_time" text DEFAULT '' NOT NULL,
	"isCustomerDomain" text DEFAULT 'N' NOT NULL,
	"isEffectiveSite" text DEFAULT 'Y' NOT NULL,
	"isEndSite" text DEFAULT 'N' NOT NULL,
	"isOpenOutsideWorld" text DEFAULT 'Y' NOT NULL,
	"defaultLoginUrl" text DEFAULT '' NOT NULL,
	"login_ways" jsonb DEFAULT '["password","sms"]'::jsonb NOT NULL,
	"regist_open" text DEFAULT 'Y' NOT NULL,
	"registration" text DEFAULT 'open' NOT NULL,
	"single_login" text DEFAULT 'N' NOT NULL,
	"unit_review" text DEFAULT 'N' NOT NULL,
	"second_factor" text DEFAULT 'off' NOT NULL,
	"play_kick_mode" text DEFAULT 'kick_previous' NOT NULL,
	"links" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"icp_url" text DEFAULT 'https://beian.miit.gov.cn/' NOT NULL,
	"police_url" text DEFAULT 'https://beian.mps.gov.cn/' NOT NULL,
	"footer_text" text DEFAULT '' NOT NULL,
	"wechat_qr" text DEFAULT '' NOT NULL,
	"header_style" text DEFAULT 'light' NOT NULL,
	"mobile_menu_style" text DEFAULT 'list' NOT NULL,
	"content_scope" text DEFAULT 'listed' NOT NULL,
	"pay_channels" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"auto_credit" text DEFAULT 'Y' NOT NULL,
	"effective_from" timestamp with time zone,
	"effective_to" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_domain_unique" UNIQUE("domain"),
	CONSTRAINT "site_player_domain_unique" UNIQUE("player_domain"),
	CONSTRAINT "site_user_domain_unique" UNIQUE("user_domain")
);
--> statement-breakpoint
CREATE TABLE "site_menu" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"path" text NOT NULL,
	"show_on" text NOT NULL,
	"need_login" text DEFAULT 'N' NOT NULL,
	"position" integer NOT NULL,
	"open_in" text DEFAULT 'self' NOT NULL,
	"icon" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "survey" (
	"survey_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"content_id" text NOT NULL,
	"title" text NOT NULL,
	"purpose" text DEFAULT '' NOT NULL,
	"required_for_credit" text DEFAULT 'Y' NOT NULL,
	"editable" text DEFAULT 'N' NOT NULL,
	"close_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "survey_answer" (
	"submission_id" text NOT NULL,
	"qid" text NOT NULL,
	"answer" text[] NOT NULL,
	CONSTRAINT "survey_answer_submission_id_qid_pk" PRIMARY KEY("submission_id","qid")
);
--> statement-breakpoint
CREATE TABLE "survey_question" (
	"qid" text PRIMARY KEY NOT NULL,
	"survey_id" text NOT NULL,
	"sort" integer NOT NULL,
	"type" text NOT NULL,
	"stem" text NOT NULL,
	"required" text DEFAULT 'Y' NOT NULL,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rows" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"max_length" integer DEFAULT 500 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "survey_submission" (
	"submission_id" text PRIMARY KEY NOT NULL,
	"survey_id" text NOT NULL,
	"learning_id" text NOT NULL,
	"user_id" text NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "class_member" (
	"member_id" text PRIMARY KEY NOT NULL,
	"class_id" text NOT NULL,
	"site_id" text NOT NULL,
	"training_id" text DEFAULT '' NOT NULL,
	"user_id" text NOT NULL,
	"member_status" text NOT NULL,
	"number" integer NOT NULL,
	"agree_version" text DEFAULT '' NOT NULL,
	"applied_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "class_member_once" UNIQUE("class_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "class_sign" (
	"class_id" text NOT NULL,
	"session_id" text NOT NULL,
	"user_id" text NOT NULL,
	"sign_status" text NOT NULL,
	"way" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"actor_id" text DEFAULT '' NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "class_sign_class_id_session_id_user_id_pk" PRIMARY KEY("class_id","session_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "training" (
	"site_id" text NOT NULL,
	"training_id" text NOT NULL,
	"title" text NOT NULL,
	"subtitle" text DEFAULT '' NOT NULL,
	"cover" text DEFAULT '' NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"html" text DEFAULT '' NOT NULL,
	"organiser" text DEFAULT '' NOT NULL,
	"hours" numeric(6, 2) DEFAULT 0 NOT NULL,
	"credits" numeric(6, 2) DEFAULT 0 NOT NULL,
	"audience" text[] DEFAULT '{}' NOT NULL,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"faq" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"contact" jsonb NOT NULL,
	CONSTRAINT "training_site_id_training_id_pk" PRIMARY KEY("site_id","training_id")
);
--> statement-breakpoint
CREATE TABLE "class" (
	"class_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"training_id" text DEFAULT '' NOT NULL,
	"class_no" text DEFAULT '' NOT NULL,
	"period" integer DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"enroll_from" timestamp with time zone NOT NULL,
	"enroll_to" timestamp with time zone NOT NULL,
	"start_at" timestamp with time zone NOT NULL,
	"end_at" timestamp with time zone NOT NULL,
	"seats" integer NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	"waiting" integer DEFAULT 0 NOT NULL,
	"waiting_limit" integer DEFAULT 0 NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"review" text DEFAULT 'N' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"traffic" text DEFAULT '' NOT NULL,
	"contact" jsonb NOT NULL,
	"timetable" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"resources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rule" jsonb NOT NULL,
	CONSTRAINT "class_seats" CHECK ("class"."taken" between 0 and "class"."seats"),
	CONSTRAINT "class_waiting" CHECK ("class"."waiting" >= 0)
);
--> statement-breakpoint
CREATE TABLE "transcode" (
	"transcode_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"file_id" text NOT NULL,
	"section_id" text NOT NULL,
	"transcode_status" text DEFAULT 'waiting' NOT NULL,
	"percent" integer DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"run" text DEFAULT '' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"lease_until" timestamp with time zone,
	"next_at" timestamp with time zone NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_content_id_content_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_apply" ADD CONSTRAINT "activity_apply_content_id_activity_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."activity"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_content_id_content_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapter" ADD CONSTRAINT "chapter_content_id_content_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_teacher" ADD CONSTRAINT "content_teacher_content_id_content_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_teacher" ADD CONSTRAINT "content_teacher_teacher_id_teacher_teacher_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."teacher"("teacher_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_item" ADD CONSTRAINT "package_item_package_id_content_content_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."content"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_item" ADD CONSTRAINT "package_item_content_id_content_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section" ADD CONSTRAINT "section_content_id_content_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section" ADD CONSTRAINT "section_chapter_id_chapter_chapter_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapter"("chapter_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section" ADD CONSTRAINT "section_resource_id_resource_resource_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resource"("resource_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_content" ADD CONSTRAINT "site_content_content_id_content_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_answer" ADD CONSTRAINT "exam_answer_score_id_exam_attempt_score_id_fk" FOREIGN KEY ("score_id") REFERENCES "public"."exam_attempt"("score_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_course" ADD CONSTRAINT "paper_course_paper_id_paper_paper_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."paper"("paper_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_version" ADD CONSTRAINT "paper_version_paper_id_paper_paper_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."paper"("paper_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_admin" ADD CONSTRAINT "unit_admin_unit_id_unit_unit_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."unit"("unit_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_fact" ADD CONSTRAINT "person_fact_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reset_token" ADD CONSTRAINT "reset_token_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_unit_id_unit_unit_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."unit"("unit_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_session_token" ADD CONSTRAINT "user_session_token_session_id_user_session_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."user_session"("session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factor_ticket" ADD CONSTRAINT "factor_ticket_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_factor" ADD CONSTRAINT "user_factor_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_factor_code" ADD CONSTRAINT "user_factor_code_factor_id_user_factor_factor_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."user_factor"("factor_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wechat_identity" ADD CONSTRAINT "wechat_identity_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_request" ADD CONSTRAINT "identity_request_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_application" ADD CONSTRAINT "unit_application_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_application" ADD CONSTRAINT "unit_application_unit_id_unit_unit_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."unit"("unit_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extension_request" ADD CONSTRAINT "extension_request_learning_id_learning_learning_id_fk" FOREIGN KEY ("learning_id") REFERENCES "public"."learning"("learning_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live" ADD CONSTRAINT "live_content_id_content_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live" ADD CONSTRAINT "live_replay_id_resource_resource_id_fk" FOREIGN KEY ("replay_id") REFERENCES "public"."resource"("resource_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_attendance" ADD CONSTRAINT "live_attendance_content_id_live_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."live"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_booking" ADD CONSTRAINT "live_booking_content_id_live_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."live"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_message" ADD CONSTRAINT "live_message_content_id_live_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."live"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_mute" ADD CONSTRAINT "live_mute_content_id_live_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."live"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_recording" ADD CONSTRAINT "live_recording_content_id_live_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."live"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_broadcast_id_broadcast_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcast"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_attachment" ADD CONSTRAINT "news_attachment_news_id_news_id_fk" FOREIGN KEY ("news_id") REFERENCES "public"."news"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_reader" ADD CONSTRAINT "news_reader_news_id_news_id_fk" FOREIGN KEY ("news_id") REFERENCES "public"."news"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_order_code_order_order_code_fk" FOREIGN KEY ("order_code") REFERENCES "public"."order"("order_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_request" ADD CONSTRAINT "order_request_order_code_order_order_code_fk" FOREIGN KEY ("order_code") REFERENCES "public"."order"("order_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_hold" ADD CONSTRAINT "order_hold_order_code_order_order_code_fk" FOREIGN KEY ("order_code") REFERENCES "public"."order"("order_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_item" ADD CONSTRAINT "refund_item_refund_no_refund_refund_no_fk" FOREIGN KEY ("refund_no") REFERENCES "public"."refund"("refund_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_menu" ADD CONSTRAINT "site_menu_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_answer" ADD CONSTRAINT "survey_answer_submission_id_survey_submission_submission_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."survey_submission"("submission_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_question" ADD CONSTRAINT "survey_question_survey_id_survey_survey_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."survey"("survey_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_submission" ADD CONSTRAINT "survey_submission_survey_id_survey_survey_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."survey"("survey_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_member" ADD CONSTRAINT "class_member_class_id_class_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."class"("class_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_sign" ADD CONSTRAINT "class_sign_class_id_class_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."class"("class_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class" ADD CONSTRAINT "class_class_id_content_content_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."content"("content_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "state_log_entity" ON "state_log" USING btree ("entity","entity_id");--> statement-breakpoint
CREATE INDEX "activity_apply_user" ON "activity_apply" USING btree ("user_id","applied_at");--> statement-breakpoint
CREATE INDEX "appraise_content" ON "appraise" USING btree ("site_id","content_id","created_at","appraise_id");--> statement-breakpoint
CREATE UNIQUE INDEX "approval_open" ON "approval" USING btree ("kind","subject_id") WHERE approval_status = 'proposed';--> statement-breakpoint
CREATE INDEX "approval_list" ON "approval" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "study_card_user" ON "study_card" USING btree ("bound_user");--> statement-breakpoint
CREATE INDEX "attachment_content" ON "attachment" USING btree ("content_id","sort");--> statement-breakpoint
CREATE INDEX "attachment_download_of" ON "attachment_download" USING btree ("attachment_id","at");--> statement-breakpoint
CREATE INDEX "banner_site" ON "banner" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "chapter_content" ON "chapter" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "package_item_content" ON "package_item" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "partner_site" ON "partner" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "section_content" ON "section" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "site_content_content" ON "site_content" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "content_listing_content" ON "content_listing" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "content_listing_by_place" ON "content_listing" USING btree ("site_id","place","publish_at" DESC NULLS LAST,"content_id","end_at");--> statement-breakpoint
CREATE INDEX "content_listing_by_publish" ON "content_listing" USING btree ("site_id","publish_at" DESC NULLS LAST,"content_id","end_at");--> statement-breakpoint
CREATE INDEX "content_listing_by_study" ON "content_listing" USING btree ("site_id","study_count" DESC NULLS LAST,"content_id","publish_at","end_at");--> statement-breakpoint
CREATE INDEX "content_listing_by_credits" ON "content_listing" USING btree ("site_id","credits" DESC NULLS LAST,"publish_at" DESC NULLS LAST,"content_id","end_at");--> statement-breakpoint
CREATE INDEX "content_listing_by_price" ON "content_listing" USING btree ("site_id","price_fen","publish_at" DESC NULLS LAST,"content_id","end_at");--> statement-breakpoint
CREATE INDEX "content_listing_best" ON "content_listing" USING btree ("site_id","place","publish_at" DESC NULLS LAST,"content_id");--> statement-breakpoint
CREATE INDEX "content_listing_new" ON "content_listing" USING btree ("site_id","publish_at" DESC NULLS LAST,"content_id");--> statement-breakpoint
CREATE INDEX "content_listing_hot" ON "content_listing" USING btree ("site_id","study_count" DESC NULLS LAST,"content_id");--> statement-breakpoint
CREATE INDEX "content_listing_credit" ON "content_listing" USING btree ("site_id","credits" DESC NULLS LAST,"publish_at" DESC NULLS LAST,"content_id");--> statement-breakpoint
CREATE INDEX "content_listing_price" ON "content_listing" USING btree ("site_id","price_fen","publish_at" DESC NULLS LAST,"content_id");--> statement-breakpoint
CREATE INDEX "favorite_user" ON "favorite" USING btree ("user_id","added_at");--> statement-breakpoint
CREATE UNIQUE INDEX "exam_attempt_no" ON "exam_attempt" USING btree ("learning_id","paper_id","attempt_no");--> statement-breakpoint
CREATE UNIQUE INDEX "exam_attempt_one_open" ON "exam_attempt" USING btree ("learning_id","paper_id") WHERE "exam_attempt"."attempt_status" = 'in_progress';--> statement-breakpoint
CREATE INDEX "exam_attempt_user" ON "exam_attempt" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "exam_attempt_due" ON "exam_attempt" USING btree ("deadline_at") WHERE "exam_attempt"."attempt_status" = 'in_progress';--> statement-breakpoint
CREATE INDEX "exam_attempt_unbooked" ON "exam_attempt" USING btree ("graded_at") WHERE "exam_attempt"."attempt_status" = 'graded' and "exam_attempt"."booked_at" is null;--> statement-breakpoint
CREATE INDEX "exam_attempt_paper" ON "exam_attempt" USING btree ("paper_id","score") WHERE "exam_attempt"."attempt_status" = 'graded';--> statement-breakpoint
CREATE INDEX "paper_course_paper" ON "paper_course" USING btree ("paper_id");--> statement-breakpoint
CREATE UNIQUE INDEX "question_current" ON "question" USING btree ("question_id") WHERE "question"."current";--> statement-breakpoint
CREATE INDEX "question_discipline" ON "question" USING btree ("discipline","type");--> statement-breakpoint
CREATE INDEX "certificate_user" ON "certificate" USING btree ("user_id","year");--> statement-breakpoint
CREATE INDEX "certificate_source" ON "certificate" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "credit_record_year" ON "credit_record" USING btree ("user_id","year");--> statement-breakpoint
CREATE INDEX "credit_rule_year" ON "credit_rule" USING btree ("site_id","year");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_waiver_open" ON "credit_waiver" USING btree ("user_id","year") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "unit_of_parent" ON "unit" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "unit_admin_user" ON "unit_admin" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "file_upload" ON "file" USING btree ("user_id","site_id","kind","fingerprint") WHERE file_status = 'uploading';--> statement-breakpoint
CREATE INDEX "file_of_user" ON "file" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "file_open" ON "file" USING btree ("file_status","touched_at") WHERE file_status <> 'ready';--> statement-breakpoint
CREATE INDEX "file_use_of_file" ON "file_use" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "declare_of_user" ON "declare" USING btree ("user_id","year","updated_at");--> statement-breakpoint
CREATE INDEX "declare_waiting" ON "declare" USING btree ("site_id","audit_step","submitted_at") WHERE audit_step <> '';--> statement-breakpoint
CREATE INDEX "declare_approved" ON "declare" USING btree ("decided_at") WHERE declare_status = 'approved';--> statement-breakpoint
CREATE INDEX "declare_refusal_of_user" ON "declare_refusal" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "declare_refusal_of_number" ON "declare_refusal" USING btree ("site_id","number_key");--> statement-breakpoint
CREATE INDEX "declare_view_of" ON "declare_view" USING btree ("declare_no","at");--> statement-breakpoint
CREATE UNIQUE INDEX "person_fact_open" ON "person_fact" USING btree ("user_id","kind") WHERE fact_status = 'waiting';--> statement-breakpoint
CREATE INDEX "person_fact_of_user" ON "person_fact" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "person_fact_list" ON "person_fact" USING btree ("site_id","fact_status","created_at");--> statement-breakpoint
CREATE INDEX "former_account_document" ON "former_account" USING btree ("site_id","id_hash");--> statement-breakpoint
CREATE INDEX "former_account_user" ON "former_account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "limit_hit_key" ON "limit_hit" USING btree ("key","at");--> statement-breakpoint
CREATE INDEX "login_log_account" ON "login_log" USING btree ("account_hash","address","result");--> statement-breakpoint
CREATE INDEX "login_log_at" ON "login_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "user_unit" ON "user" USING btree ("unit_id","unit_status");--> statement-breakpoint
CREATE INDEX "user_device_seen" ON "user_device" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "user_session_user" ON "user_session" USING btree ("user_id","ended_at");--> statement-breakpoint
CREATE INDEX "user_session_token_session" ON "user_session_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "consent_of_user" ON "consent" USING btree ("user_id","kind","given_at");--> statement-breakpoint
CREATE INDEX "staff_session_user" ON "staff_session" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_factor_active" ON "user_factor" USING btree ("user_id") WHERE confirmed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "user_factor_pending" ON "user_factor" USING btree ("user_id") WHERE confirmed_at is null;--> statement-breakpoint
CREATE INDEX "wechat_binding_end" ON "wechat_binding" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "wechat_state_end" ON "wechat_state" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_request_open" ON "identity_request" USING btree ("user_id") WHERE request_status = 'waiting';--> statement-breakpoint
CREATE INDEX "identity_request_of_user" ON "identity_request" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "identity_request_list" ON "identity_request" USING btree ("request_status","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "unit_application_waiting" ON "unit_application" USING btree ("user_id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "unit_application_list" ON "unit_application" USING btree ("unit_id","status","created_at");--> statement-breakpoint
CREATE INDEX "unit_application_of_user" ON "unit_application" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_living" ON "invoice" USING btree ("order_code") WHERE invoice_status in ('applied', 'issuing', 'issued');--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_tax_no" ON "invoice" USING btree ("tax_invoice_no");--> statement-breakpoint
CREATE INDEX "invoice_of_user" ON "invoice" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "extension_waiting" ON "extension_request" USING btree ("learning_id") WHERE "extension_request"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "extension_of_learning" ON "extension_request" USING btree ("learning_id","asked_at");--> statement-breakpoint
CREATE INDEX "extension_queue" ON "extension_request" USING btree ("state","asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "learning_once" ON "learning" USING btree ("user_id","content_id","cycle");--> statement-breakpoint
CREATE INDEX "learning_user" ON "learning" USING btree ("user_id","last_at");--> statement-breakpoint
CREATE INDEX "learning_content" ON "learning" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "learning_source" ON "learning" USING btree ("source","source_id");--> statement-breakpoint
CREATE UNIQUE INDEX "check_log_once" ON "check_log" USING btree ("learning_id","section_id","planned_second");--> statement-breakpoint
CREATE INDEX "live_begin" ON "live" USING btree ("begin_at","content_id");--> statement-breakpoint
CREATE INDEX "live_finish" ON "live" USING btree ("finish_at","content_id");--> statement-breakpoint
CREATE INDEX "live_attendance_seen" ON "live_attendance" USING btree ("content_id","last_beat_at");--> statement-breakpoint
CREATE INDEX "live_message_room" ON "live_message" USING btree ("content_id","message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "live_message_once" ON "live_message" USING btree ("user_id","request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "live_recording_once" ON "live_recording" USING btree ("content_id","file");--> statement-breakpoint
CREATE INDEX "broadcast_of_site" ON "broadcast" USING btree ("site_id","publish_at");--> statement-breakpoint
CREATE INDEX "message_of_user" ON "message" USING btree ("user_id","status","created_at");--> statement-breakpoint
CREATE INDEX "help_article_order" ON "help_article" USING btree ("site_id","book","sort");--> statement-breakpoint
CREATE INDEX "homework_content" ON "homework" USING btree ("content_id","sort");--> statement-breakpoint
CREATE UNIQUE INDEX "homework_section" ON "homework" USING btree ("section_id");--> statement-breakpoint
CREATE INDEX "homework_submit_waiting" ON "homework_submit" USING btree ("site_id","submitted_at","submit_id") WHERE homework_status = 'submitted';--> statement-breakpoint
CREATE INDEX "homework_view_of" ON "homework_view" USING btree ("submit_id","at");--> statement-breakpoint
CREATE INDEX "inquiry_mine" ON "inquiry" USING btree ("user_id","content_id","created_at","inquiry_id");--> statement-breakpoint
CREATE INDEX "inquiry_answered" ON "inquiry" USING btree ("content_id","site_id","answered_at","inquiry_id") WHERE inquiry_status = 'answered';--> statement-breakpoint
CREATE INDEX "inquiry_waiting" ON "inquiry" USING btree ("site_id","created_at","inquiry_id") WHERE inquiry_status = 'waiting';--> statement-breakpoint
CREATE INDEX "note_mine" ON "note" USING btree ("user_id","content_id","created_at","note_id");--> statement-breakpoint
CREATE INDEX "note_public" ON "note" USING btree ("content_id","site_id","created_at","note_id") WHERE is_public = 'Y' and status = 'shown';--> statement-breakpoint
CREATE INDEX "news_site" ON "news" USING btree ("site_id","type","publish_at");--> statement-breakpoint
CREATE INDEX "news_list" ON "news" USING btree ("site_id","top","publish_at","id");--> statement-breakpoint
CREATE INDEX "news_list_of_type" ON "news" USING btree ("site_id","type","top","publish_at","id");--> statement-breakpoint
CREATE INDEX "news_attachment_of" ON "news_attachment" USING btree ("news_id","sort");--> statement-breakpoint
CREATE INDEX "rollout_event_of_area" ON "rollout_event" USING btree ("area","at");--> statement-breakpoint
CREATE INDEX "rollout_event_request" ON "rollout_event" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "rollout_network_minute" ON "rollout_network" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "rollout_ticket_at" ON "rollout_ticket" USING btree ("at");--> statement-breakpoint
CREATE INDEX "pay_audit_at" ON "pay_audit" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_notice_once" ON "pay_notice" USING btree ("gateway","notice_key","trade_no");--> statement-breakpoint
CREATE INDEX "pay_notice_trade" ON "pay_notice" USING btree ("trade_no");--> statement-breakpoint
CREATE UNIQUE INDEX "trade_open" ON "trade" USING btree ("order_code","channel") WHERE trade_status in ('created', 'waiting');--> statement-breakpoint
CREATE UNIQUE INDEX "trade_booked" ON "trade" USING btree ("order_code") WHERE booked = 'Y';--> statement-breakpoint
CREATE UNIQUE INDEX "trade_gateway_no" ON "trade" USING btree ("gateway","gateway_no");--> statement-breakpoint
CREATE INDEX "trade_of_order" ON "trade" USING btree ("order_code");--> statement-breakpoint
CREATE INDEX "trade_waiting" ON "trade" USING btree ("created_at") WHERE trade_status in ('created', 'waiting');--> statement-breakpoint
CREATE INDEX "trade_paid" ON "trade" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "order_user" ON "order" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "order_open" ON "order" USING btree ("expire_at") WHERE order_status = 'pending';--> statement-breakpoint
CREATE INDEX "order_undelivered" ON "order" USING btree ("paid_at") WHERE order_status in ('paid', 'partial_refunded');--> statement-breakpoint
CREATE INDEX "order_item_order" ON "order_item" USING btree ("order_code");--> statement-breakpoint
CREATE INDEX "order_item_content" ON "order_item" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "order_hold_order" ON "order_hold" USING btree ("order_code");--> statement-breakpoint
CREATE UNIQUE INDEX "account_closing_open" ON "account_closing" USING btree ("user_id") WHERE closing_status = 'waiting';--> statement-breakpoint
CREATE INDEX "account_closing_due" ON "account_closing" USING btree ("closing_status","close_at");--> statement-breakpoint
CREATE INDEX "data_export_of_user" ON "data_export" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "data_export_open" ON "data_export" USING btree ("user_id") WHERE export_status in ('waiting', 'running', 'ready');--> statement-breakpoint
CREATE INDEX "class_question_section" ON "class_question" USING btree ("section_id");--> statement-breakpoint
CREATE UNIQUE INDEX "play_session_token" ON "play_session" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "play_session_one_open" ON "play_session" USING btree ("user_id") WHERE "play_session"."play_status" in ('active', 'paused');--> statement-breakpoint
CREATE INDEX "play_session_user" ON "play_session" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE INDEX "play_session_logged" ON "play_session" USING btree ("started_at") WHERE "play_session"."beats_removed_at" is null;--> statement-breakpoint
CREATE INDEX "cart_item_user" ON "cart_item" USING btree ("user_id","added_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_request" ON "refund" USING btree ("user_id","request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_automatic" ON "refund" USING btree ("trade_no") WHERE kind <> 'learner';--> statement-breakpoint
CREATE INDEX "refund_of_order" ON "refund" USING btree ("order_code","created_at");--> statement-breakpoint
CREATE INDEX "refund_open" ON "refund" USING btree ("created_at") WHERE refund_status in ('approved', 'processing', 'failed');--> statement-breakpoint
CREATE INDEX "refund_item_of" ON "refund_item" USING btree ("order_item_id");--> statement-breakpoint
CREATE INDEX "search_entry_grams" ON "search_entry" USING gin ("sites","grams");--> statement-breakpoint
CREATE INDEX "search_entry_title_grams" ON "search_entry" USING gin ("sites","title_grams");--> statement-breakpoint
CREATE INDEX "search_entry_version" ON "search_entry" USING btree ("version");--> statement-breakpoint
CREATE INDEX "search_history_latest" ON "search_history" USING btree ("user_id","searched_at");--> statement-breakpoint
CREATE INDEX "site_menu_of_site" ON "site_menu" USING btree ("site_id","show_on","position");--> statement-breakpoint
CREATE UNIQUE INDEX "survey_course" ON "survey" USING btree ("site_id","content_id");--> statement-breakpoint
CREATE INDEX "survey_question_survey" ON "survey_question" USING btree ("survey_id","sort");--> statement-breakpoint
CREATE UNIQUE INDEX "survey_submission_once" ON "survey_submission" USING btree ("survey_id","learning_id");--> statement-breakpoint
CREATE INDEX "class_member_queue" ON "class_member" USING btree ("class_id","member_status","number");--> statement-breakpoint
CREATE INDEX "class_member_user" ON "class_member" USING btree ("user_id","applied_at");--> statement-breakpoint
CREATE UNIQUE INDEX "class_member_training" ON "class_member" USING btree ("site_id","training_id","user_id") WHERE training_id <> '' and member_status in ('applied', 'waiting', 'admitted', 'studying');--> statement-breakpoint
CREATE INDEX "class_sign_user" ON "class_sign" USING btree ("user_id","class_id");--> statement-breakpoint
CREATE INDEX "class_training" ON "class" USING btree ("site_id","training_id","start_at");--> statement-breakpoint
CREATE UNIQUE INDEX "transcode_once" ON "transcode" USING btree ("file_id","section_id");--> statement-breakpoint
CREATE INDEX "transcode_of_site" ON "transcode" USING btree ("site_id","created_at");--> statement-breakpoint
CREATE INDEX "transcode_open" ON "transcode" USING btree ("next_at") WHERE transcode_status in ('waiting', 'running');
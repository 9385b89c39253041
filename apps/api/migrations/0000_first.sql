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
	"project_no" text DEFAULT '' NOT NULL,
	"project_level" text DEFAULT '' NOT NULL,
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
	"search_text" text DEFAULT '' NOT NULL
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
	CONSTRAINT "home_block_site_id_kind_pk" PRIMARY KEY("site_id","kind")
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
	"seconds" double precision NOT NULL
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
	"note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "captcha_used" (
	"captcha_id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
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
	"area_id" text NOT NULL,
	"unit_name" text NOT NULL,
	"department" text DEFAULT '' NOT NULL,
	"post_name" text DEFAULT '' NOT NULL,
	"title_name" text DEFAULT '' NOT NULL,
	"series_code" text NOT NULL,
	"level" text NOT NULL,
	"post_type" text NOT NULL,
	"verify_status" text DEFAULT 'unverified' NOT NULL,
	"unit_status" text DEFAULT 'joined' NOT NULL,
	"status" text DEFAULT 'normal' NOT NULL,
	"roles" text[] DEFAULT '{"learner"}' NOT NULL,
	"agree_version" text NOT NULL,
	"agreed_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_login_at" timestamp with time zone,
	CONSTRAINT "user_mobile" UNIQUE("site_id","mobile_hash"),
	CONSTRAINT "user_id_no" UNIQUE("site_id","id_hash")
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
	"end_reason" text
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
	"reversed_at" timestamp with time zone
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
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
	"channel" text DEFAULT '' NOT NULL,
	"trade_no" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expire_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"late_paid" text DEFAULT 'N' NOT NULL,
	"invoice_status" text DEFAULT 'none' NOT NULL,
	"is_hidden" text DEFAULT 'N' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_hold" (
	"user_id" text NOT NULL,
	"content_id" text NOT NULL,
	"order_code" text NOT NULL,
	CONSTRAINT "order_hold_user_id_content_id_pk" PRIMARY KEY("user_id","content_id")
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
CREATE TABLE "check_log" (
	"check_id" text PRIMARY KEY NOT NULL,
	"learning_id" text NOT NULL,
	"section_id" text NOT NULL,
	"planned_second" integer NOT NULL,
	"kind" text DEFAULT 'click' NOT NULL,
	"shown_at" timestamp with time zone,
	"answered_at" timestamp with time zone
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
	"rejected_count" integer DEFAULT 0 NOT NULL
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
	"single_login" text DEFAULT 'N' NOT NULL,
	"unit_review" text DEFAULT 'N' NOT NULL,
	"play_kick_mode" text DEFAULT 'kick_previous' NOT NULL,
	"links" jsonb DEFAULT '[]'::jsonb NOT NULL,
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
	"position" integer NOT NULL
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
	"submitted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
ALTER TABLE "reset_token" ADD CONSTRAINT "reset_token_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_session_token" ADD CONSTRAINT "user_session_token_session_id_user_session_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."user_session"("session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_broadcast_id_broadcast_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcast"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_hold" ADD CONSTRAINT "order_hold_order_code_order_order_code_fk" FOREIGN KEY ("order_code") REFERENCES "public"."order"("order_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_order_code_order_order_code_fk" FOREIGN KEY ("order_code") REFERENCES "public"."order"("order_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_request" ADD CONSTRAINT "order_request_order_code_order_order_code_fk" FOREIGN KEY ("order_code") REFERENCES "public"."order"("order_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_item" ADD CONSTRAINT "refund_item_refund_no_refund_refund_no_fk" FOREIGN KEY ("refund_no") REFERENCES "public"."refund"("refund_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_menu" ADD CONSTRAINT "site_menu_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_answer" ADD CONSTRAINT "survey_answer_submission_id_survey_submission_submission_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."survey_submission"("submission_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_question" ADD CONSTRAINT "survey_question_survey_id_survey_survey_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."survey"("survey_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_submission" ADD CONSTRAINT "survey_submission_survey_id_survey_survey_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."survey"("survey_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "study_card_user" ON "study_card" USING btree ("bound_user");--> statement-breakpoint
CREATE INDEX "banner_site" ON "banner" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "chapter_content" ON "chapter" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "news_site" ON "news" USING btree ("site_id","type","publish_at");--> statement-breakpoint
CREATE INDEX "package_item_content" ON "package_item" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "partner_site" ON "partner" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "section_content" ON "section" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "site_content_content" ON "site_content" USING btree ("content_id");--> statement-breakpoint
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
CREATE INDEX "limit_hit_key" ON "limit_hit" USING btree ("key","at");--> statement-breakpoint
CREATE INDEX "login_log_account" ON "login_log" USING btree ("account_hash","address","result");--> statement-breakpoint
CREATE INDEX "login_log_at" ON "login_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "user_session_user" ON "user_session" USING btree ("user_id","ended_at");--> statement-breakpoint
CREATE INDEX "user_session_token_session" ON "user_session_token" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_living" ON "invoice" USING btree ("order_code") WHERE invoice_status in ('applied', 'issuing', 'issued');--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_tax_no" ON "invoice" USING btree ("tax_invoice_no");--> statement-breakpoint
CREATE INDEX "invoice_of_user" ON "invoice" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "learning_once" ON "learning" USING btree ("user_id","content_id","cycle");--> statement-breakpoint
CREATE INDEX "learning_user" ON "learning" USING btree ("user_id","last_at");--> statement-breakpoint
CREATE INDEX "learning_content" ON "learning" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "learning_source" ON "learning" USING btree ("source","source_id");--> statement-breakpoint
CREATE INDEX "state_log_entity" ON "state_log" USING btree ("entity","entity_id");--> statement-breakpoint
CREATE INDEX "broadcast_of_site" ON "broadcast" USING btree ("site_id","publish_at");--> statement-breakpoint
CREATE INDEX "message_of_user" ON "message" USING btree ("user_id","status","created_at");--> statement-breakpoint
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
CREATE INDEX "order_hold_order" ON "order_hold" USING btree ("order_code");--> statement-breakpoint
CREATE INDEX "order_item_order" ON "order_item" USING btree ("order_code");--> statement-breakpoint
CREATE INDEX "order_item_content" ON "order_item" USING btree ("content_id");--> statement-breakpoint
CREATE UNIQUE INDEX "check_log_once" ON "check_log" USING btree ("learning_id","section_id","planned_second");--> statement-breakpoint
CREATE UNIQUE INDEX "play_session_token" ON "play_session" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "play_session_one_open" ON "play_session" USING btree ("user_id") WHERE "play_session"."play_status" in ('active', 'paused');--> statement-breakpoint
CREATE INDEX "play_session_user" ON "play_session" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE INDEX "cart_item_user" ON "cart_item" USING btree ("user_id","added_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_request" ON "refund" USING btree ("user_id","request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_automatic" ON "refund" USING btree ("trade_no") WHERE kind <> 'learner';--> statement-breakpoint
CREATE INDEX "refund_of_order" ON "refund" USING btree ("order_code","created_at");--> statement-breakpoint
CREATE INDEX "refund_open" ON "refund" USING btree ("created_at") WHERE refund_status in ('approved', 'processing', 'failed');--> statement-breakpoint
CREATE INDEX "refund_item_of" ON "refund_item" USING btree ("order_item_id");--> statement-breakpoint
CREATE INDEX "site_menu_of_site" ON "site_menu" USING btree ("site_id","show_on","position");--> statement-breakpoint
CREATE UNIQUE INDEX "survey_course" ON "survey" USING btree ("site_id","content_id");--> statement-breakpoint
CREATE INDEX "survey_question_survey" ON "survey_question" USING btree ("survey_id","sort");--> statement-breakpoint
CREATE UNIQUE INDEX "survey_submission_once" ON "survey_submission" USING btree ("survey_id","learning_id");
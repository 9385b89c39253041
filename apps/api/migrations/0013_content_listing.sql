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
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "content" ADD COLUMN "discipline_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "content" ADD COLUMN "teach_way" text DEFAULT 'video' NOT NULL;--> statement-breakpoint
CREATE INDEX "content_listing_content" ON "content_listing" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "content_listing_best" ON "content_listing" USING btree ("site_id","place","publish_at" DESC NULLS LAST,"content_id");--> statement-breakpoint
CREATE INDEX "content_listing_new" ON "content_listing" USING btree ("site_id","publish_at" DESC NULLS LAST,"content_id");--> statement-breakpoint
CREATE INDEX "content_listing_hot" ON "content_listing" USING btree ("site_id","study_count" DESC NULLS LAST,"content_id");--> statement-breakpoint
CREATE INDEX "content_listing_credit" ON "content_listing" USING btree ("site_id","credits" DESC NULLS LAST,"publish_at" DESC NULLS LAST,"content_id");--> statement-breakpoint
CREATE INDEX "content_listing_price" ON "content_listing" USING btree ("site_id","price_fen","publish_at" DESC NULLS LAST,"content_id");
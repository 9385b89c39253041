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
CREATE INDEX "search_entry_grams" ON "search_entry" USING gin ("sites","grams");--> statement-breakpoint
CREATE INDEX "search_entry_title_grams" ON "search_entry" USING gin ("sites","title_grams");--> statement-breakpoint
CREATE INDEX "search_entry_version" ON "search_entry" USING btree ("version");--> statement-breakpoint
CREATE INDEX "search_history_latest" ON "search_history" USING btree ("user_id","searched_at");
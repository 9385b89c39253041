CREATE TABLE "message_choice" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"box" text NOT NULL,
	"badge" text NOT NULL,
	CONSTRAINT "message_choice_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);

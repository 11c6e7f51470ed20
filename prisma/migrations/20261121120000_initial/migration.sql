-- Ids of units; a source unit takes its id from the same sequence (it is the id of the source language's unit).
CREATE SEQUENCE "unit_ids" AS bigint CACHE 1;
CREATE FUNCTION "new_unit_id"() RETURNS bigint LANGUAGE sql VOLATILE AS $$ SELECT nextval('unit_ids') $$;

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "username" TEXT NOT NULL,
    "full_name" TEXT NOT NULL DEFAULT '',
    "email" TEXT,
    "commit_email" TEXT,
    "password_hash" TEXT,
    "is_superuser" BOOLEAN NOT NULL DEFAULT false,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_bot" BOOLEAN NOT NULL DEFAULT false,
    "is_anonymous" BOOLEAN NOT NULL DEFAULT false,
    "date_joined" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "date_expires" TIMESTAMPTZ(6),
    "last_login" TIMESTAMPTZ(6),
    "session_version" INTEGER NOT NULL DEFAULT 1,
    "preferences" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "accounts" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "provider_account_id" TEXT NOT NULL,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_tokens" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "hash" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "project_id" INTEGER,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6),
    "last_used_at" TIMESTAMPTZ(6),
    "last_client" TEXT NOT NULL DEFAULT '',
    "revoked_at" TIMESTAMPTZ(6),

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_languages" (
    "user_id" INTEGER NOT NULL,
    "language_id" INTEGER NOT NULL,
    "secondary" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "user_languages_pkey" PRIMARY KEY ("user_id","language_id","secondary")
);

-- CreateTable
CREATE TABLE "watches" (
    "user_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,

    CONSTRAINT "watches_pkey" PRIMARY KEY ("user_id","project_id")
);

-- CreateTable
CREATE TABLE "subscriptions" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "notification" TEXT NOT NULL,
    "scope" INTEGER NOT NULL,
    "frequency" INTEGER NOT NULL,
    "project_id" INTEGER,
    "component_id" INTEGER,

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_blocks" (
    "user_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(6),

    CONSTRAINT "user_blocks_pkey" PRIMARY KEY ("user_id","project_id")
);

-- CreateTable
CREATE TABLE "agreements" (
    "user_id" INTEGER NOT NULL,
    "component_id" INTEGER NOT NULL,
    "signed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agreements_pkey" PRIMARY KEY ("user_id","component_id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "username" TEXT NOT NULL DEFAULT '',
    "team_id" INTEGER,
    "invited_by" INTEGER,
    "code_hash" TEXT NOT NULL,
    "superuser" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "used_at" TIMESTAMPTZ(6),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "roles" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "builtin" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "roles_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "role_permissions" (
    "role_id" INTEGER NOT NULL,
    "codename" TEXT NOT NULL,

    CONSTRAINT "role_permissions_pkey" PRIMARY KEY ("role_id","codename")
);

-- CreateTable
CREATE TABLE "teams" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "builtin" BOOLEAN NOT NULL DEFAULT false,
    "defining_project_id" INTEGER,
    "project_selection" INTEGER NOT NULL DEFAULT 0,
    "language_selection" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team_roles" (
    "team_id" INTEGER NOT NULL,
    "role_id" INTEGER NOT NULL,

    CONSTRAINT "team_roles_pkey" PRIMARY KEY ("team_id","role_id")
);

-- CreateTable
CREATE TABLE "team_members" (
    "team_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "is_admin" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "team_members_pkey" PRIMARY KEY ("team_id","user_id")
);

-- CreateTable
CREATE TABLE "team_projects" (
    "team_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,

    CONSTRAINT "team_projects_pkey" PRIMARY KEY ("team_id","project_id")
);

-- CreateTable
CREATE TABLE "team_components" (
    "team_id" INTEGER NOT NULL,
    "component_id" INTEGER NOT NULL,

    CONSTRAINT "team_components_pkey" PRIMARY KEY ("team_id","component_id")
);

-- CreateTable
CREATE TABLE "team_component_lists" (
    "team_id" INTEGER NOT NULL,
    "component_list_id" INTEGER NOT NULL,

    CONSTRAINT "team_component_lists_pkey" PRIMARY KEY ("team_id","component_list_id")
);

-- CreateTable
CREATE TABLE "team_languages" (
    "team_id" INTEGER NOT NULL,
    "language_id" INTEGER NOT NULL,

    CONSTRAINT "team_languages_pkey" PRIMARY KEY ("team_id","language_id")
);

-- CreateTable
CREATE TABLE "auto_teams" (
    "id" SERIAL NOT NULL,
    "pattern" TEXT NOT NULL,
    "team_id" INTEGER NOT NULL,

    CONSTRAINT "auto_teams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "languages" (
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "native_name" TEXT NOT NULL DEFAULT '',
    "direction" TEXT NOT NULL DEFAULT '',
    "population" BIGINT NOT NULL DEFAULT 0,
    "builtin" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "languages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plurals" (
    "id" SERIAL NOT NULL,
    "language_id" INTEGER NOT NULL,
    "source" INTEGER NOT NULL DEFAULT 0,
    "number" INTEGER NOT NULL,
    "formula" TEXT NOT NULL,
    "type" INTEGER NOT NULL,
    "categories" TEXT[],

    CONSTRAINT "plurals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "language_aliases" (
    "code" TEXT NOT NULL,
    "language_id" INTEGER NOT NULL,

    CONSTRAINT "language_aliases_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "projects" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "web" TEXT NOT NULL DEFAULT '',
    "instructions" TEXT NOT NULL DEFAULT '',
    "access_control" INTEGER NOT NULL DEFAULT 0,
    "translation_review" BOOLEAN NOT NULL DEFAULT false,
    "source_review" BOOLEAN NOT NULL DEFAULT false,
    "set_language_team" BOOLEAN NOT NULL DEFAULT true,
    "enable_hooks" BOOLEAN NOT NULL DEFAULT true,
    "language_aliases" TEXT NOT NULL DEFAULT '',
    "check_flags" TEXT NOT NULL DEFAULT '',
    "commit_policy" INTEGER NOT NULL DEFAULT 0,
    "use_shared_tm" BOOLEAN NOT NULL DEFAULT true,
    "contribute_shared_tm" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(6),

    CONSTRAINT "projects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "categories" (
    "id" SERIAL NOT NULL,
    "project_id" INTEGER NOT NULL,
    "parent_id" INTEGER,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(6),

    CONSTRAINT "categories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "repositories" (
    "id" SERIAL NOT NULL,
    "vcs" TEXT NOT NULL DEFAULT 'git',
    "url" TEXT NOT NULL,
    "branch" TEXT NOT NULL DEFAULT '',
    "push" TEXT NOT NULL DEFAULT '',
    "push_branch" TEXT NOT NULL DEFAULT '',
    "merge_style" TEXT NOT NULL DEFAULT 'rebase',
    "push_on_commit" BOOLEAN NOT NULL DEFAULT true,
    "commit_pending_age" INTEGER NOT NULL DEFAULT 24,
    "auto_lock_error" BOOLEAN NOT NULL DEFAULT true,
    "synced_commit" TEXT,
    "remote_commit" TEXT,
    "local_commit" TEXT,
    "remote_info" JSONB,
    "local_info" JSONB,
    "outgoing" INTEGER NOT NULL DEFAULT 0,
    "missing" INTEGER NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL DEFAULT '',
    "merge_failure" TEXT,
    "fetched_at" TIMESTAMPTZ(6),
    "update_wanted_at" TIMESTAMPTZ(6),
    "push_wanted_at" TIMESTAMPTZ(6),
    "lease_owner" TEXT,
    "lease_since" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "repositories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "local_commits" (
    "id" BIGSERIAL NOT NULL,
    "repository_id" INTEGER NOT NULL,
    "sha" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "local_commits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "components" (
    "id" SERIAL NOT NULL,
    "project_id" INTEGER NOT NULL,
    "category_id" INTEGER,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "repository_id" INTEGER NOT NULL,
    "linked_component_id" INTEGER,
    "filemask" TEXT NOT NULL,
    "screenshot_filemask" TEXT NOT NULL DEFAULT '',
    "template" TEXT NOT NULL DEFAULT '',
    "edit_template" BOOLEAN NOT NULL DEFAULT true,
    "intermediate" TEXT NOT NULL DEFAULT '',
    "new_base" TEXT NOT NULL DEFAULT '',
    "file_format" TEXT NOT NULL,
    "file_format_params" JSONB NOT NULL DEFAULT '{}',
    "source_language_id" INTEGER NOT NULL,
    "secondary_language_id" INTEGER,
    "license" TEXT NOT NULL DEFAULT '',
    "agreement" TEXT NOT NULL DEFAULT '',
    "new_lang" TEXT NOT NULL DEFAULT 'add',
    "language_code_style" TEXT NOT NULL DEFAULT '',
    "check_flags" TEXT NOT NULL DEFAULT '',
    "priority" INTEGER NOT NULL DEFAULT 100,
    "enforced_checks" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "restricted" BOOLEAN NOT NULL DEFAULT false,
    "repoweb" TEXT NOT NULL DEFAULT '',
    "git_export" TEXT NOT NULL DEFAULT '',
    "report_source_bugs" TEXT NOT NULL DEFAULT '',
    "commit_message" TEXT NOT NULL,
    "add_message" TEXT NOT NULL,
    "delete_message" TEXT NOT NULL,
    "merge_message" TEXT NOT NULL,
    "addon_message" TEXT NOT NULL,
    "pull_message" TEXT NOT NULL,
    "allow_propagation" BOOLEAN NOT NULL DEFAULT true,
    "manage_units" BOOLEAN NOT NULL DEFAULT false,
    "enable_suggestions" BOOLEAN NOT NULL DEFAULT true,
    "suggestion_voting" BOOLEAN NOT NULL DEFAULT false,
    "suggestion_autoaccept" INTEGER NOT NULL DEFAULT 0,
    "language_regex" TEXT NOT NULL DEFAULT '^[^.]+$',
    "key_filter" TEXT NOT NULL DEFAULT '',
    "variant_regex" TEXT NOT NULL DEFAULT '',
    "is_glossary" BOOLEAN NOT NULL DEFAULT false,
    "glossary_color" TEXT NOT NULL DEFAULT 'silver',
    "locked" BOOLEAN NOT NULL DEFAULT false,
    "locked_auto" BOOLEAN NOT NULL DEFAULT false,
    "lock_reason" TEXT NOT NULL DEFAULT '',
    "task_id" UUID,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "imported_at" TIMESTAMPTZ(6),
    "removed_at" TIMESTAMPTZ(6),

    CONSTRAINT "components_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "component_links" (
    "component_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "category_id" INTEGER,

    CONSTRAINT "component_links_pkey" PRIMARY KEY ("component_id","project_id")
);

-- CreateTable
CREATE TABLE "component_lists" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "show_dashboard" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "component_lists_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "component_list_members" (
    "component_list_id" INTEGER NOT NULL,
    "component_id" INTEGER NOT NULL,

    CONSTRAINT "component_list_members_pkey" PRIMARY KEY ("component_list_id","component_id")
);

-- CreateTable
CREATE TABLE "component_list_rules" (
    "id" SERIAL NOT NULL,
    "component_list_id" INTEGER NOT NULL,
    "project_match" TEXT NOT NULL,
    "component_match" TEXT NOT NULL,

    CONSTRAINT "component_list_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "translations" (
    "id" SERIAL NOT NULL,
    "component_id" INTEGER NOT NULL,
    "language_id" INTEGER NOT NULL,
    "plural_id" INTEGER NOT NULL,
    "language_code" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "is_source" BOOLEAN NOT NULL DEFAULT false,
    "revision" TEXT NOT NULL DEFAULT '',
    "check_flags" TEXT NOT NULL DEFAULT '',
    "file_wanted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "translations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "file_snapshots" (
    "translation_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "blob" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "commit" TEXT NOT NULL,
    "synced_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "file_snapshots_pkey" PRIMARY KEY ("translation_id")
);

-- CreateTable
CREATE TABLE "labels" (
    "id" SERIAL NOT NULL,
    "project_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL DEFAULT 'silver',
    "description" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "labels_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "source_units" (
    "id" BIGINT NOT NULL DEFAULT new_unit_id(),
    "component_id" INTEGER NOT NULL,
    "id_hash" BIGINT NOT NULL,
    "content_hash" BIGINT NOT NULL,
    "context" TEXT NOT NULL,
    "sources" TEXT[],
    "note" TEXT NOT NULL DEFAULT '',
    "location" TEXT NOT NULL DEFAULT '',
    "flags" TEXT NOT NULL DEFAULT '',
    "explanation" TEXT NOT NULL DEFAULT '',
    "extra_flags" TEXT NOT NULL DEFAULT '',
    "num_words" INTEGER NOT NULL,
    "num_chars" INTEGER NOT NULL,
    "priority" INTEGER NOT NULL DEFAULT 100,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "source_units_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "units" (
    "id" BIGINT NOT NULL DEFAULT new_unit_id(),
    "source_id" BIGINT NOT NULL,
    "translation_id" INTEGER NOT NULL,
    "targets" TEXT[],
    "state" SMALLINT NOT NULL,
    "original_state" SMALLINT NOT NULL,
    "previous_source" TEXT NOT NULL DEFAULT '',
    "pending" BOOLEAN NOT NULL DEFAULT false,
    "automatic" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "position" INTEGER NOT NULL,
    "failing" BOOLEAN NOT NULL DEFAULT false,
    "suggested" BOOLEAN NOT NULL DEFAULT false,
    "commented" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "units_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "findings" (
    "unit_id" BIGINT NOT NULL,
    "check" TEXT NOT NULL,
    "dismissed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "findings_pkey" PRIMARY KEY ("unit_id","check")
);

-- CreateTable
CREATE TABLE "suggestions" (
    "id" BIGSERIAL NOT NULL,
    "unit_id" BIGINT NOT NULL,
    "user_id" INTEGER,
    "targets" TEXT[],
    "cause" TEXT NOT NULL DEFAULT 'person',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suggestions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "votes" (
    "suggestion_id" BIGINT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "value" SMALLINT NOT NULL,

    CONSTRAINT "votes_pkey" PRIMARY KEY ("suggestion_id","user_id")
);

-- CreateTable
CREATE TABLE "comments" (
    "id" BIGSERIAL NOT NULL,
    "source_id" BIGINT NOT NULL,
    "translation_id" INTEGER,
    "user_id" INTEGER,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "comments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "source_unit_labels" (
    "source_id" BIGINT NOT NULL,
    "label_id" INTEGER NOT NULL,

    CONSTRAINT "source_unit_labels_pkey" PRIMARY KEY ("source_id","label_id")
);

-- CreateTable
CREATE TABLE "screenshots" (
    "id" SERIAL NOT NULL,
    "translation_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "repository_filename" TEXT NOT NULL DEFAULT '',
    "file_key" TEXT NOT NULL,
    "mime_type" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "screenshots_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "screenshot_units" (
    "screenshot_id" INTEGER NOT NULL,
    "source_id" BIGINT NOT NULL,
    "region" INTEGER[],

    CONSTRAINT "screenshot_units_pkey" PRIMARY KEY ("screenshot_id","source_id")
);

-- CreateTable
CREATE TABLE "drafts" (
    "user_id" INTEGER NOT NULL,
    "unit_id" BIGINT NOT NULL,
    "base_version" INTEGER NOT NULL,
    "targets" TEXT[],
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "drafts_pkey" PRIMARY KEY ("user_id","unit_id")
);

-- CreateTable
CREATE TABLE "pending_changes" (
    "id" BIGSERIAL NOT NULL,
    "translation_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'edit',
    "unit_id" BIGINT,
    "id_hash" BIGINT NOT NULL,
    "context" TEXT NOT NULL,
    "sources" TEXT[],
    "targets" TEXT[],
    "state" SMALLINT NOT NULL,
    "author_name" TEXT NOT NULL,
    "author_email" TEXT NOT NULL,
    "author_id" INTEGER,
    "change_id" BIGINT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "commit" TEXT,
    "error" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "pending_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operations" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "details" JSONB NOT NULL DEFAULT '{}',
    "undone_by" UUID,

    CONSTRAINT "operations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "changes" (
    "id" BIGSERIAL NOT NULL,
    "tx" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "action" SMALLINT NOT NULL,
    "cause" TEXT NOT NULL,
    "operation_id" UUID,
    "user_id" INTEGER,
    "author_id" INTEGER,
    "project_id" INTEGER,
    "component_id" INTEGER,
    "translation_id" INTEGER,
    "language_id" INTEGER,
    "unit_id" BIGINT,
    "target" TEXT NOT NULL DEFAULT '',
    "old" TEXT NOT NULL DEFAULT '',
    "details" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "counters" (
    "scope" TEXT NOT NULL,
    "object_id" INTEGER NOT NULL,
    "language_id" INTEGER NOT NULL DEFAULT 0,
    "total" BIGINT NOT NULL DEFAULT 0,
    "total_words" BIGINT NOT NULL DEFAULT 0,
    "total_chars" BIGINT NOT NULL DEFAULT 0,
    "translated" BIGINT NOT NULL DEFAULT 0,
    "translated_words" BIGINT NOT NULL DEFAULT 0,
    "translated_chars" BIGINT NOT NULL DEFAULT 0,
    "fuzzy" BIGINT NOT NULL DEFAULT 0,
    "fuzzy_words" BIGINT NOT NULL DEFAULT 0,
    "fuzzy_chars" BIGINT NOT NULL DEFAULT 0,
    "approved" BIGINT NOT NULL DEFAULT 0,
    "approved_words" BIGINT NOT NULL DEFAULT 0,
    "approved_chars" BIGINT NOT NULL DEFAULT 0,
    "readonly" BIGINT NOT NULL DEFAULT 0,
    "readonly_words" BIGINT NOT NULL DEFAULT 0,
    "readonly_chars" BIGINT NOT NULL DEFAULT 0,
    "failing" BIGINT NOT NULL DEFAULT 0,
    "failing_words" BIGINT NOT NULL DEFAULT 0,
    "suggestions" BIGINT NOT NULL DEFAULT 0,
    "comments" BIGINT NOT NULL DEFAULT 0,
    "pending" BIGINT NOT NULL DEFAULT 0,
    "translations" BIGINT NOT NULL DEFAULT 0,
    "last_change" TIMESTAMPTZ(6),
    "last_author_id" INTEGER,

    CONSTRAINT "counters_pkey" PRIMARY KEY ("scope","object_id","language_id")
);

-- CreateTable
CREATE TABLE "memory_entries" (
    "id" BIGSERIAL NOT NULL,
    "source_language_id" INTEGER NOT NULL,
    "target_language_id" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "source_hash" BIGINT NOT NULL,
    "origin" TEXT NOT NULL,
    "project_id" INTEGER,
    "user_id" INTEGER,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "from_file" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memory_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "machinery_settings" (
    "id" SERIAL NOT NULL,
    "project_id" INTEGER,
    "service" TEXT NOT NULL,
    "configuration" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "machinery_settings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "addons" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "component_id" INTEGER,
    "project_id" INTEGER,
    "configuration" JSONB NOT NULL DEFAULT '{}',
    "state" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "addons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "announcements" (
    "id" SERIAL NOT NULL,
    "project_id" INTEGER,
    "category_id" INTEGER,
    "component_id" INTEGER,
    "language_id" INTEGER,
    "message" TEXT NOT NULL,
    "severity" TEXT NOT NULL DEFAULT 'info',
    "expiry" DATE,
    "notify" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" INTEGER,

    CONSTRAINT "announcements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alerts" (
    "id" SERIAL NOT NULL,
    "component_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dismissed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "hook_deliveries" (
    "id" BIGSERIAL NOT NULL,
    "service" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "repository" TEXT NOT NULL DEFAULT '',
    "branch" TEXT NOT NULL DEFAULT '',
    "outcome" TEXT NOT NULL,
    "matched" INTEGER[],
    "details" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "hook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tasks" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "progress" INTEGER NOT NULL DEFAULT 0,
    "result" JSONB,
    "payload" JSONB NOT NULL DEFAULT '{}',
    "run_id" TEXT,
    "user_id" INTEGER,
    "project_id" INTEGER,
    "component_id" INTEGER,
    "translation_id" INTEGER,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(6),

    CONSTRAINT "tasks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "task_lines" (
    "id" BIGSERIAL NOT NULL,
    "task_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "level" TEXT NOT NULL DEFAULT 'info',
    "key" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "task_lines_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_events" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(6),

    CONSTRAINT "outbox_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "engine_functions" (
    "id" TEXT NOT NULL,
    "configuration" JSONB NOT NULL,
    "build" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "engine_functions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "engine_events" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "engine_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "engine_runs" (
    "id" TEXT NOT NULL,
    "fn" TEXT NOT NULL,
    "idem" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'running',
    "events" JSONB NOT NULL,
    "stack" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "plan_only" BOOLEAN NOT NULL DEFAULT false,
    "keys" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "limits" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "correlation" JSONB,
    "started_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(6),
    "output" JSONB,

    CONSTRAINT "engine_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "engine_steps" (
    "run_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "engine_steps_pkey" PRIMARY KEY ("run_id","id")
);

-- CreateTable
CREATE TABLE "engine_jobs" (
    "id" BIGSERIAL NOT NULL,
    "dedupe" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "run_id" TEXT,
    "step" TEXT,
    "fn" TEXT,
    "payload" JSONB NOT NULL DEFAULT '{}',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "run_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "keys" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "limits" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "gen" INTEGER NOT NULL DEFAULT 0,
    "owner" TEXT,
    "lease" TIMESTAMPTZ(6),

    CONSTRAINT "engine_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "engine_pauses" (
    "run_id" TEXT NOT NULL,
    "step" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "expression" TEXT,
    "scope" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "engine_pauses_pkey" PRIMARY KEY ("run_id","step","kind")
);

-- CreateTable
CREATE TABLE "settings" (
    "name" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE UNLOGGED TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "bucket" BIGINT NOT NULL,
    "used" INTEGER NOT NULL,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key","bucket")
);

-- CreateIndex
CREATE INDEX "accounts_user_id_idx" ON "accounts"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_provider_provider_account_id_key" ON "accounts"("provider", "provider_account_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_hash_key" ON "api_tokens"("hash");

-- CreateIndex
CREATE INDEX "api_tokens_user_id_idx" ON "api_tokens"("user_id");

-- CreateIndex
CREATE INDEX "api_tokens_project_id_idx" ON "api_tokens"("project_id");

-- CreateIndex
CREATE INDEX "user_languages_language_id_idx" ON "user_languages"("language_id");

-- CreateIndex
CREATE INDEX "watches_project_id_idx" ON "watches"("project_id");

-- CreateIndex
CREATE INDEX "subscriptions_project_id_idx" ON "subscriptions"("project_id");

-- CreateIndex
CREATE INDEX "subscriptions_component_id_idx" ON "subscriptions"("component_id");

-- CreateIndex
CREATE INDEX "user_blocks_project_id_idx" ON "user_blocks"("project_id");

-- CreateIndex
CREATE INDEX "agreements_component_id_idx" ON "agreements"("component_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_code_hash_key" ON "invitations"("code_hash");

-- CreateIndex
CREATE INDEX "invitations_team_id_idx" ON "invitations"("team_id");

-- CreateIndex
CREATE UNIQUE INDEX "roles_name_key" ON "roles"("name");

-- CreateIndex
CREATE INDEX "teams_defining_project_id_idx" ON "teams"("defining_project_id");

-- CreateIndex
CREATE INDEX "team_roles_role_id_idx" ON "team_roles"("role_id");

-- CreateIndex
CREATE INDEX "team_members_user_id_idx" ON "team_members"("user_id");

-- CreateIndex
CREATE INDEX "team_projects_project_id_idx" ON "team_projects"("project_id");

-- CreateIndex
CREATE INDEX "team_components_component_id_idx" ON "team_components"("component_id");

-- CreateIndex
CREATE INDEX "team_component_lists_component_list_id_idx" ON "team_component_lists"("component_list_id");

-- CreateIndex
CREATE INDEX "team_languages_language_id_idx" ON "team_languages"("language_id");

-- CreateIndex
CREATE INDEX "auto_teams_team_id_idx" ON "auto_teams"("team_id");

-- CreateIndex
CREATE UNIQUE INDEX "auto_teams_pattern_team_id_key" ON "auto_teams"("pattern", "team_id");

-- CreateIndex
CREATE UNIQUE INDEX "languages_code_key" ON "languages"("code");

-- CreateIndex
CREATE UNIQUE INDEX "plurals_language_id_source_number_formula_key" ON "plurals"("language_id", "source", "number", "formula");

-- CreateIndex
CREATE INDEX "language_aliases_language_id_idx" ON "language_aliases"("language_id");

-- CreateIndex
CREATE UNIQUE INDEX "projects_name_key" ON "projects"("name");

-- CreateIndex
CREATE UNIQUE INDEX "projects_slug_key" ON "projects"("slug");

-- CreateIndex
CREATE INDEX "categories_parent_id_idx" ON "categories"("parent_id");

-- CreateIndex
CREATE INDEX "repositories_url_branch_idx" ON "repositories"("url", "branch");

-- CreateIndex
CREATE UNIQUE INDEX "local_commits_repository_id_sha_key" ON "local_commits"("repository_id", "sha");

-- CreateIndex
CREATE INDEX "components_category_id_idx" ON "components"("category_id");

-- CreateIndex
CREATE INDEX "components_repository_id_idx" ON "components"("repository_id");

-- CreateIndex
CREATE INDEX "components_linked_component_id_idx" ON "components"("linked_component_id");

-- CreateIndex
CREATE INDEX "components_source_language_id_idx" ON "components"("source_language_id");

-- CreateIndex
CREATE INDEX "components_secondary_language_id_idx" ON "components"("secondary_language_id");

-- CreateIndex
CREATE INDEX "component_links_project_id_idx" ON "component_links"("project_id");

-- CreateIndex
CREATE INDEX "component_links_category_id_idx" ON "component_links"("category_id");

-- CreateIndex
CREATE UNIQUE INDEX "component_lists_name_key" ON "component_lists"("name");

-- CreateIndex
CREATE UNIQUE INDEX "component_lists_slug_key" ON "component_lists"("slug");

-- CreateIndex
CREATE INDEX "component_list_members_component_id_idx" ON "component_list_members"("component_id");

-- CreateIndex
CREATE INDEX "component_list_rules_component_list_id_idx" ON "component_list_rules"("component_list_id");

-- CreateIndex
CREATE INDEX "translations_language_id_idx" ON "translations"("language_id");

-- CreateIndex
CREATE INDEX "translations_plural_id_idx" ON "translations"("plural_id");

-- CreateIndex
CREATE UNIQUE INDEX "translations_component_id_language_id_key" ON "translations"("component_id", "language_id");

-- CreateIndex
CREATE UNIQUE INDEX "labels_project_id_name_key" ON "labels"("project_id", "name");

-- CreateIndex
CREATE INDEX "source_units_content_hash_idx" ON "source_units"("content_hash");

-- CreateIndex
CREATE UNIQUE INDEX "source_units_component_id_id_hash_key" ON "source_units"("component_id", "id_hash");

-- CreateIndex
CREATE INDEX "units_source_id_idx" ON "units"("source_id");

-- CreateIndex
CREATE INDEX "units_translation_id_position_id_idx" ON "units"("translation_id", "position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "units_translation_id_source_id_key" ON "units"("translation_id", "source_id");

-- CreateIndex
CREATE INDEX "suggestions_unit_id_idx" ON "suggestions"("unit_id");

-- CreateIndex
CREATE INDEX "suggestions_user_id_idx" ON "suggestions"("user_id");

-- CreateIndex
CREATE INDEX "votes_user_id_idx" ON "votes"("user_id");

-- CreateIndex
CREATE INDEX "comments_source_id_idx" ON "comments"("source_id");

-- CreateIndex
CREATE INDEX "comments_translation_id_idx" ON "comments"("translation_id");

-- CreateIndex
CREATE INDEX "comments_user_id_idx" ON "comments"("user_id");

-- CreateIndex
CREATE INDEX "source_unit_labels_label_id_idx" ON "source_unit_labels"("label_id");

-- CreateIndex
CREATE INDEX "screenshots_translation_id_idx" ON "screenshots"("translation_id");

-- CreateIndex
CREATE INDEX "screenshots_user_id_idx" ON "screenshots"("user_id");

-- CreateIndex
CREATE INDEX "screenshot_units_source_id_idx" ON "screenshot_units"("source_id");

-- CreateIndex
CREATE INDEX "drafts_unit_id_idx" ON "drafts"("unit_id");

-- CreateIndex
CREATE INDEX "drafts_updated_at_idx" ON "drafts"("updated_at");

-- CreateIndex
CREATE INDEX "pending_changes_translation_id_id_idx" ON "pending_changes"("translation_id", "id");

-- CreateIndex
CREATE INDEX "pending_changes_unit_id_idx" ON "pending_changes"("unit_id");

-- CreateIndex
CREATE INDEX "operations_created_at_idx" ON "operations"("created_at");

-- CreateIndex
CREATE INDEX "changes_at_id_idx" ON "changes"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "changes_project_id_at_idx" ON "changes"("project_id", "at");

-- CreateIndex
CREATE INDEX "changes_component_id_at_idx" ON "changes"("component_id", "at");

-- CreateIndex
CREATE INDEX "changes_translation_id_at_idx" ON "changes"("translation_id", "at");

-- CreateIndex
CREATE INDEX "changes_unit_id_id_idx" ON "changes"("unit_id", "id");

-- CreateIndex
CREATE INDEX "changes_user_id_at_idx" ON "changes"("user_id", "at");

-- CreateIndex
CREATE INDEX "changes_language_id_at_idx" ON "changes"("language_id", "at");

-- CreateIndex
CREATE INDEX "changes_operation_id_idx" ON "changes"("operation_id");

-- CreateIndex
CREATE INDEX "changes_tx_id_idx" ON "changes"("tx", "id");

-- CreateIndex
CREATE INDEX "memory_entries_source_hash_target_language_id_idx" ON "memory_entries"("source_hash", "target_language_id");

-- CreateIndex
CREATE INDEX "memory_entries_project_id_idx" ON "memory_entries"("project_id");

-- CreateIndex
CREATE INDEX "memory_entries_user_id_idx" ON "memory_entries"("user_id");

-- CreateIndex
CREATE INDEX "memory_entries_source_language_id_idx" ON "memory_entries"("source_language_id");

-- CreateIndex
CREATE INDEX "memory_entries_target_language_id_idx" ON "memory_entries"("target_language_id");

-- CreateIndex
CREATE INDEX "addons_component_id_idx" ON "addons"("component_id");

-- CreateIndex
CREATE INDEX "addons_project_id_idx" ON "addons"("project_id");

-- CreateIndex
CREATE INDEX "announcements_project_id_idx" ON "announcements"("project_id");

-- CreateIndex
CREATE INDEX "announcements_category_id_idx" ON "announcements"("category_id");

-- CreateIndex
CREATE INDEX "announcements_component_id_idx" ON "announcements"("component_id");

-- CreateIndex
CREATE UNIQUE INDEX "alerts_component_id_kind_key" ON "alerts"("component_id", "kind");

-- CreateIndex
CREATE INDEX "hook_deliveries_at_idx" ON "hook_deliveries"("at");

-- CreateIndex
CREATE INDEX "tasks_state_created_at_idx" ON "tasks"("state", "created_at");

-- CreateIndex
CREATE INDEX "tasks_component_id_idx" ON "tasks"("component_id");

-- CreateIndex
CREATE INDEX "tasks_user_id_idx" ON "tasks"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "task_lines_task_id_key_key" ON "task_lines"("task_id", "key");

-- CreateIndex
CREATE INDEX "engine_events_at_idx" ON "engine_events"("at");

-- CreateIndex
CREATE INDEX "engine_runs_status_idx" ON "engine_runs"("status");

-- CreateIndex
CREATE INDEX "engine_runs_ended_at_idx" ON "engine_runs"("ended_at");

-- CreateIndex
CREATE UNIQUE INDEX "engine_runs_fn_idem_key" ON "engine_runs"("fn", "idem");

-- CreateIndex
CREATE UNIQUE INDEX "engine_jobs_dedupe_key" ON "engine_jobs"("dedupe");

-- CreateIndex
CREATE INDEX "engine_jobs_run_at_idx" ON "engine_jobs"("run_at");

-- CreateIndex
CREATE INDEX "engine_jobs_run_id_idx" ON "engine_jobs"("run_id");

-- CreateIndex
CREATE INDEX "engine_jobs_owner_idx" ON "engine_jobs"("owner");

-- CreateIndex
CREATE INDEX "engine_pauses_event_idx" ON "engine_pauses"("event");

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_languages" ADD CONSTRAINT "user_languages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_languages" ADD CONSTRAINT "user_languages_language_id_fkey" FOREIGN KEY ("language_id") REFERENCES "languages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "watches" ADD CONSTRAINT "watches_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "watches" ADD CONSTRAINT "watches_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_blocks" ADD CONSTRAINT "user_blocks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_blocks" ADD CONSTRAINT "user_blocks_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_permissions" ADD CONSTRAINT "role_permissions_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "roles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "teams" ADD CONSTRAINT "teams_defining_project_id_fkey" FOREIGN KEY ("defining_project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_roles" ADD CONSTRAINT "team_roles_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_roles" ADD CONSTRAINT "team_roles_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "roles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_projects" ADD CONSTRAINT "team_projects_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_projects" ADD CONSTRAINT "team_projects_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_components" ADD CONSTRAINT "team_components_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_components" ADD CONSTRAINT "team_components_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_component_lists" ADD CONSTRAINT "team_component_lists_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_component_lists" ADD CONSTRAINT "team_component_lists_component_list_id_fkey" FOREIGN KEY ("component_list_id") REFERENCES "component_lists"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_languages" ADD CONSTRAINT "team_languages_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_languages" ADD CONSTRAINT "team_languages_language_id_fkey" FOREIGN KEY ("language_id") REFERENCES "languages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auto_teams" ADD CONSTRAINT "auto_teams_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plurals" ADD CONSTRAINT "plurals_language_id_fkey" FOREIGN KEY ("language_id") REFERENCES "languages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "language_aliases" ADD CONSTRAINT "language_aliases_language_id_fkey" FOREIGN KEY ("language_id") REFERENCES "languages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "categories" ADD CONSTRAINT "categories_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "categories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "local_commits" ADD CONSTRAINT "local_commits_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "components" ADD CONSTRAINT "components_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "components" ADD CONSTRAINT "components_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "components" ADD CONSTRAINT "components_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "components" ADD CONSTRAINT "components_linked_component_id_fkey" FOREIGN KEY ("linked_component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "components" ADD CONSTRAINT "components_source_language_id_fkey" FOREIGN KEY ("source_language_id") REFERENCES "languages"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "components" ADD CONSTRAINT "components_secondary_language_id_fkey" FOREIGN KEY ("secondary_language_id") REFERENCES "languages"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "component_links" ADD CONSTRAINT "component_links_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "component_links" ADD CONSTRAINT "component_links_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "component_links" ADD CONSTRAINT "component_links_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "component_list_members" ADD CONSTRAINT "component_list_members_component_list_id_fkey" FOREIGN KEY ("component_list_id") REFERENCES "component_lists"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "component_list_members" ADD CONSTRAINT "component_list_members_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "component_list_rules" ADD CONSTRAINT "component_list_rules_component_list_id_fkey" FOREIGN KEY ("component_list_id") REFERENCES "component_lists"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "translations" ADD CONSTRAINT "translations_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "translations" ADD CONSTRAINT "translations_language_id_fkey" FOREIGN KEY ("language_id") REFERENCES "languages"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "translations" ADD CONSTRAINT "translations_plural_id_fkey" FOREIGN KEY ("plural_id") REFERENCES "plurals"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "file_snapshots" ADD CONSTRAINT "file_snapshots_translation_id_fkey" FOREIGN KEY ("translation_id") REFERENCES "translations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "labels" ADD CONSTRAINT "labels_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_units" ADD CONSTRAINT "source_units_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "units" ADD CONSTRAINT "units_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source_units"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "units" ADD CONSTRAINT "units_translation_id_fkey" FOREIGN KEY ("translation_id") REFERENCES "translations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "findings" ADD CONSTRAINT "findings_unit_id_fkey" FOREIGN KEY ("unit_id") REFERENCES "units"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_unit_id_fkey" FOREIGN KEY ("unit_id") REFERENCES "units"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "votes" ADD CONSTRAINT "votes_suggestion_id_fkey" FOREIGN KEY ("suggestion_id") REFERENCES "suggestions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "votes" ADD CONSTRAINT "votes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source_units"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_translation_id_fkey" FOREIGN KEY ("translation_id") REFERENCES "translations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_unit_labels" ADD CONSTRAINT "source_unit_labels_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source_units"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_unit_labels" ADD CONSTRAINT "source_unit_labels_label_id_fkey" FOREIGN KEY ("label_id") REFERENCES "labels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "screenshots" ADD CONSTRAINT "screenshots_translation_id_fkey" FOREIGN KEY ("translation_id") REFERENCES "translations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "screenshots" ADD CONSTRAINT "screenshots_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "screenshot_units" ADD CONSTRAINT "screenshot_units_screenshot_id_fkey" FOREIGN KEY ("screenshot_id") REFERENCES "screenshots"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "screenshot_units" ADD CONSTRAINT "screenshot_units_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source_units"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_unit_id_fkey" FOREIGN KEY ("unit_id") REFERENCES "units"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pending_changes" ADD CONSTRAINT "pending_changes_translation_id_fkey" FOREIGN KEY ("translation_id") REFERENCES "translations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memory_entries" ADD CONSTRAINT "memory_entries_source_language_id_fkey" FOREIGN KEY ("source_language_id") REFERENCES "languages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memory_entries" ADD CONSTRAINT "memory_entries_target_language_id_fkey" FOREIGN KEY ("target_language_id") REFERENCES "languages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memory_entries" ADD CONSTRAINT "memory_entries_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "machinery_settings" ADD CONSTRAINT "machinery_settings_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "addons" ADD CONSTRAINT "addons_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "addons" ADD CONSTRAINT "addons_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_lines" ADD CONSTRAINT "task_lines_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "engine_steps" ADD CONSTRAINT "engine_steps_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "engine_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ---------------------------------------------------------------------------------------------------------------
-- What the schema file cannot say.

-- People: names and addresses are unique ignoring case; one built-in anonymous user.
CREATE UNIQUE INDEX "users_username_lower" ON "users" (lower("username"));
CREATE UNIQUE INDEX "users_email_lower" ON "users" (lower("email")) WHERE "email" IS NOT NULL;
CREATE UNIQUE INDEX "users_one_anonymous" ON "users" ("is_anonymous") WHERE "is_anonymous";
CREATE UNIQUE INDEX "subscriptions_once" ON "subscriptions" ("user_id", "notification", "scope", "project_id", "component_id") NULLS NOT DISTINCT;

-- The tree: one name and one slug per level.
CREATE UNIQUE INDEX "categories_slug" ON "categories" ("project_id", "parent_id", "slug") NULLS NOT DISTINCT;
CREATE UNIQUE INDEX "categories_name" ON "categories" ("project_id", "parent_id", "name") NULLS NOT DISTINCT;
CREATE UNIQUE INDEX "components_slug" ON "components" ("project_id", "category_id", "slug") NULLS NOT DISTINCT;
CREATE UNIQUE INDEX "components_name" ON "components" ("project_id", "category_id", "name") NULLS NOT DISTINCT;
CREATE UNIQUE INDEX "translations_one_source" ON "translations" ("component_id") WHERE "is_source";
CREATE UNIQUE INDEX "plurals_one_default" ON "plurals" ("language_id") WHERE "source" = 0;
CREATE UNIQUE INDEX "machinery_settings_once" ON "machinery_settings" ("project_id", "service") NULLS NOT DISTINCT;
ALTER TABLE "projects" ADD CONSTRAINT "projects_slug_form" CHECK ("slug" ~ '^[A-Za-z0-9_-]{1,60}$' AND "slug" <> '-');
ALTER TABLE "projects" ADD CONSTRAINT "projects_access_control" CHECK ("access_control" IN (0, 1, 100, 200));
ALTER TABLE "categories" ADD CONSTRAINT "categories_slug_form" CHECK ("slug" ~ '^[A-Za-z0-9_-]{1,100}$' AND "slug" <> '-');
ALTER TABLE "components" ADD CONSTRAINT "components_slug_form" CHECK ("slug" ~ '^[A-Za-z0-9_-]{1,100}$' AND "slug" <> '-');
ALTER TABLE "components" ADD CONSTRAINT "components_not_linked_to_itself" CHECK ("linked_component_id" IS DISTINCT FROM "id");
ALTER TABLE "components" ADD CONSTRAINT "components_priority" CHECK ("priority" IN (60, 80, 100, 120, 140));
ALTER TABLE "repositories" ADD CONSTRAINT "repositories_commit_pending_age" CHECK ("commit_pending_age" BETWEEN 0 AND 2160);
ALTER TABLE "plurals" ADD CONSTRAINT "plurals_number" CHECK ("number" BETWEEN 1 AND 20);

-- Strings: a state is one of the seven, an empty state has no text, a list of forms is never empty.
ALTER TABLE "units" ADD CONSTRAINT "units_state" CHECK ("state" IN (0, 10, 11, 12, 20, 30, 100));
ALTER TABLE "units" ADD CONSTRAINT "units_targets" CHECK (cardinality("targets") >= 1);
ALTER TABLE "source_units" ADD CONSTRAINT "source_units_sources" CHECK (cardinality("sources") BETWEEN 1 AND 20);
ALTER TABLE "units" SET (fillfactor = 85);
ALTER TABLE "counters" SET (fillfactor = 60);
ALTER TABLE "counters" ADD CONSTRAINT "counters_scope" CHECK ("scope" IN ('translation', 'component', 'category', 'project', 'project-language', 'language', 'site'));
CREATE INDEX "units_todo" ON "units" ("translation_id", "position", "id") WHERE "state" < 20;
CREATE INDEX "units_failing" ON "units" ("translation_id", "position", "id") WHERE "failing";
-- Plural forms as one text, the way changes and memory hold them. Immutable for text, which array_to_string is not declared to be.
CREATE FUNCTION "joined_forms"("forms" text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  RETURN array_to_string("forms", E'\x1e\x1e');
END
$$;
-- The reverse: batches hand over forms as one text, because an array of arrays would be flattened. Not STRICT, so that it is inlined.
CREATE FUNCTION "split_forms"("joined" text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN "joined" = '' THEN ARRAY[''] ELSE string_to_array("joined", E'\x1e\x1e') END
$$;
CREATE UNIQUE INDEX "suggestions_once" ON "suggestions" ("unit_id", md5("joined_forms"("targets")));

-- What waits: small partial indexes, so that asking costs what waits and not what there is.
CREATE INDEX "pending_changes_waiting" ON "pending_changes" ("translation_id", "id") WHERE "commit" IS NULL;
CREATE INDEX "repositories_update_wanted" ON "repositories" ("update_wanted_at") WHERE "update_wanted_at" IS NOT NULL;
CREATE INDEX "repositories_push_wanted" ON "repositories" ("push_wanted_at") WHERE "push_wanted_at" IS NOT NULL;
CREATE INDEX "outbox_events_unsent" ON "outbox_events" ("created_at") WHERE "sent_at" IS NULL;
CREATE INDEX "tasks_unfinished" ON "tasks" ("created_at") WHERE "state" IN ('pending', 'running');
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_state" CHECK ("state" IN ('pending', 'running', 'done', 'failed', 'cancelled'));
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_progress" CHECK ("progress" BETWEEN 0 AND 100);

-- The ledger is append-only: nobody, not even we, alters or removes a line by accident.
CREATE FUNCTION "changes_are_final"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The ledger is append-only.' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER "changes_are_final" BEFORE UPDATE ON "changes" FOR EACH ROW EXECUTE FUNCTION "changes_are_final"();

-- The categories around a component, innermost first, and their slugs as a path. Depth is at most three.
CREATE FUNCTION "category_chain"("start" int) RETURNS int[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH RECURSIVE chain(id, parent_id, depth) AS (
    SELECT k.id, k.parent_id, 1 FROM categories k WHERE k.id = "start"
    UNION ALL SELECT k.id, k.parent_id, chain.depth + 1 FROM categories k JOIN chain ON k.id = chain.parent_id WHERE chain.depth < 10
  ) SELECT coalesce(array_agg(id ORDER BY depth), '{}') FROM chain
$$;
CREATE FUNCTION "category_path"("start" int) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN "start" IS NULL THEN '' ELSE (
    WITH RECURSIVE chain(slug, parent_id, depth) AS (
      SELECT k.slug, k.parent_id, 1 FROM categories k WHERE k.id = "start"
      UNION ALL SELECT k.slug, k.parent_id, chain.depth + 1 FROM categories k JOIN chain ON k.id = chain.parent_id WHERE chain.depth < 10
    ) SELECT string_agg(slug, '/' ORDER BY depth DESC) FROM chain) END
$$;

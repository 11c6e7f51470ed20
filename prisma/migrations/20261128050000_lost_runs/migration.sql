-- A task server may lose a run: its task is begun again under another id of its event.
alter table tasks add column heard_at timestamptz(6) not null default now();
alter table outbox_events add column attempt integer not null default 1, add column sent_as text[] not null default '{}';

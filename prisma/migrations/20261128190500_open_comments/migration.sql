-- Questions to somebody are found among the comments that are open.
create index "comments_open" on "comments" ("id") where not "resolved";
create index "comments_open_mentions" on "comments" using gin ("mentions") where not "resolved";

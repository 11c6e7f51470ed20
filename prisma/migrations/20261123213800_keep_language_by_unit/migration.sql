-- As before, but for edits that wait: they are found by their string, and not by reading all of the language for each.
-- Keeps a language that is about to be removed, with all that goes with it. Of a string whose text upstream does not have,
-- `base` is what it said before the first such edit. Source strings are kept where nothing but the files of languages has them.
CREATE OR REPLACE FUNCTION "keep_language"("of" uuid, "going" int) RETURNS void LANGUAGE sql SET plan_cache_mode = force_custom_plan AS $$
  INSERT INTO operation_translations (operation_id, translation_id, component_id, row, content)
  SELECT "of", t.id, t.component_id, to_jsonb(t) || jsonb_build_object(
      'file', jsonb_build_object('path', f.path, 'blob', f.blob, 'commit', f.commit),
      'counter', jsonb_build_object('recent', k.recent, 'last_change', k.last_change, 'last_author_id', k.last_author_id)), f.content
  FROM translations t LEFT JOIN file_snapshots f ON f.translation_id = t.id
    LEFT JOIN counters k ON k.scope = 'translation' AND k.object_id = t.id AND k.language_id = 0
  WHERE t.id = "going";

  INSERT INTO operation_languages (operation_id, translation_id, component_id, language_id, strings)
  SELECT "of", t.id, t.component_id, t.language_id, (SELECT count(*) FROM units u WHERE u.translation_id = t.id)
  FROM translations t WHERE t.id = "going"
  ON CONFLICT (operation_id, translation_id) DO NOTHING;

  INSERT INTO operation_rows (operation_id, kind, row_id, row)
  SELECT "of", 'unit', u.id, to_jsonb(u) || jsonb_build_object(
      'id_hash', s.id_hash, 'context', s.context, 'sources', s.sources,
      'base', b.base, 'author_id', CASE WHEN p.found THEN p.author_id ELSE w.author_id END,
      'dismissed', (SELECT jsonb_agg(x."check") FROM findings x WHERE x.unit_id = u.id AND x.dismissed),
      'drafts', (SELECT jsonb_agg(d) FROM drafts d WHERE d.unit_id = u.id),
      'source', CASE WHEN c.template = '' AND c.new_base = '' THEN to_jsonb(s) || jsonb_build_object(
        'labels', (SELECT jsonb_agg(l.label_id) FROM source_unit_labels l WHERE l.source_id = s.id)) END)
  FROM units u JOIN source_units s ON s.id = u.source_id JOIN components c ON c.id = s.component_id
    LEFT JOIN LATERAL (
      SELECT true AS found, min(q.created_at) AS since, (array_agg(q.author_id ORDER BY q.id DESC))[1] AS author_id
      FROM pending_changes q WHERE q.unit_id = u.id HAVING count(*) > 0) p ON true
    LEFT JOIN LATERAL (
      SELECT h.old AS base FROM changes h WHERE h.unit_id = u.id AND h.at >= p.since ORDER BY h.id LIMIT 1) b ON true
    LEFT JOIN LATERAL (
      SELECT h.author_id FROM changes h WHERE h.unit_id = u.id AND h.author_id IS NOT NULL ORDER BY h.id DESC LIMIT 1) w ON true
  WHERE u.translation_id = "going";

  INSERT INTO operation_rows (operation_id, kind, row_id, row)
  SELECT "of", 'pending', p.id, to_jsonb(p) FROM pending_changes p WHERE p.translation_id = "going"
  UNION ALL
  SELECT "of", 'suggestion', g.id, to_jsonb(g) || jsonb_build_object('votes', (SELECT jsonb_agg(v) FROM votes v WHERE v.suggestion_id = g.id))
  FROM suggestions g JOIN units u ON u.id = g.unit_id WHERE u.translation_id = "going"
  UNION ALL
  SELECT "of", 'comment', o.id, to_jsonb(o) FROM comments o WHERE o.translation_id = "going"
  UNION ALL
  SELECT "of", 'screenshot', h.id, to_jsonb(h) || jsonb_build_object('units', (SELECT jsonb_agg(y) FROM screenshot_units y WHERE y.screenshot_id = h.id))
  FROM screenshots h WHERE h.translation_id = "going"
  UNION ALL
  SELECT "of", 'clash', h.id, to_jsonb(h) FROM clashes h WHERE h.translation_id = "going";
$$;

/**
 * Identifiers of all checks that the service knows: the pure ones of this folder, those that look at other strings,
 * and those of formats. Flags may ignore any of them; searches and settings may name any of them.
 */
export const CHECK_IDS: readonly string[] = `
accelerator angularjs_format asciidoc-markup
automattic_components_format bbcode begin_newline begin_space c_format c_sharp_format check_glossary double_space
duplicate ellipsis end_colon end_ellipsis end_exclamation end_interrobang end_newline end_question end_semicolon
end_space end_stop es_format escaped_newline fluent-parts fluent-references fluent-source-inner-html
fluent-source-syntax fluent-target-inner-html fluent-target-syntax i18next_interpolation icu_message_format
icu_message_format_syntax inconsistent java_format java_printf_format javascript_format kabyle-characters kashida
laravel_format long_untranslated lua_format max-length max-lines max-size mf2_format md-link md-reflink md-syntax multiple_capital
multiple_failures newline-count objc_format object_pascal_format optional_plural percent_placeholders
perl_brace_format perl_format php_format placeholders plurals prohibited_initial_character punctuation_spacing
python_brace_format python_format qt_format qt_plural_format regex reused rst-references rst-syntax ruby_format
safe-html safe-mdx same same-plurals scheme_format source-max-length translated unnamed_format url vue_format
xml-chars-around-tags xml-invalid xml-tags zero-width-space`
  .split(/\s+/)
  .filter((id) => id !== "");

/** The spelling of a check in flags: `end_space` is `end-space`, so `ignore-end-space` skips it. */
export const flagFormOf = (check: string): string => check.replaceAll("_", "-");

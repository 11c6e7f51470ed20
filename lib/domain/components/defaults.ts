/** Message templates a component starts with; the contract 12.15. Never empty. */
export const DEFAULT_MESSAGES = {
  commitMessage:
    "Translate {{ component_name }} into {{ language_name }}\n\n{{ stats.translated }} of {{ stats.all }} strings ({{ stats.translated_percent }}%) are translated now.\n\nTranslation: {{ project_name }}/{{ component_name }}\nTranslate-URL: {{ url }}",
  addMessage: "Add {{ language_name }} to {{ component_name }}\n\nTranslate-URL: {{ url }}",
  deleteMessage: "Remove {{ language_name }} from {{ component_name }}",
  mergeMessage: "Merge branch {{ component_remote_branch }} into {{ site_title }}",
  addonMessage:
    "Update translation files\n\nUpdated by “{{ addon_name }}” for {{ project_name }}/{{ component_name }}.",
  pullMessage:
    "Translations from {{ site_title }}\n\nTranslations of {{ project_name }}/{{ component_name }} from {{ url }}.",
} as const;

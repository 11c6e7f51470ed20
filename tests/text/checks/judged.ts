/**
 * Findings of real files that were read and judged: what a check said, or once said, of translations of BleachBit, FreeTube,
 * NewPipe, audiobookshelf, Tusky, Mumble, AnkiDroid, AntennaPod, KeePassXC, gedit, Open Food Facts, Send, Element, Transmission, Nextcloud, JabRef, LibreTube, Thunderbird for Android and Loquat, and of the projects
 * that the README names for formats of programs and markup, all of them free software; long ones are shortened. `right` is to be found, `wrong` is not.
 */
export interface Judged {
  check: string;
  language: string;
  source: string | string[];
  target: string | string[];
  /** Flags that switch the check on. */
  flags?: string;
}

const judge = (check: string, rows: readonly (readonly [string, string | string[], string | string[]])[]): Judged[] =>
  rows.map(([language, source, target]) => ({ check, language, source, target }));

/** Findings of a check that a flag switches on. */
const byFlag = (flags: string, check: string, rows: Parameters<typeof judge>[1]): Judged[] =>
  judge(check, rows).map((row) => ({ ...row, flags }));

const FLUENT = "fluent-references";

const unchanged = (rows: readonly (readonly [string, string])[]): Judged[] =>
  judge(
    "same",
    rows.map(([language, text]) => [language, text, text]),
  );

export const RIGHT: readonly Judged[] = [
  ...unchanged([
    ["he", "log debug messages to file"],
    ["af", "--overwrite is intended only for use with --clean"],
    ["ga", "_Delete"],
    ["ga", "_Help"],
    ["my", "Utilities"],
    ["yi", "Exception while running operation '%(operation)s': '%(msg)s'"],
    ["af", "Open in YouTube"],
    ["fil", "Preferences"],
    ["zh_Hans", "Up Next"],
    ["as", "You can select at most three actions to show in the compact notification!"],
    ["sw", "Settings"],
    ["sw", "Unsubscribe"],
    ["ko", "Never"],
    ["hu", "User stopped listening to channel"],
    ["gl", "Off"],
    ["br", "Add new group"],
    ["is", "Sent!"],
    ["ur", "Done"],
    ["es_AR", "Lock file"],
    ["fr", "Show less"],
    ["ka", "Share link"],
    ["vi", "Upload was cancelled by user"],
    ["mk", "Test the dev version"],
    ["it", "Cancel"],
    ["sw", "All files access"],
    ["fi", "See what's new"],
    ["id", "Want to help?"],
    ["zh_Hans", "On disk"],
    ["fil", "entries"],
    ["bg", "Create & set new folder"],
    ["id", "Edit"],
    ["sq", "The Latest Changes"],
  ]),
  ...judge("multiple_capital", [
    ["ast", "File", "FIcheru"],
    ["id", "Prefer descriptive audio", "PIlih audio deskriptif"],
    ["pl", "Failed to send test email", "NIeudana próba wysłania testowego maila"],
    ["es", "Filter automatically hides empty channels", "FIltra automáticamente los canales vacios"],
    ["sq", "Device tuning", "PAJISJE"],
  ]),
  ...judge("same-plurals", [
    ["ar", ["%s video", "%s videos"], Array.from({ length: 6 }, () => "%s أشرطة فيديو")],
    ["hr", ["%d minute", "%d minutes"], Array.from({ length: 3 }, () => "%d minuta")],
    [
      "hu",
      ["Your post failed to upload.", "Your posts failed to upload."],
      ["A bejegyzésed feltöltése meghiúsult", "A bejegyzésed feltöltése meghiúsult"],
    ],
  ]),
  ...judge("duplicate", [
    ["cs", "Display push to talk window", "Zobrazit okno tlačítka pro pro mluvení"],
    ["ckb", "Show indicator for bots", "نیشاندەر نیشاندەر بۆ بۆتەکان نیشان بدە"],
  ]),
  ...judge("double_space", [
    ["da", "Reconnecting.", "Opretter forbindelse  igen."],
    ["ca", "Posting as %1$s", "Publicar com a  %1$s"],
  ]),
  ...judge("end_stop", [
    ["af", "This option is slow.", "Hierdie opsie is stadig"],
    ["gl", "About %d minute remaining.", "Resta arredor de %d minuto"],
    ["af", "Exit after cleaning", "Verlaat na skoon maak."],
    ["es", "Channel ID provided was invalid", "El ID del canal proporcionado no es válido."],
    ["uz", "Playback positions deleted", "Ijro pozitsiyalari o'chirildi."],
    ["bn", "Changing this has no effect.", "এটি পরিবর্তন করুন"],
  ]),
  ...judge("newline-count", [["pl", "Project website: https://tusky.app", "Strona projektu: \n https://tusky.app"]]),
  ...judge("end_ellipsis", [
    ["tr", "Import and export subscriptions, playlists, …", "Abonelikleri, oynatma listelerini vs. içe ve dışa aktar."],
    ["pt_BR", "&New Entry…", "&Nova Entrada..."],
    ["hu", "Saving exported file…", "Exportált fájl mentése"],
    ["ja", "Updating the product on the server…", "サーバー…で製品を更新しています"],
  ]),
  ...judge("end_colon", [
    ["de", "Wordlist:", "Wortliste"],
    ["zh_Hant", "_Tab trigger:", "切換標籤(_T)"],
    ["ja", "Cloze number:", "穴埋め問題番号"],
    ["hi", "MIME Type:", "माइम प्रकारः"],
    ["pt_BR", "Custom extension ID", "ID de extensão personalizado:"],
  ]),
  ...judge("end_question", [
    ["it", "Delete note?", "Elimina nota"],
    ["hy", "Why is my browser not supported?", "Ինչու իմ զննարկիչը չի աջակցվում:"],
    ["el", "Delete Entry…", "Διαγραφή καταχώρησης;"],
    ["ko", "Are you sure you want to permanently delete the selected files?", "선택한 파일을 완전히 지우시겠습니까?."],
    ["de", "Add anyway", "Trotzdem hinzufügen?"],
  ]),
  ...judge("end_exclamation", [
    ["fr_CA", "Error(s) detected in CSV file!", "Des erreurs ont été détectées dans le fichier CSV"],
    ["pt_PT", "Group %1 not found.", "Grupo %1 não encontrado!"],
  ]),
  ...judge("punctuation_spacing", [["fr", "Product not found!", "Produit non trouvé!"]]),
  ...judge("end_newline", [
    ["cs", "Version %1", "Verze %1\n"],
    ["de", "Your data is vulnerable!\n", "Ihre Daten sind ungeschützt!"],
    ["sk", "Invalid variant map entry value length", "Neplatná dĺžka hodnoty položky\n        "],
  ]),
  ...judge("end_space", [
    ["pt_BR", "Description: ", "Descrição:"],
    ["zh_Hant", "Replace _with: ", "取代為(_W):"],
  ]),
  ...judge("begin_space", [["fi", " MiB", "MiB"]]),
  ...unchanged([
    ["ru", "Only available in cards mode"],
    ["es_MX", "Type a room id or a room alias"],
    ["nl", "Down: {downloaded_size}, Up: {uploaded_size}"],
    ["ko", "count"],
    ["de", "Allow templates to record audio"],
  ]),
  ...judge("duplicate", [
    ["kab", "like a password manager or a safe.", "usenduq neɣ neɣ usenduq."],
    ["sl", "Execution was aborted.", "Izvajanje je je prekinjeno."],
  ]),
  ...judge("zero-width-space", [["da", "the person who sent you this file", "afsenderen af \u200bdenne fil"]]),
  ...judge("xml-chars-around-tags", [
    ["de", "<b>Warning:</b> Only adjust these.", "<b>Warnung:</b>Nur diese anpassen."],
    ["hu", "the awesome <a>contributors</a>.", "a csodálatos <a> közreműködőink </a>."],
    ["te", "include <b>system</b> snippets", "ఎంపికచేసిన<b>సిస్టమ్</b> స్నిప్పెట్లను"],
  ]),
  ...judge("newline-count", [
    ["tr", "You're about to delete the list.\nAre you sure?", "Bu listeyi silmek üzeresiniz. Emin misiniz?"],
  ]),
  ...judge("same-plurals", [
    ["ru", ["%n column", "%n columns"], Array.from({ length: 3 }, () => "%n столбцов")],
    ["de", [" thread", " threads"], ["Thread(s)", "Thread(s)"]],
  ]),
  ...byFlag("java-printf-format", "java_printf_format", [["bg", "%d minutes remaining", "%s минути остават"]]),
  ...byFlag(FLUENT, "fluent-references", [
    [
      "yo",
      "{ $num ->\n    [one] 1 hour\n   *[other] { $num } hours\n}",
      "{ $num ->\n    [one] Wákàtí kan\n   *[other] Ọ̀pọ wákàtí\n}",
    ],
  ]),
  ...byFlag("accelerator:&", "accelerator", [
    ["cs", "&Close Database", "Zavřít databázi"],
    ["ar", "&Remove", "و حذف"],
    ["fr", "&Record...", "&En&registrer..."],
  ]),
  ...byFlag("accelerator:_", "accelerator", [["crh", "Revert Tool", "Aletni _Keri Döndür"]]),
  ...byFlag("icu-message-format", "icu_message_format", [
    ["nl", "{username}'s request is pending approval.", "De aanvraag van {user} is in afwachting van goedkeuring."],
    [
      "de",
      "Every {jobScheduleDays, plural, one {day} other {{jobScheduleDays} days}}",
      "Alle {jobScheduleDays, plural, ein {day} andere {{jobScheduleDays} days}}",
    ],
    ["es", "{count, plural, one {# film} other {# films}}", "Películas"],
  ]),
  ...byFlag("vue-format", "vue_format", [["fr", "Mention {group}", "Mentionne {groupe}"]]),
  ...byFlag("c-sharp-format", "c_sharp_format", [["lb", "Skip {0}", "Soll dëst Segment iwwersprongen ginn?"]]),
  ...byFlag("qt-format", "qt_format", [["he", "Access error for config file %1", "שגיאת גישה לקובץ תצורה 1%"]]),
  ...byFlag("rst-text", "rst-references", [
    [
      "es",
      "Added the :attr:`st_birthtime` member on Windows.",
      "Se agregó el miembro :attr:`st_reparse_tag` en Windows.",
    ],
  ]),
  ...byFlag("perl-format", "perl_format", [
    ["id", "Folder %s is not synchronized with Ubuntu One.", "berkas % s tidak disinkronkan dengan Ubuntu One."],
    ["it", "Scanning page %d of %d", "Scansione della pagina% d di% d"],
  ]),
  ...byFlag("php-format", "php_format", [["zh_Hant", "Last %d Years", "最後％d年"]]),
  ...byFlag("es-format", "es_format", [["hy", "wait $" + "{ waitTime }s :(", "պետք է սպասեք $ {waitTime} s :("]]),
  ...byFlag("scheme-format", "scheme_format", [
    ["zh_Hans", "cannot extract file matching ~a from ~a", "无法从 ~2a 中提取与 ~1a 匹配的文件"],
  ]),
  ...byFlag("i18next-interpolation", "i18next_interpolation", [
    ["es", "Prompt is too long (max {{max}} characters)", "El mensaje es demasiado largo (máximo {{mix}} caracteres)"],
    ["uk", 'No results for "{{ term }}"', "0 результатів пошуку за запитом «{{ terms }}»"],
  ]),
  ...byFlag("angularjs-format", "angularjs_format", [
    ["ro", "{{number}} Hour", "{{număr}} oră"],
    ["it", "EXTERNAL LINK {{ index }}", "LINK ESTERNO {{index}"],
  ]),
  ...byFlag("ruby-format", "ruby_format", [
    ["es", "Default: %{default_nic_type}", "Por defecto: %.{default_nic_type}"],
    ["zh_Hans", "Undefined setting '%{setting}'", "未定义的设置 '％{setting}'"],
  ]),
  ...byFlag("auto-java-messageformat", "java_format", [
    ["it", "User {0} has no GrantedAuthority", "L'utente {0} non ha permessi"],
    ["ca", "User {0} not found", "No s'ha trobat l'usuari {0}"],
    ["fr", "Stash Files (*.{0})", "Fichier 'stash' (*.{0})"],
    ["de", "Validity: {0} - {1}", "Gültigkeit: {0}"],
  ]),
  ...byFlag("laravel-format", "laravel_format", [
    ["el", "in the last :minCount minutes", "τα τελευταία :mint λεπτά"],
    ["nl", "Duplicate :name", "Dupliceer: naam"],
  ]),
  ...byFlag("percent-placeholders", "percent_placeholders", [
    ["es", "Entry already saved on %date%", "Artículo ya guardado el %fecha%"],
    ["it", 'User "%username%" updated', "Utente «%username» aggiornato"],
  ]),
  ...byFlag("objc-format", "objc_format", [["sr", "Speed: %@x", "Brzina: %.2fx"]]),
  ...byFlag("lua-format", "lua_format", [["ar", "Potential negation of: %s", "النفي المحتمل ل: s%"]]),
  ...byFlag("qt-plural-format", "qt_plural_format", [["sv", ["%n hour", "%n hours"], ["%1 timma", "%1 timmar"]]]),
  ...byFlag("bbcode-text", "bbcode", [
    ["ko", "([hint=Line %d]%d[/hint]):", "([힌트=%d번째 행]%d[/힌트]):"],
    [
      "fr",
      'consuming [thrive:compound type="atp"][/thrive:compound] in exchange',
      'et consomme de l\'[/thrive:compound type="atp"][/thrive:compound]',
    ],
  ]),
  ...byFlag("asciidoc-text", "asciidoc-markup", [
    ["es", 'see "<<def_dirty,dirty>>".', 'ver "<<def_dirty,sucio>".'],
    [
      "ja",
      "the `color.blame.highlightRecent` config option",
      "色の範囲は color.blame.highlightRecent 設定で調整できます",
    ],
  ]),
  ...byFlag("md-text", "md-syntax", [
    ["zh_Hant", "Finally, we add a `Metaspace` decoder:", "最後，我們添加一個 **Metaspace** 解碼器："],
  ]),
  ...byFlag("url", "url", [["ja", "https://doublecmd.sourceforge.io", "http：//doublecmd.sourceforge.net"]]),
  ...byFlag("fluent-references", "fluent-references", [["da", "Flag { $number }", "Flag { $nummer }"]]),
];

export const WRONG: readonly Judged[] = [
  ...unchanged([
    ["cs", "1080p"],
    ["de", "Alt"],
    ["fr", "AGPLv3"],
    ["it", "Shift"],
    ["de", "SponsorBlock"],
    ["ru", "Catppuccin Frappe Flamingo"],
    ["es", "Everforest Dark Green"],
    ["fr", "Inspiration"],
    ["nl", "Games"],
    ["de", "Host"],
    ["it", "Volume: {volumePercentage}%"],
    ["ca", "2600 Magazine"],
    ["vi", "Shellbags"],
    ["pt_BR", "Torrents"],
    ["da", "Live"],
    ["oc", "Parent"],
    ["sv", "%1$s person"],
    ["et", "Link"],
    ["nb_NO", "Pause"],
    ["fr", "Notifications"],
    ["pt_BR", "Downloads"],
    ["fr", "Git Push"],
    ["it", "Push"],
    ["de", "Checkbox"],
    ["nl", "Sorry"],
    ["nb_NO", "Best"],
    ["de", "The K-9 Dog Walkers"],
    ["ro", "Calendar"],
    ["ro", "Favorite"],
    ["fr", "version %1$s, build #%2$s"],
  ]),
  ...judge("multiple_capital", [
    ["cs", "Blocklists", "Seznamy blokovaných IP adres"],
    ["fi", "Download failed", "URL-osoitteen lataus epäonnistui: %s"],
    ["ro", "Download failed", "Descărcarea URL-ului a eșuat:%s"],
    ["uk", "Remote control software", "ПЗ для віддаленого керування"],
    ["nl", "Delete tracking identifiers", "Verwijder tracking-ID's"],
    ["pt_BR", "Closed Captions", "Legendas (CC)"],
    ["de", "Open links", "URLs öffnen"],
    ["sv", "Warning: use ffmpeg with care", "VARNING: använd FFmpeg försiktigt"],
  ]),
  ...judge("same-plurals", [
    ["tr", ["%d minute", "%d minutes"], ["%d dakika", "%d dakika"]],
    ["hu", ["%s video", "%s videos"], ["%s videó", "%s videó"]],
    ["bn", ["%d day", "%d days"], ["%d দিন", "%d দিন"]],
    ["de", ["%s listener", "%s listeners"], ["%s Zuhörer", "%s Zuhörer"]],
    ["sv", ["%s reply", "%s replies"], ["%s svar", "%s svar"]],
    ["cs", ["%s view", "%s views"], ["%s zhlédnutí", "%s zhlédnutí", "%s zhlédnutí"]],
    ["pl", ["%s video", "%s videos"], ["%s wideo", "%s wideo", "%s wideo"]],
    ["sk", ["%s watching", "%s watching"], ["%s sleduje", "%s sleduje", "%s sleduje"]],
  ]),
  ...judge("duplicate", [
    ["nl", "Configure this option in the preferences.", "Stel deze optie in in de instellingen."],
    ["nl", "Review the list of packages", "Neem de lijst met pakketten zorgvuldig door door"],
    ["vi", "Delete the usage history", "Xóa lịch sử sử dụng"],
    ["tr", "Update now and then", "Zaman zaman güncelle"],
    ["fi", "Hides watched videos from the Videos tab", "Piilottaa katsotut videot Videot-välilehdeltä"],
    ["es", "Path to audio cue file when stopping to speak.", "Ruta al archivo de audio cuando se para para hablar."],
    ["ga", "Follows you", "Do do leanúint"],
  ]),
  ...judge("double_space", [
    ["de", "First part.\n\nSecond part.", "Erster Teil.   \n   \nZweiter Teil."],
    ["es", "%1$s • %2$s", "   %1$s • %2$s"],
    ["te", "translator-credits", "Praveen Illa  https://example.org/~praveen"],
  ]),
  ...judge("end_stop", [
    ["tr", "Import and export subscriptions, playlists, …", "Abonelikleri, oynatma listelerini vs. içe ve dışa aktar."],
    ["ko", "Error fetching metadata", "메타데이터를 가져오는 중 오류가 발생했습니다."],
    ["de", "in %1$ds", "in %1$d Sek."],
    ["de", "Add or remove from list", "Zur Liste hzfg. / aus Liste entf."],
    ["es", "in %1$dm", "en %1$d min."],
    ["he", "Save…", "שמירה..."],
    ["ru", "minute", "мин."],
    ["pt_PT", "Up Blocks", "Blocos Env."],
    ["hu", "Open the tabs.", "Nyissa meg a lapokat.  "],
    ["bn", "These paths will not be deleted.", "এই পথগুলি মুছে ফেলা হবে না।\uFEFF"],
    ["my", "Install VLC?", "VLC သွင်းမလား။"],
    ["ko", "This deletes everything, including drafts.", "정말 로그아웃하시겠습니까?"],
  ]),
  ...judge("newline-count", [["te", "translator-credits", "A https://example.org\nB https://example.org"]]),
  ...judge("end_ellipsis", [
    ["zh_Hant", "Deleting deck…", "刪除牌組中…\n請稍候"],
    ["bn", "Running… (%1$d of %2$d)", "(%1$d of %2$d) চলছে… "],
    ["nb_NO", "Deleting deck…", "Sletter kortstokk…\nVennligst vent."],
  ]),
  ...judge("end_colon", [
    ["cs", "Name: ", "Název:"],
    ["bn_IN", "L_ine Ending:", "পংক্তির সমাপ্তি: (_i)"],
    ["ja", "Select your country:", "国を選択してください"],
    ["am", "_Background color:", "የ_መደቡ ቀለም፦"],
    ["hu", "Enter password to unlock %1: ", "Jelszó megadása a feloldásához: %1"],
    ["az", "Logged in as", "Daxil olundu:"],
    ["ru", "Clear search query after", "Задержка очистки поискового запроса:"],
    ["my", "Internal zlib error when compressing: ", "ချုံ့နေစဉ် စက်တွင်း zlib ပြဿနာ ဖြစ်ပေါ်ခဲ့သည် -"],
  ]),
  ...judge("end_question", [
    ["de", "Whether gedit should insert spaces.", "Soll gedit Leerzeichen einfügen?"],
    ["hu", "Do you want to create this group?\n", "Biztos, hogy létrehozza ezt a csoportot?"],
    ["fr", "DEV Mode?", "Mode de développement ? "],
    ["hy", "Why does Send require JavaScript?", "Ինչո՞ւ է Send-ը պահանջում JavaScript."],
    ["ja", "Why does Send require JavaScript?", "Send が JavaScript を必要とする理由"],
    ["nl", "How to Contribute", "Hoe kan u bijdragen?"],
    ["nl", "Forgot password", "Wachtwoord vergeten?"],
    ["de", "Confirm Overwrite Attachment", "Anhang überschreiben?"],
    ["gd", "Connection timed out. Please try again.", "Dh’fhalbh an ùine. Am feuch thu ris a-rithist?"],
    ["ru", "Could you take a few seconds to tell us why?", "Пожалуйста, напишите, почему."],
    ["ja", "In all languages. Where are yours?", "すべての言語で保持します。文字列はどこにありますか。"],
    ["ar", "Messages not sent. %1$s or %2$s now?", "لم تُرسل الرسائل. ماذا أفعل؟ %1$s. ‏%2$s."],
    ["et", "Empty recycle bin?", "Prügikasti tühjendamise kinnitus"],
  ]),
  ...judge("end_exclamation", [
    ["fr", "Something went wrong!", "Une erreur s’est produite."],
    ["ar", "Something went wrong!", "حدث خطب ما."],
    ["de", "Clipboard cleared!", "Zwischenablage gelöscht."],
    ["hu", "Please make a copy", "Kérlek, készíts egy másolatot!"],
  ]),
  ...judge("end_stop", [
    ["de", "Clipboard cleared!", "Zwischenablage gelöscht."],
    ["ru", "Could you take a few seconds to tell us why?", "Пожалуйста, напишите, почему."],
  ]),
  ...judge("punctuation_spacing", [["fr", "Text;Editor;Write;", "texte brut;éditeur;écrire;"]]),
  ...judge("end_semicolon", [
    ["el", "Delete Entry…", "Διαγραφή καταχώρησης;"],
    ["el", "speak to people;", "Να μιλά στους ανθρώπους·"],
    ["fr", "Geographic location", "sa situation géographique ;"],
    ["ko", "build and deliver great products;", "훌륭한 제품을 만들고 배포한다."],
    ["sl", "speak to people;", "biti v stiku z vsemi ljudmi,"],
  ]),
  ...judge("zero-width-space", [["lo", "the web can be busy,", "ເວັບ​ສາ​ມາດ​ບໍ່​ມີ​,"]]),
  ...byFlag("fluent-target-inner-html", "fluent-target-inner-html", [
    ["de", "Download <br>for Linux", "Für Linux herunterladen"],
    ["sq", "This blocks known cookies.", "Kjo bllokon <em>cookies</em> të ditura."],
    ["pt_BR", "Did it work? <a id='x'>Try again</a>", "Funcionou?<br /><a id='x'>Tente novamente</a>"],
  ]),
  ...judge("end_newline", [
    ["fi", "set in applications.)</p>\n          ", "arvo voi vaihdella.)</p>\n"],
    ["fr", "recycle bin prompts</p>\n          ", "la corbeille</p>"],
  ]),
  ...judge("end_space", [
    ["zh_Hans", "Cipher: ", "加密法："],
    ["fi", "set in applications.)</p>\n          ", "arvo voi vaihdella.)</p>\n"],
  ]),
  ...judge("begin_space", [["zh_Hant", " (Expired)", "（過期）"]]),
  ...judge("zero-width-space", [["my", "Settings", "အပြင်\u200bအဆင်\u200bများ"]]),
  ...judge("xml-chars-around-tags", [
    ["ko", "Expires in <b>%n</b> second", "<b>%n</b>초 후 만료됨"],
    ["he", "described at <a>this page</a>.", "המתואר ב<a>דף זה</a>."],
    ["ug", "various <a>licenses</a>", "كودلۇق <a>ئىجازەت</a>تە"],
    ["en_Shaw", "include <b>system</b> snippets", "𐑦𐑯𐑒𐑤𐑵𐑛 <b>𐑕𐑦𐑕𐑑𐑩𐑥</b> 𐑕𐑯𐑦𐑐𐑩𐑑𐑕"],
    ["cy", "<span> When inserting date/time</span>", "<span>Wrth fewnosod dyddiad/amser</span>"],
    ["el", "<b>%1 </b>is requesting access", "<b>Το %1 </b>ζητά πρόσβαση"],
    ["et", "<b>%1 </b>is requesting access", "<b>%1</b> küsib juurdepääsu"],
    ["nl", "integration.<br />You can obtain it", "browserintegratie.<br /> Dit is te vinden"],
  ]),
  ...judge("newline-count", [
    [
      "es",
      "Cannot move file to trash, do you\nwant to delete?",
      "No se puede mover el archivo\na la papelera, ¿quiere\neliminarlo?",
    ],
    ["fr", "Extracting ingredients\nfrom the photo", "Extraction des ingrédients à partir de la photo"],
    ["et", "Calcu-\nlating…", "Arvutamine…"],
  ]),
  ...judge("same-plurals", [
    ["fa", ["Loading %d file…", "Loading %d files…"], ["بار کردن %Id پرونده…", "بار کردن %Id پرونده…"]],
    ["da", ["Export card", "Export cards"], ["Eksportér kort", "Eksportér kort"]],
    ["bn", ["day", "days"], ["দিন", "দিন"]],
    [
      "bn",
      ["This torrent has not finished.", "These torrents have not finished."],
      ["এই টরেন্ট শেষ হয়নি।", "এই টরেন্ট শেষ হয়নি।"],
    ],
    ["cs", ["Used %1 time", "Used %1 times"], Array.from({ length: 3 }, () => "Použito %1 krát")],
    ["fr", ["%n month", "%n months"], Array.from({ length: 3 }, () => "%n mois")],
    ["hr", ["%d min", "%d min."], Array.from({ length: 3 }, () => "%d min")],
    ["uk", ["", "+%d buried"], Array.from({ length: 3 }, () => "+%d відкладено")],
  ]),
  ...judge("multiple_capital", [
    ["xh", "English (British)", "INgesi elizinze eBritane"],
    ["sv", "Upper-case letters", "VERSALER"],
    ["tlh", "Skip", "buSHa'"],
    ["ja", "Null group uuid", "グループの UUID が NULL です"],
  ]),
  ...unchanged([
    ["ru", "push_key:"],
    ["de", "Do_wnload ({speed_units}):"],
    ["nn", "Send"],
    ["fr", "Suggestions"],
    ["ca", "Recent"],
    ["da", "_Find"],
  ]),
  ...byFlag("fluent-type:Term", "same", [["sl", "Send", "Send"]]),
  ...judge("duplicate", [
    ["gl", "Whether to use the system font", "Indica se se debe usar o tipo de letra do sistema"],
    ["nn", "Saving has been disabled by the administrator.", "Lagring er slått av av systemadministratoren."],
    ["nb_NO", "Add to agent", "Legg til til agent"],
    ["sv", "No phone number has been added", "Inget telefonnummer har lagts till till ditt konto"],
    ["cs", "Sign in with single sign-on", "Přihlásit se se single sign-on"],
    ["vls", "if you sign out now", "Indien da je je nu afmeldt"],
    ["he", "Not really", "ככה ככה"],
    ["ar", "Database unlock canceled.", "تم إلغاء إلغاء قفل قاعدة البيانات."],
    ["sc", "Now, let's take a look", "Immoe, castiemus pagu pagu"],
  ]),
  ...byFlag("c-format", "c_format", [["mn", "Loaded %d files", "%i файл ачаалагдав"]]),
  ...byFlag(FLUENT, "fluent-references", [
    [
      "cy",
      "{ $count ->\n    [one] Report this file\n   *[other] Report these files\n}",
      "{ $count ->\n    [one] Adrodd y { $count } ffeil\n   *[other] Adrodd { $count } ffeiliau\n}",
    ],
    ["tr", "Shared via { -brand } with a link.", "{ -brand } ile paylaşıldı, bağlantı { -brand }’de."],
  ]),
  ...byFlag("accelerator:&", "accelerator", [
    ["es", "Database &gt; Settings", "Base de datos > Ajustes"],
    ["de", "&#8220;%1&#8221;", "„%1“"],
  ]),
  ...byFlag("accelerator:_", "accelerator", [
    [
      "ast",
      "Directory '%s' could not be created: g_mkdir_with_parents() failed: %s",
      "Nun pudo crease'l direutoriu «%s»: falló la llamada: %s",
    ],
  ]),
  ...byFlag("icu-message-format", "icu_message_format", [
    ["zh_Hant", "{seasonCount, plural, one {Season} other {Seasons}}", "季數"],
    ["hu", "Request {seasonCount} {seasonCount, plural, one {Season} other {Seasons}}", "{seasonCount} évad kérése"],
    ["da", "Every {hours, plural, one {hour} other {{hours} hours}}", "Hver {hours}. time"],
    ["cs", "{minutes} minutes", "{minutes} {minutes, plural, one {minuta} few {minuty} other {minut}}"],
  ]),
  ...byFlag("python-format", "python_format", [["de", "110% of default size", "110% der Standardgröße"]]),
  ...byFlag("perl-format", "perl_format", [
    ["de", "Use tags with a leading % (e.g. %headliner)", "Tags verwenden, die mit % beginnen (z.B. %headliner)"],
  ]),
  ...byFlag("objc-format", "objc_format", [
    ["cs", "Show tick marks at 0%, 25% and 100% for accuracy.", "Označí hodnoty 0 %, 25 % a 100 %."],
    ["hu", "% of screen", "%-a a képernyőnek"],
  ]),
  ...byFlag("perl-brace-format", "perl_brace_format", [
    ["eo", "The node is at {href}.", "La nodo estas @^{c}e {href}."],
  ]),
  ...byFlag("c-sharp-format", "c_sharp_format", [
    ["ja", "The source {0} is on volume {1}", "バックアップ元 {0 }はボリューム {1} にあります"],
  ]),
  ...byFlag("kde-format", "qt_format", [
    [
      "hr",
      ["Editing profile: %2", "Editing %1 profiles: %2"],
      ["Uredi %1 profil: %2", "Uredi %1 profila: %2", "Uredi %1 profila: %2"],
    ],
  ]),
  ...byFlag("angularjs-format", "angularjs_format", [
    ["pl", "(took {{duration || '0 seconds'}})", "(zajęło {{duration || '0 sekund'}})"],
  ]),
  ...byFlag("auto-java-messageformat", "java_format", [
    ["ko", "The {0,choice,0#File|1#Network} operation", "{0,choice,0#파일|1#네트워크} 작업"],
    ["fr", "{0} file(s) selected.", "{0, choice, 0#aucun fichier|1#{0,number} fichier} sélectionné"],
  ]),
  ...byFlag("laravel-format", "laravel_format", [
    ["de", "The selected :attribute is invalid.", "Der ausgewählte Wert ist ungültig."],
  ]),
  ...byFlag("ruby-format", "ruby_format", [
    ["is", "%B %d %Y", "%d. %B %Y"],
    ["es", "as <code><%</code> but when the template", "que <code><%</code> pero cuando la plantilla"],
  ]),
  ...byFlag("asciidoc-text", "asciidoc-markup", [
    ["ko", "For example, `a/**/b` matches `a/b`", "`/**`: 예를 들어, `a/**/b`는 `a/b`와 매치됩니다"],
    ["ja", "information _about_ the current branch", "現在のブランチに関する情報"],
    ["es", "Alternately you could 'rsync' the changes", "Alternativamente podrías usar un `rsync`"],
  ]),
  ...byFlag("md-text", "md-syntax", [
    [
      "fr",
      "Looking good! Now let's use this to fine-tune our model.",
      "C'est bien ! Maintenant, utilisons ceci pour *finetuner* notre modèle.",
    ],
  ]),
  ...byFlag("md-text, strict-same", "md-link", [
    ["ja", "[Internal links](#internal-links) use titles", "[内部リンク](#内部リンク)は"],
    ["ru", "see [Chapter 1](/course/chapter1)", "см. [Главу 1](../chapter1/1)"],
  ]),
  ...byFlag("safe-mdx", "safe-mdx", [
    [
      "pt",
      '<Question choices={[{ text: "A commit.", correct : true },]} />',
      '<Question choices={[{ text: "Um commit.", correct: true }]} />',
    ],
    [
      "ru",
      '<Question choices={[{ text: "No.", correct: false }, { text: "Yes.", correct: true }]} />',
      '<Question choices={[{ text: "Нет." }, { text: "Да.", correct: true }]} />',
    ],
    ["zh_Hans", "$$ \\mathrm{Recall} = x $$", "$$ \\mathrm{召回率} = x $$"],
  ]),
];

/**
 * Findings of real files that were read and judged: what a check said, or once said, of translations of BleachBit, FreeTube,
 * NewPipe, audiobookshelf, Tusky and Mumble, all of them free software. `right` is to be found, `wrong` is not.
 */
export interface Judged {
  check: string;
  language: string;
  source: string | string[];
  target: string | string[];
}

const judge = (check: string, rows: readonly (readonly [string, string | string[], string | string[]])[]): Judged[] =>
  rows.map(([language, source, target]) => ({ check, language, source, target }));

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
    ["ko", "Error fetching metadata", "메타데이터를 가져오는 중 오류가 발생했습니다."],
    ["de", "in %1$ds", "in %1$d Sek."],
    ["de", "Add or remove from list", "Zur Liste hzfg. / aus Liste entf."],
    ["es", "in %1$dm", "en %1$d min."],
    ["he", "Save…", "שמירה..."],
    ["hu", "Open the tabs.", "Nyissa meg a lapokat.  "],
    ["bn", "These paths will not be deleted.", "এই পথগুলি মুছে ফেলা হবে না।\uFEFF"],
    ["my", "Install VLC?", "VLC သွင်းမလား။"],
    ["ko", "This deletes everything, including drafts.", "정말 로그아웃하시겠습니까?"],
  ]),
  ...judge("newline-count", [["te", "translator-credits", "A https://example.org\nB https://example.org"]]),
];

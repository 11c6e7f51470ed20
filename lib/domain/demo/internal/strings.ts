/**
 * Strings of Orchard, the small application that the demo project translates. Our own texts. A missing translation is
 * left out on purpose: a newcomer finds something to do.
 */

export interface DemoString {
  /** Key in JSON and Android files. */
  key: string;
  /** Note for translators. */
  note?: string;
  source: string;
  /** Plural source, for strings that count. */
  plural?: string;
  /** Language code → forms in the order of the language's plural rule. */
  texts: Readonly<Record<string, readonly string[]>>;
}

/** Languages of the demo: code → gettext header, Android folder. */
export const DEMO_LANGUAGES: Readonly<
  Record<string, { plural: string; android: string; categories: readonly string[] }>
> = {
  cs: {
    plural: "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;",
    android: "cs",
    categories: ["one", "few", "other"],
  },
  de: { plural: "nplurals=2; plural=n != 1;", android: "de", categories: ["one", "other"] },
  fr: { plural: "nplurals=2; plural=n > 1;", android: "fr", categories: ["one", "other"] },
  he: { plural: "nplurals=2; plural=n != 1;", android: "iw", categories: ["one", "other"] },
  ja: { plural: "nplurals=1; plural=0;", android: "ja", categories: ["other"] },
  sl: {
    plural: "nplurals=4; plural=n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3;",
    android: "sl",
    categories: ["one", "two", "few", "other"],
  },
};

export const DESKTOP: readonly DemoString[] = [
  {
    key: "open",
    source: "Open orchard",
    texts: {
      cs: ["Otevřít sad"],
      de: ["Obstgarten öffnen"],
      fr: ["Ouvrir le verger"],
      he: ["פתיחת מטע"],
      ja: ["果樹園を開く"],
      sl: ["Odpri sadovnjak"],
    },
  },
  {
    key: "save",
    source: "Save changes?",
    note: "Asked when the window is closed",
    texts: {
      cs: ["Uložit změny?"],
      de: ["Änderungen speichern?"],
      fr: ["Enregistrer les modifications ?"],
      he: ["לשמור את השינויים?"],
      sl: ["Shranim spremembe?"],
    },
  },
  {
    key: "quit",
    source: "Quit",
    texts: { cs: ["Ukončit"], de: ["Beenden"], fr: ["Quitter"], he: ["יציאה"], ja: ["終了"] },
  },
  {
    key: "new-tree",
    source: "Plant a tree",
    texts: {
      cs: ["Zasadit strom"],
      de: ["Baum pflanzen"],
      fr: ["Planter un arbre"],
      ja: ["木を植える"],
      sl: ["Posadi drevo"],
    },
  },
  {
    key: "fruit",
    source: "%d ripe loquat",
    plural: "%d ripe loquats",
    note: "Shown in the status bar",
    texts: {
      cs: ["%d zralá lokvát", "%d zralé lokváty", "%d zralých lokvátů"],
      de: ["%d reife Wollmispel", "%d reife Wollmispeln"],
      he: ["שסק בשל אחד", "%d שסקים בשלים"],
      ja: ["熟したビワ %d 個"],
      sl: ["%d zrela nešplja", "%d zreli nešplji", "%d zrele nešplje", "%d zrelih nešpelj"],
    },
  },
  {
    key: "basket",
    source: "Pick %d fruit into the basket?",
    plural: "Pick %d fruits into the basket?",
    texts: {
      cs: ["Utrhnout %d plod do košíku?", "Utrhnout %d plody do košíku?", "Utrhnout %d plodů do košíku?"],
      fr: ["Cueillir %d fruit dans le panier ?", "Cueillir %d fruits dans le panier ?"],
      sl: [
        "Naberem %d sadež v košaro?",
        "Naberem %d sadeža v košaro?",
        "Naberem %d sadeže v košaro?",
        "Naberem %d sadežev v košaro?",
      ],
    },
  },
  {
    key: "weather",
    source: "Frost is expected tonight.",
    texts: { cs: ["Dnes v noci má mrznout."], de: ["Heute Nacht wird Frost erwartet"], he: ["צפויה קרה הלילה."] },
  },
  {
    key: "help",
    source: "How do I prune a tree?",
    texts: { de: ["Wie schneide ich einen Baum?"], ja: ["木の剪定方法は？"] },
  },
  {
    key: "by",
    source: "Planted by %s",
    texts: { cs: ["Zasadil(a) %s"], de: ["Gepflanzt von %s"], fr: ["Planté par %s"] },
  },
  { key: "map", source: "Show the map of the orchard", texts: { cs: ["Zobrazit mapu sadu"] } },
];

export const WEBSITE: readonly DemoString[] = [
  {
    key: "title",
    source: "Orchard: grow fruit together",
    texts: {
      cs: ["Orchard: pěstujme ovoce společně"],
      de: ["Orchard: gemeinsam Obst anbauen"],
      fr: ["Orchard : cultivons des fruits ensemble"],
      he: ["Orchard: מגדלים פרי יחד"],
      sl: ["Orchard: skupaj gojimo sadje"],
    },
  },
  {
    key: "nav.home",
    source: "Home",
    texts: { cs: ["Domů"], de: ["Start"], fr: ["Accueil"], he: ["בית"], ja: ["ホーム"], sl: ["Domov"] },
  },
  {
    key: "nav.trees",
    source: "Trees",
    texts: { cs: ["Stromy"], de: ["Bäume"], fr: ["Arbres"], he: ["עצים"], ja: ["木"], sl: ["Drevesa"] },
  },
  { key: "nav.news", source: "News", texts: { cs: ["Novinky"], de: ["Neues"], fr: ["Actualités"] } },
  {
    key: "signup.heading",
    source: "Join the harvest",
    texts: { cs: ["Přidejte se ke sklizni"], de: ["Mach mit bei der Ernte"], he: ["הצטרפו לקטיף"] },
  },
  {
    key: "signup.email",
    source: "Your e-mail address",
    texts: {
      cs: ["Vaše e-mailová adresa"],
      de: ["Deine E-Mail-Adresse"],
      fr: ["Votre adresse e-mail"],
      ja: ["メールアドレス"],
    },
  },
  { key: "signup.send", source: "Sign me up", texts: { cs: ["Přihlásit se"], fr: ["Je m’inscris"] } },
  {
    key: "footer.made",
    source: "Made with care by {{count}} gardeners",
    texts: { de: ["Mit Sorgfalt von {{count}} Gärtnern gemacht"] },
  },
];

export const PHONE: readonly DemoString[] = [
  { key: "app_name", source: "Orchard", texts: {} },
  {
    key: "basket_title",
    note: "Window title",
    source: "Today's basket",
    texts: {
      cs: ["Dnešní košík"],
      de: ["Korb von heute"],
      fr: ["Panier d'aujourd'hui"],
      he: ["הסל של היום"],
      ja: ["今日のかご"],
      sl: ["Današnja košara"],
    },
  },
  {
    key: "basket_empty",
    source: "Nothing picked yet",
    texts: { cs: ["Zatím nic neutrženo"], de: ["Noch nichts gepflückt"], he: ["עדיין לא נקטף דבר"] },
  },
  {
    key: "days_to_harvest",
    source: "%d day to the harvest",
    plural: "%d days to the harvest",
    texts: {
      cs: ["%d den do sklizně", "%d dny do sklizně", "%d dní do sklizně"],
      de: ["Noch %d Tag bis zur Ernte", "Noch %d Tage bis zur Ernte"],
      ja: ["収穫まであと %d 日"],
      sl: ["%d dan do obiranja", "%d dneva do obiranja", "%d dni do obiranja", "%d dni do obiranja"],
    },
  },
  {
    key: "share",
    source: "Share with <b>friends</b>",
    texts: {
      cs: ["Sdílet s <b>přáteli</b>"],
      de: ["Mit <b>Freunden</b> teilen"],
      fr: ["Partager avec des <b>amis</b>"],
    },
  },
  {
    key: "reminder",
    source: "Water the trees before noon",
    texts: { cs: ["Zalijte stromy před polednem"], sl: ["Zalijte drevesa pred poldnevom"] },
  },
];

/** A term of Orchard's glossary. */
export interface DemoTerm {
  term: string;
  explanation?: string;
  /** How it is to be used, as flags of a string. */
  flags?: string;
  /** Language code → the term there. */
  texts: Readonly<Record<string, string>>;
}

export const TERMS: readonly DemoTerm[] = [
  {
    term: "orchard",
    explanation: "A place where fruit trees grow; the name of the application is written with a capital letter.",
    texts: { cs: "sad", de: "Obstgarten", fr: "verger", he: "מטע", ja: "果樹園", sl: "sadovnjak" },
  },
  {
    term: "harvest",
    explanation: "The season as well as what it brings.",
    texts: { cs: "sklizeň", de: "Ernte", fr: "récolte", ja: "収穫", sl: "obiranje" },
  },
  { term: "basket", texts: { cs: "košík", de: "Korb", fr: "panier", he: "סל", ja: "かご", sl: "košara" } },
  { term: "loquat", texts: { cs: "lokvát", de: "Wollmispel", he: "שסק", ja: "ビワ", sl: "nešplja" } },
  { term: "prune", explanation: "To cut back a tree.", texts: { de: "schneiden", ja: "剪定する" } },
  { term: "Orchard", explanation: "The name of the application.", flags: "read-only, case-sensitive", texts: {} },
];

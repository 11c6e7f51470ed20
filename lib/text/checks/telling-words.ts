/**
 * English words by which a  gives away that nobody has translated it:  words of grammar, and words of everyday and
 * of programs that other languages spell in another way. Words that are shared (version, region, album) are left out on
 * purpose, since an unchanged one says nothing. Lower case.
 */
export const TELLING_WORDS: ReadonlySet<string> = new Set(
  `the of and to for with from without within into onto upon about above across after again against along already also
  although always among another any anyone anything anywhere are aren't as at away be because been before behind being
  below beneath beside between beyond both but by can can't cannot could couldn't did didn't do does doesn't doing don't
  down due during each either else enough even ever every everyone everything everywhere except few fewer following
  further had has hasn't have haven't having he her here hers herself him himself his how however i'm if instead is isn't
  it's its itself just least less let's like likely many may maybe me might  most much must my myself near nearly need
  needs neither never nobody nor not nothing now nowhere off often on once one's only other others otherwise our ours
  ourselves out over own perhaps please quite rather really same several shall she should shouldn't since so some somebody
  someone something sometimes somewhere soon still such than that that's their theirs them themselves then there these they
  they're this those though through throughout thus till together too toward towards under unless unlike until up us use
  used uses using usually very was wasn't we we're  were weren't what what's whatever when whenever where wherever
  whether which while who whoever whole whom whose why will  won't would wouldn't yes yet you you're your yours yourself
  able  accepted access accessed accessing   across  add added adding address addresses adds adjust
  advanced afternoon ago agree ahead allow allowed allows alone amount  anyway appear appearance appears apply
  applied applying approve approved archived ask asked asking attach attached attachment attempt   automatically
  available avoid awaiting back backed background  backward bad because become been begin beginning begins behavior
  behaviour believe belong belongs best better big bigger birthday block blocked blocks body bold book bookmark bookmarks
  books border bottom bought box branch branches break bright bring broken browse build building built bulk   buy
  calendar call called calling calls cancel canceled cancelled cannot   careful carefully  cases catch cause
  causes   chain change changed changes changing channel channels  chapters  characters check
  checkbox checked checking checks child children choice choices choose chosen city clean cleaned cleaner cleaners cleaning
  clear cleared clearing clicked clicking clicks close closed closing collapse collected colors colour colours  
  coming  commands   common  compare completed completely computer confirm confirmed connect
  connected connecting connection contain contains   continue convert copied copies   corrupt count
   create created creates creating creation creator current currently customize cut daily damaged dark 
  day days deal decrease deep deeper   delay delete deleted deletes deleting deletion deny denied depends depth
  describe description deselect detect detected developer developers   different difficult disable disabled
  disables discard discover  displayed displays done double  downloaded downloading  drag draw 
  drop duplicate each earlier early easily easy edit edited editing either email's emails empty enable enabled enables
  encrypt encrypted end ended ending ends enforce  enjoy ensure enter entered entire entries    estimate
     exceeded except exist existing exists exit expand expired explain explore expression extract eye face
  fail failed failing fails failure false fast faster favorite favorites favourite favourites    
   file filename filenames files fill filled find finding  finish finished   fixed fixes   folders
  follow followed followers following follows font's foot forbidden force forget forgot forgotten found free freeze friday
  friend friends front  fully functionality game's gather get gets getting give given gives go goes going gone good got
   granted great green    grow guess  guests guide half  handle hello happen happened happens hard
  head   headings health hear heart heavy height  helpful helps hidden hide hides hiding high higher highest
       holding  hour hours  idea ignore ignored ignores ignoring image's  impossible
  improve include included includes including increase increment incoming incorrect incorrectly independent index's indicate
  indent inner  insert inserted inside install installed installer installing  invalid  invited issue issues
    join joined jump keep keeping keeps kept key keys keyword keywords  know known    languages
   larger largest last later latest launch  leader learn leave leaves leaving left length letter letters level levels
      limited    linked   listed  listen listening little  load
  loaded loading loads lock locked  logged logging    longer look looking looks lose losing loss lost low lower
  lowest    make makes making manage manually  marked  matched matches matching maximize  
  meaning measure meet    merged merging   middle  minimize  missing mistake 
   modified modify monday month monthly months move moved moves moving multiple     narrow navigate
  needed neighbor network's new newer newest  next nickname night none   nothing notice  
    obsolete occur occurred old older oldest ongoing  opened opening opens    
    outgoing outside overall overview overwrite overwriting owner owners     paid pair
         paste    paused pay payment pending   
  phone  pick picture pictures piece   plain  played  playing plays please pleased  
  policies  possible possibly  powered prefer preference preferences preferred  press pressed pressing prevent
  prevents  previous previously price   printing prior  proceed processed processing  
  properly properties  protect protected provide provided  purchase purge put quick quickly quit 
  quoted raise random    reach read  reading reads ready real reason rebuild receive received recent
  recently recommend recommended  recorded recording recover recovery redo reduce refresh refuse register registered
  registration reject rejected related  released  reload reloading rely remaining remember reminder 
  removal remove removed removes removing rename renamed  replace replaced replacement replies reply  
   request requested requests require required requires reserved resize resolve resolution response restart restarts
  restore restored restoring restrict restricted   resume retry return returned returns  reviewed 
  revoke rewind  rights rotate round  rows   run running runs safe safely said  saturday save saved saves
  saving say says scale scanning  schedule scheduled   screens   scroll search searched
  searches searching   section's secure security  seek seen select selected selecting selection  sending
  sends sent sentence separate separated separator  sets setting settings  shape share shared sharing  
   shortcuts should show showing shown shows shred shredding shrink  shut shutdown  signed signing silence
  similar   site's size sizes skip skipped sleep   slow slower slowly  smaller smallest 
  smooth    sorry  sorted sorting  sounds   space spaces speed spelling  
      standard's  started starting starts  states statistics   steps  stopped
  stopping stops storage  stored stores stories  strict strike    subject submit submitted subscribe
  subscribed subscribers subscription subscriptions success successful successfully  suggest suggested suggestion
  suggestions suitable sunday supply  supported supports sure surname swap swipe  switched synchronize  
    take taken takes taking tap target     temporarily temporary  test's tested testing
  text's thank thanks  thing things think  thursday  time timed times    today 
  tomorrow     tracking  train  transferred translate translated translating translation
  translations translator translators trash tree   true trust try trying tuesday  turned   twice
   typed  typing unable unavailable undo unexpected uninstall   unknown unlimited unlink unlock unread
  unsaved unsubscribe unsupported untitled unused updated  updating  uploaded uploading  upper upside
  usage useful useless  username usernames  utilities    verification verified verify video's 
  viewed viewer viewing viewed   visited  visitors visits volume's  wait waiting walk wall want wanted
  wants warn warning warnings waste watch watched watching way ways weak wear weather wednesday    weight welcome
  went wide widget's  win  windowed wipe wiped wiping without  wondering  words work worked working works
   worry worse worst write writing written wrong year yearly years yellow yesterday young zero's zoomed help open week weeks weekly password passwords send second seconds small right width window people country language large numbers words rows`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

/**
 * Telling words that another language has as well, spelled in the same way and in use in programs. By language; lower case.
 */
export const SHARED_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    af: "as is in my na so was hand hard water warm begin het was week last druk stop help kind links uit man son wind plus",
    ast: "can me as so do he note no si",
    br: "a e en",
    ca: "recent as me on a does tanca error errors volume table me main item label",
    cs: "to do my on at by bad index let help most pole test",
    da: "find send download for at have so are over under her is hun blank bind start film link links list fast hint dag text type item label box dashboard feedback tag tags build checkbox best",
    de: "download so war was hat hut die den man rate kind name namen box text item items element links link gut fast hier layout home tutorial dashboard browser feedback widget code software computer computers tag tags ticket tickets trends test tests team teams kit server version checkbox build builds",
    en: "",
    es: "me no as he error come once dice sea error tutorial general item items widget software",
    et: "on me no tee info",
    eu: "da du eta error",
    fi: "me on he hei",
    fil: "at may ay ito on browser computer file files",
    fr: "suggestions suggestion on me an as or note notes table tables page pages message messages image images action actions option options description site date dates mode code source sources type types format signal occasion expression applications station stage page phrase phrases six point points place places large long content rate moment plan profile part parts module sort sent main fin ton son mine case chat coin pour votes vote client clients service services instance instances index surface variable variables style styles permission permissions description solution double simple possible impossible prefix index texte agent compte note privilege support score image nuance cause causes usage restaurant restaurants parent parents volume pause machine rare message minutes minute distance centre installer tags tag trend live software fonts build",
    fy: "as is my in wy bist do it was",
    ga: "as is an do mar on at",
    gl: "as me a error",
    hr: "do my on to link link server",
    hu: "is a meg ok link software",
    id: "data bank file link item password user tab log",
    is: "hann er var an of so best",
    it: "come me an file account privacy link password computer computers browser home test tag screenshot software download upload label feedback widget tutorial server rating chat log extra dove note item volume modem tablet hobby sport studio build checkbox",
    la: "is in do me us per quid as",
    lb: "so was de link",
    lt: "as to is ta",
    lv: "no pat un",
    ms: "data fail item log tab bank",
    mt: "se file link password",
    nb_NO:
      "send for at have so are over under her is bind start film link list fast hint text type item box feedback tag tags dashboard var build best",
    nl: "download recent shuffle is in of open week last help stop games game updates links kind link tag tags plan type tab tabs website apps app hand water wind bed test tests item items label labels browser wilt want computer computers service filters box trend account accounts content feedback gratis over onder voor map maker widget zoom even later uploads uploaden downloads downloaden dashboard privacy server tickets team team's cookies files menu's quiz printer scanner scans log logs online offline template templates thread threads update upgrade software live per sorry checkbox build best",
    nn: "send for at have so over under her is film link list item text type tag best",
    pl: "to do on my ten album link menu start plan test tag tablet film numer login do trend",
    pt: "as me do no a error",
    pt_BR: "as me do no a site link mouse tag tags software download upload feedback layout",
    pt_PT: "as me do no a site link software feedback",
    ro: "a de cu are care face link note item index parole site tag software browser download upload widget feedback server calendar favorite",
    sc: "a is de me",
    sk: "to do my on by link server",
    sl: "do on so me na",
    sq: "me do as per a link checkbox",
    sv: "for at have so are over under her is man film link list fast hint text type item box dag taggar plan feedback bra ram far tag tags build",
    sw: "me na",
    tr: "at on el al link internet et",
    uz: "on",
    vi: "me do on to",
  }).map(([language, words]) => [language, new Set(words.split(" "))]),
);

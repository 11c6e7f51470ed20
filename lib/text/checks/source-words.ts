/** English words whose meanings are far from each other, or near, for the check of reused translations. */

/** Words of one line never stand for the same. */
const APART = `
  on off
  in out
  up down
  to from
  before after
  with without
  above below under
  input output
  incoming outgoing
  open close
  start stop end
  begin end
  first last
  next previous
  left right top bottom
  enable disable
  show hide
  lock unlock
  allow deny block forbid
  accept reject decline
  add remove
  add delete
  copy move delete cut paste
  load save
  undo redo
  import export
  upload download
  send receive
  sent received
  new old
  newer older
  newest oldest
  ascending descending
  expand collapse
  increase decrease
  horizontal vertical
  light dark
  always never
  all none
  success failure
  public private
  encrypt decrypt
  source target
  large small medium
  big small
  larger smaller
  more less
  forward backward
  width height
  row column
  second minute hour day week month year
  seconds minutes hours days weeks months years
  daily weekly monthly yearly hourly
  monday tuesday wednesday thursday friday saturday sunday
  january february march april may june july august september october november december
  red green blue yellow black white
  username password
  name password
  audio video
  online offline
  login logout
  minimum maximum
  min max
  internal external
  local remote
  one two three four five six seven eight nine ten`;

/** Words of one line are said for each other. */
const NEAR = `
  info information detail details description about summary
  open view show display see reveal
  fetch load check get receive retrieve download update refresh reload sync synchronize
  delete remove erase clear discard dismiss empty reset wipe
  mail email message notification alert note
  select choose pick filter
  create add new make insert set start
  begin start initialize
  sign connect login log
  session login
  here room
  history message
  insert paste
  edit change modify adjust
  find search look seek
  error fail failed failure problem
  option setting preference configure configuration property
  finish finished complete completed done end ended
  begin start launch run execute open
  application app program executable software
  ok yes accept confirm apply agree
  confirm repeat verify reenter again retry
  stop cancel abort pause
  send submit share publish post
  directory folder location path
  max maximum
  min minimum
  id identifier
  invalid wrong incorrect bad unsupported unknown undefined
  allow enable permit activate toggle show
  not prevent never disable unable cannot
  found available
  provide specify enter give set define type input
  default standard normal
  read played watched seen
  kind type sort class
  user account person people member contact
  recipient receiver receiving to
  save keep
  copy duplicate clone
  copy export
  use enable
  website site page web
  picture image photo avatar
  password passcode passphrase pin
  icon badge
  name title label
  channel uploader
  library bibliography
  chapter episode
  part section
  call phone
  pending waiting progress
  link address url
  value clipboard`;

/** A word without its commonest endings, so that forms of a verb or a noun are one. */
export function stemOf(word: string): string {
  const ending = /(?:ings?|ed|es|s|e|y)$/.exec(word);
  return ending && ending.index >= 3 ? word.slice(0, ending.index) : word;
}

const LITTLE = new Set(
  `the a an of at for by is are was were be been has have had will would can could this that these those it its your my me we
  our and or as if do does did so than then there here into please`
    .split(/\s+/)
    .map(stemOf),
);

/** Whether a stem has no meaning of its own. */
export const isLittle = (stem: string): boolean => LITTLE.has(stem);

function linesOf(text: string): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>();
  for (const [line, words] of text.trim().split("\n").entries())
    for (const word of words.trim().split(" ")) {
      const stem = stemOf(word);
      found.set(stem, (found.get(stem) ?? new Set()).add(line));
    }
  return found;
}

const [apart, near] = [linesOf(APART), linesOf(NEAR)];

const meet = (lines: typeof apart, one: string, other: string): boolean => {
  const others = lines.get(other);
  return others !== undefined && [...(lines.get(one) ?? [])].some((line) => others.has(line));
};

const NUMBER = /^\d+$/;
const OPPOSING = ["un", "dis", "de", "in", "non", "a"];

/** Whether two stems never mean the same: numbers, a word and its opposite, members of a row. */
export const areApart = (one: string, other: string): boolean =>
  (NUMBER.test(one) && NUMBER.test(other)) ||
  OPPOSING.some((prefix) => prefix + one === other || prefix + other === one) ||
  meet(apart, one, other);

/** Whether two stems are often said for each other. */
export const areNear = (one: string, other: string): boolean =>
  meet(near, one, other) ||
  (one.startsWith("un") && other.startsWith("un") && meet(near, one.slice(2), other.slice(2)));

/** Times in which a bot was in its meeting and something of it did not reach the bot: nobody shall take them for silence. */
export const lostMediaKinds = ['nothing_comes', 'sound_not_heard', 'pictures_not_seen'] as const;
export type LostMediaKind = (typeof lostMediaKinds)[number];
/** Captions that came, and not as they were asked for. */
export const otherCaptionsKinds = ['captions_not_offered', 'captions_not_translated'] as const;
export type OtherCaptionsKind = (typeof otherCaptionsKinds)[number];
/** Moments at which the bot was to do something in the meeting, and could not. */
const undoneKinds = ['message_not_sent', 'video_not_played'] as const;
type UndoneKind = (typeof undoneKinds)[number];
export const missingMediaKinds = [
  ...lostMediaKinds,
  ...otherCaptionsKinds,
  // The bot went by captions, and there were none: what was said then is written down nowhere.
  'no_captions',
  'not_shown',
  'other_view',
  'encrypted',
  'people_untold',
  'withheld',
  ...undoneKinds,
] as const;
export type MissingMediaKind = (typeof missingMediaKinds)[number];
/** What lasts, until it is over. */
export type LastingKind = Exclude<MissingMediaKind, UndoneKind>;

/** Until the bot left the meeting, where `until` is absent. */
export interface MissingMedia {
  readonly kind: MissingMediaKind;
  readonly since: string;
  readonly until?: string;
  /** As the worker said it, where more is known than the kind. */
  readonly why?: string;
}

/** When the bot was to do something, and why it could not. */
export interface Undone {
  readonly at: Date;
  readonly why: string;
}

/** The newest are kept. */
const mostKept = 20;
/** Of what was not done, as of anything by which nothing is lost: a loss is not to be forgotten for it. */
export const mostUndone = 5;
const isLoss = (kind: MissingMediaKind): boolean =>
  kind === 'no_captions' || (lostMediaKinds as readonly MissingMediaKind[]).includes(kind);
const longestWhy = 300;

const what: Record<MissingMediaKind, string> = {
  nothing_comes:
    'neither sound nor pictures came from anybody: connections were lost, or cameras were on and nothing arrived',
  sound_not_heard: 'sound was sent to the bot, and could not be heard',
  pictures_not_seen: 'pictures were sent to the bot, and could not be seen',
  captions_not_offered: 'the meeting did not offer captions in the language that was asked for',
  captions_not_translated: 'captions could not all be translated: some are in the language that was spoken',
  no_captions: 'there were no captions in the meeting, by which this bot writes down what is said',
  not_shown: 'the bot could not be seen or heard as it was asked to',
  other_view: 'the page of the meeting was recorded as it looks, in no other view',
  encrypted: 'people encrypted end to end what they sent, in a way that the bot cannot read',
  people_untold:
    'more people were in the meeting than it told the bot of by name: the list of participants is not complete',
  withheld:
    'the platform did not give all that was asked for, as the scopes of the app or the settings of its account do not allow it',
  message_not_sent: 'a message of the bot did not appear in the chat',
  video_not_played: 'a video that the bot was asked to play could not be shown',
};

interface Kept {
  readonly missing_media?: readonly MissingMedia[];
}

/** The bot, with none of these missing any more from a moment on; undefined when none was. */
export const withNothingMissing = <B extends Kept>(
  bot: B,
  kinds: readonly MissingMediaKind[],
  at: Date,
): B | undefined => {
  const { missing_media = [] } = bot;
  const isOver = ({ kind, until }: MissingMedia): boolean => until === undefined && kinds.includes(kind);
  if (!missing_media.some(isOver)) return undefined;
  const until = at.toISOString();
  return { ...bot, missing_media: missing_media.map((one) => (isOver(one) ? { ...one, until } : one)) };
};

/** Which one goes for another one: of its own kind, or the first that is over, and a loss only where all of these are. */
const tooMany = (before: readonly MissingMedia[], { kind }: MissingMedia): MissingMedia | undefined => {
  const alike = before.filter((one) => one.kind === kind);
  if (!isLoss(kind) && alike.length >= mostUndone) return alike[0];
  if (before.length < mostKept) return undefined;
  const over = before.filter(({ until }) => until !== undefined);
  return over.find((one) => !isLoss(one.kind)) ?? over[0];
};
const kept = (before: readonly MissingMedia[], added: MissingMedia): readonly MissingMedia[] => {
  const surplus = tooMany(before, added);
  return [...before.filter((one) => one !== surplus), added];
};

/**
 * The bot, with something that has been missing since a moment, or for another reason, which explains a time of which the same
 * moment was told; undefined when that is known.
 */
export const withMissing = <B extends Kept>(
  bot: B,
  kind: MissingMediaKind,
  since: Date,
  why?: string,
): B | undefined => {
  const added: MissingMedia = {
    kind,
    since: since.toISOString(),
    ...(why !== undefined && { why: why.slice(0, longestWhy) }),
  };
  const { missing_media: before = [] } = bot;
  const open = before.find((one) => one.kind === kind && one.until === undefined);
  if (open && open.why === added.why) return undefined;
  if (open?.since === added.since) return { ...bot, missing_media: before.map((one) => (one === open ? added : one)) };
  const { missing_media = [] } = withNothingMissing(bot, [kind], since) ?? bot;
  return { ...bot, missing_media: kept(missing_media, added) };
};

/** The bot, with something that it was to do at a moment and could not: written with whatever says that it is over, so once. */
export const withUndone = <B extends Kept>(bot: B, kind: UndoneKind, { at, why }: Undone): B => {
  const moment = at.toISOString();
  const added = { kind, since: moment, until: moment, why: why.slice(0, longestWhy) };
  return { ...bot, missing_media: kept(bot.missing_media ?? [], added) };
};

const when = ({ since, until }: MissingMedia): string => {
  if (until === undefined) return `since ${since}`;
  return until === since ? `at ${since}` : `from ${since} to ${until}`;
};

/** A sentence for each time. Of a kind that only a later program knows, which ran before this one, there is its name. */
export const missingMediaWarnings = ({ missing_media = [] }: Kept): string[] =>
  missing_media.map(
    (one) => `${when(one)} ${what[one.kind] ?? one.kind}${one.why === undefined ? '' : `: ${one.why}`}`,
  );

/** Times in which a bot was in its meeting and something of it did not reach the bot: nobody shall take them for silence. */
export const lostMediaKinds = ['nothing_comes', 'sound_not_heard', 'pictures_not_seen'] as const;
export type LostMediaKind = (typeof lostMediaKinds)[number];
/** Captions that came, and not as they were asked for. */
export const otherCaptionsKinds = ['captions_not_offered', 'captions_not_translated'] as const;
export type OtherCaptionsKind = (typeof otherCaptionsKinds)[number];
export const missingMediaKinds = [...lostMediaKinds, ...otherCaptionsKinds] as const;
export type MissingMediaKind = (typeof missingMediaKinds)[number];

/** Until the bot left the meeting, where `until` is absent. */
export interface MissingMedia {
  readonly kind: MissingMediaKind;
  readonly since: string;
  readonly until?: string;
}

/** The newest are kept. */
const mostKept = 20;

const what: Record<MissingMediaKind, string> = {
  nothing_comes: 'neither sound nor pictures came from anybody, though there were people with their cameras on',
  sound_not_heard: 'sound was sent to the bot, and could not be heard',
  pictures_not_seen: 'pictures were sent to the bot, and could not be seen',
  captions_not_offered: 'the meeting did not offer captions in the language that was asked for',
  captions_not_translated: 'captions could not all be translated: some are in the language that was spoken',
};

interface Kept {
  readonly missing_media?: readonly MissingMedia[];
}

/** The bot, with something that has been missing since a moment; undefined when that is known. */
export const withMissing = <B extends Kept>(bot: B, kind: MissingMediaKind, since: Date): B | undefined => {
  const { missing_media = [] } = bot;
  if (missing_media.some((one) => one.kind === kind && one.until === undefined)) return undefined;
  return { ...bot, missing_media: [...missing_media, { kind, since: since.toISOString() }].slice(-mostKept) };
};

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

/** A sentence for each time. */
export const missingMediaWarnings = ({ missing_media = [] }: Kept): string[] =>
  missing_media.map(({ kind, since, until }) =>
    until === undefined ? `since ${since} ${what[kind]}` : `from ${since} to ${until} ${what[kind]}`,
  );

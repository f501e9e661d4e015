/** Times in which a bot was in its meeting and something of it did not reach the bot: nobody shall take them for silence. */
export const missingMediaKinds = ['nothing_comes', 'sound_not_heard', 'pictures_not_seen'] as const;
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

/** The bot, with nothing missing any more from a moment on; undefined when nothing was. */
export const withNothingMissing = <B extends Kept>(bot: B, at: Date): B | undefined => {
  const { missing_media = [] } = bot;
  if (missing_media.every(({ until }) => until !== undefined)) return undefined;
  const until = at.toISOString();
  return { ...bot, missing_media: missing_media.map((one) => ({ until, ...one })) };
};

/** A sentence for each time. */
export const missingMediaWarnings = ({ missing_media = [] }: Kept): string[] =>
  missing_media.map(({ kind, since, until }) =>
    until === undefined ? `since ${since} ${what[kind]}` : `from ${since} to ${until} ${what[kind]}`,
  );

/** What a platform does not give of a meeting, in words for those who read a bot's warnings, and back for its next worker. */
import type { Bot } from '../../../domain/bot/bot.ts';
import { type WithheldKind, withheldKinds } from '../../meeting/view.ts';

const inWords: Record<WithheldKind, string> = {
  audio: 'sound',
  video: 'pictures',
  share: 'shared screens',
  transcript: 'transcript',
  chat: 'chat',
};
const between = ', ';

export const withheldInWords = (kinds: readonly WithheldKind[]): string =>
  kinds.map((kind) => inWords[kind]).join(between);

/** What a bot goes without, as an earlier worker of it has told. */
export const withheldSoFar = ({ missing_media = [] }: Pick<Bot, 'missing_media'>): WithheldKind[] => {
  const told = missing_media.find(({ kind, until }) => kind === 'withheld' && until === undefined);
  const words = told?.why?.split(between) ?? [];
  return withheldKinds.filter((kind) => words.includes(inWords[kind]));
};

/** Who counts as company: people do, bots do not. */
import { wholeWords } from '../../../domain/whole-words.ts';
import type { ParticipantView } from '../../meeting/view.ts';

/** Whether a name holds one of the words, as a whole and in whatever case. */
export const createNameTest = (words: readonly string[]): ((name: string) => boolean) => {
  const anyWord = wholeWords(words.map((word) => word.trim()));
  return (name) => anyWord?.test(name) === true;
};

type Somebody = Pick<ParticipantView, 'id' | 'name' | 'is_program'>;

/** Whether somebody is a bot by what the meeting tells of them. */
export const createBotTest = (bot_keywords: readonly string[]) => {
  const isBotByName = createNameTest(bot_keywords);
  return ({ name, is_program }: Omit<Somebody, 'id'>): boolean => is_program === true || isBotByName(name);
};

export interface CompanyOptions {
  readonly bot_keywords: readonly string[];
  /** The participants of the meeting that are other bots of ours. */
  readonly otherBots: () => Promise<readonly string[]>;
}

// Another bot appears in the meeting a moment before the table says that it is one.
const askAgainAfterMs = 5_000;
const askAnewAfterMs = 60_000;
const mostBots = 20;

/**
 * Answers who of those present is company. Programs that take part are none, nor are other bots of ours, who may be hosts: some
 * meetings make a host of whoever is there when theirs leaves. The table is asked for them only while everybody present could be one of them: soon
 * after somebody came or went, and once a minute otherwise. Until it has answered, everybody counts as a person.
 */
export const createCompany = ({ bot_keywords, otherBots }: CompanyOptions) => {
  const isBot = createBotTest(bot_keywords);
  let ours: readonly string[] = [];
  let asked_ms = Number.NEGATIVE_INFINITY;
  let askedAbout = '';
  let changed_ms = Number.NEGATIVE_INFINITY;

  const ask = (unknown: readonly Somebody[], now_ms: number): void => {
    const about = unknown.map(({ id }) => id).join('\n');
    if (about !== askedAbout) changed_ms = now_ms;
    askedAbout = about;
    const isFresh = now_ms - changed_ms < askAnewAfterMs;
    if (now_ms - asked_ms < (isFresh ? askAgainAfterMs : askAnewAfterMs)) return;
    asked_ms = now_ms;
    otherBots().then(
      (ids) => {
        ours = ids;
      },
      // The next answer will do. Until then, those who were known to be bots are, and nobody else.
      () => undefined,
    );
  };

  /** `self`: the bot's own part, where the meeting shows that. */
  return (others: readonly Somebody[], now_ms: number, self?: Somebody): readonly Somebody[] => {
    const people = others.filter((one) => !isBot(one));
    if (people.length > 0 && people.length <= mostBots) ask(people, now_ms);
    // Where ids are names and their order, each client may count itself first: then bots of one name all go by this one's id.
    let namesakes = ours.filter((id) => id === self?.id).length;
    const isOurs = ({ id, name }: Somebody): boolean => {
      if (ours.includes(id)) return true;
      if (name !== self?.name || namesakes === 0) return false;
      namesakes -= 1;
      return true;
    };
    return people.filter((one) => !isOurs(one));
  };
};

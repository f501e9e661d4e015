/** What the table of a platform is made of: the states that its pages can be in, and the signs by which each is known. */
import type { AdviceKey } from '../../../domain/meeting/advice.ts';
import type { PageMarks } from '../../../domain/meeting/page-state.ts';
import type { BreakoutView, MeetingPhase } from '../../meeting/view.ts';

/**
 * How sure an entry is: `P` the maker's own strings, source or documentation; `++` two independent projects; `+` one;
 * `?` inferred, seen by nobody whom we read.
 */
export type Confidence = 'P' | '++' | '+' | '?';

/** Where an entry comes from. A row's holds for its signs, but for those that say their own. */
export interface Provenance {
  /** When it was seen last: a day, as in 2026-08-19. */
  readonly seen_on: string;
  /** Who says so: short names are those of sources.ts. */
  readonly source: string;
  readonly confidence: Confidence;
}

/** `class` of a sign is what kind of evidence it is: words (T), structure (S), address (U), wire (N), what the bot did (H). */
interface AnySign extends Partial<Provenance> {
  readonly id: string;
  /** Signs of one part stand for each other; without a name, those of a class do. */
  readonly part?: string;
  /** Confirms its state, which may be there without it, and says nothing alone. */
  readonly aside?: true;
  /**
   * Without it the state is not there, whatever else is; of several with the same named `part`, one is enough. With `aside` it
   * is a condition only, and no evidence.
   */
  readonly must?: true;
  /** Where in the product it is, where that is not everywhere: the frame around the client, or the maker's SDK. */
  readonly where?: 'shell' | 'sdk';
}

/** Words that the page shows as a whole sentence. `*` stands for at most 80 characters. */
export interface TextSign extends AnySign {
  readonly class: 'T';
  readonly say: string;
  /** It counts in what comes and goes too, such as an error beside a field. */
  readonly passing?: true;
}

/** Its whole text, or its label, is one of the labels where there are any. */
export interface ElementSign extends AnySign, ElementMatch {
  readonly class: 'S';
  /** It is no sign before it is at least this large, in pixels. */
  readonly at_least?: { readonly width: number; readonly height: number };
  /** It counts out of sight too. */
  readonly counts_hidden?: true;
  /** What its whole text is not. */
  readonly unlike?: readonly string[];
  /** It is a dialog, and counts where the words of its state stand in one. */
  readonly around?: true;
}

/** The address, the title, or the status of the page. All that is said has to hold. */
export interface AddressSign extends AnySign {
  readonly class: 'U';
  /** The host is one of these, or below one of them. */
  readonly hosts?: readonly string[];
  /** In the path, or in path and query. */
  readonly path?: string;
  readonly title?: string;
  readonly status?: number;
  /** On another host than the link that the bot was given. */
  readonly elsewhere?: true;
  /** On the same, at another path or port. */
  readonly beside?: true;
}

/** Which of what the adapter read from the wire. */
export interface WireMatch {
  readonly kind: string;
  /** Its data are these: for each member one of the values. */
  readonly with?: Readonly<Record<string, readonly unknown[]>>;
  /** Its data are none of these. */
  readonly without?: Readonly<Record<string, readonly unknown[]>>;
}

/** Something that the adapter read from the wire. */
export interface WireSign extends AnySign, WireMatch {
  readonly class: 'N';
}

/** Something that the bot did, where that is evidence and not only a condition. */
export interface HistorySign extends AnySign {
  readonly class: 'H';
  readonly did: HistoryGate;
}

export type Sign = TextSign | ElementSign | AddressSign | WireSign | HistorySign;

/** What a bot did before. All is false, or not known, when absent. */
export interface History {
  /** It asked to be let in, and the page was not loaded anew since. */
  readonly pressed_join?: boolean;
  /** It was seen waiting since. */
  readonly waited?: boolean;
  /** It was seen in the meeting since. */
  readonly admitted?: boolean;
  /** For one look at least: that may have been a page on its way to something else, or a bot that was let in for a moment. */
  readonly glimpsed?: boolean;
  readonly pressed_leave?: boolean;
  readonly asked_ms_ago?: number;
  readonly admitted_ms_ago?: number;
  /** The row of the look before began within some time of admission, and may last. */
  readonly began_in_time?: boolean;
  /** It came with an account. */
  readonly signed_in?: boolean;
  /** The page was given one. */
  readonly sent_passcode?: boolean;
  readonly sent_token?: boolean;
  /** Of its link. */
  readonly link_host?: string;
  /** The page is on that host, and not where the link leads. */
  readonly beside_link?: boolean;
}

type Act =
  | 'pressed_join'
  | 'waited'
  | 'admitted'
  | 'glimpsed'
  | 'pressed_leave'
  | 'signed_in'
  | 'sent_passcode'
  | 'sent_token';

/** Without this before, a state cannot be. */
export interface HistoryGate extends Partial<Record<Act, boolean>> {
  /** One of these has been. */
  readonly any?: readonly Act[];
  readonly asked_at_least_ms_ago?: number;
  /** It begins by then, and lasts as long as its signs do. */
  readonly admitted_at_most_ms_ago?: number;
}

/** A state that a platform's page can be in. */
export interface StateRow extends Provenance, PageMarks {
  /** As in `M12`: stable, and told to clients with the name. */
  readonly id: string;
  readonly name: string;
  readonly phase: MeetingPhase;
  /** It lies over a page, whose phase stays what it is. */
  readonly overlay?: true;
  /** In place of what holds for the phase. */
  readonly gate?: HistoryGate;
  /** It is not this state while one of these parts of the page is shown. */
  readonly unless?: readonly (keyof Shell)[];
  /** Nor where the wire tells one of these, and nothing that speaks for it. */
  readonly unless_told?: readonly WireMatch[];
  /** It is a special case of these, and told in their place. Where a page names it, they are no other reason to end. */
  readonly over?: readonly string[];
  /** Other states that no page can tell from this one, which have no row. */
  readonly also?: readonly string[];
  /** It gives way to whatever else would end the bot; a state that ends none, to any other state. */
  readonly yields?: true;
  /** Nothing by which it is known tells who is in the meeting: somebody may be. */
  readonly people_untold?: true;
  /** What is more precise than the phase. */
  readonly precisely?: string;
  /** What the operator or the host can do. */
  readonly advice?: AdviceKey;
  /**
   * After so long the bot has to ask anew, each time: in a wait, after a failure before it was let in, or inside where the page
   * never connects again by itself.
   */
  readonly again_s?: number;
  /**
   * How often, of a failure, and of a wait that asking anew ends if anything does. It is tried no oftener, as each time may knock
   * at somebody's door.
   */
  readonly again_times?: number;
  /** What is pressed to accept what the page asks for: of rows whose phase is `consent_asked`. */
  readonly accepts?: readonly ElementMatch[];
  readonly breakout?: BreakoutView['state'];
  /** Nothing of it tells whether the bot is in a breakout room: it is, where it was when a page last told. */
  readonly keeps_room?: true;
  readonly signs: readonly Sign[];
}

/** Which elements of the page are meant: those with one of the labels, where there are any. */
export interface ElementMatch {
  readonly selector: string;
  readonly labels?: readonly string[];
}

/** Parts of a page that tell what it is not. */
export interface Shell {
  /** What a guest fills in before asking to be let in. */
  readonly form: readonly ElementMatch[];
  /** What a participant has at hand. */
  readonly toolbar: readonly ElementMatch[];
  /** What asks to be let in. */
  readonly call: readonly ElementMatch[];
  /** What stands beside that, and may be there first. */
  readonly ways?: readonly ElementMatch[];
  /** What asks once more, where that was refused. */
  readonly again?: readonly ElementMatch[];
  /** Where something goes on: others in the meeting, or the room that the bot waits in. A heading beside it ends nothing. */
  readonly scene?: readonly ElementMatch[];
  /** Somebody else in the meeting, in sight or not: whoever waits for it is shown nobody. */
  readonly others?: readonly Pick<ElementSign, 'selector' | 'counts_hidden'>[];
  /** What is shown in place of the meeting, or over it, to whoever is not in it: whatever is there of the meeting then means nothing. */
  readonly outside?: readonly ElementMatch[];
  /** What the maker says of the product on pages of whatever kind: the same words elsewhere are about this page. */
  readonly praise?: readonly ElementMatch[];
}

export interface SignTable {
  readonly platform: string;
  /** Where the client's pages are, or below. What other pages say ends nothing, unless their address speaks for it too. */
  readonly hosts?: readonly string[];
  /** Others have the client in pages of their own, where it is known by what it is drawn with: a headline alone may be about it. */
  readonly isEmbedded?: true;
  /** Where people's words stand: messages, names, captions. Nothing in there is a sign. */
  readonly people: readonly string[];
  /** Sentences of the page, in which somebody's name, or those of several people, stand in place of a `*`. */
  readonly naming?: readonly string[];
  /** What is a dialog of the client's own and does not say so by its role. */
  readonly dialogs: readonly string[];
  readonly shell: Shell;
  /** By when after a press its page shows something that is known, where that is not within half a minute. */
  readonly starts_within_s?: number;
  readonly states: readonly StateRow[];
}

const oldAfterDays = 180;

/** An entry of a table: a sign with all that is known of it. */
export type Entry = Sign & Provenance & { readonly state: string };

export const entriesOf = ({ states }: SignTable): readonly Entry[] =>
  states.flatMap(({ id, seen_on, source, confidence, signs }) =>
    signs.map((sign) => ({ seen_on, source, confidence, ...sign, state: id })),
  );

/** Those that nobody has seen for half a year: they may hold still, which only a real meeting can say. */
export const oldEntries = (table: SignTable, now: Date): readonly Entry[] => {
  const oldest_ms = now.getTime() - oldAfterDays * 24 * 3_600_000;
  return entriesOf(table).filter(({ seen_on }) => Date.parse(seen_on) < oldest_ms);
};

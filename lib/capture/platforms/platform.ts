/** What the adapter of a platform knows of its page: how to do in it what people do. */
import type { MeetingCapabilities } from '../../domain/meeting/capabilities.ts';
import type { OutgoingChat, PeopleView } from '../meeting/meeting.ts';
import type { StageDevice } from '../meeting/stage.ts';
import type { Controls } from './controls.ts';
import type { History, SignTable } from './judging/sign-table.ts';
import type { Course, IsListed } from './may-lead.ts';

/** How accounts of a platform sign in by way of an identity provider, and how it shows that they did. */
export interface PlatformSignOn {
  /** What a browser says with each request meanwhile. */
  headers(domain: string): Readonly<Record<string, string>>;
  /** Any of them, of a domain or what is below it, says that somebody is signed in. */
  readonly cookies: { readonly domain: string; readonly names: readonly string[] };
}

/** What the operator lets bots agree to that pages ask consent for. */
export interface OperatorsConsent {
  readonly isGiven: boolean;
  /** Is told each time that a bot has made use of it, and at which state of the page. */
  used(page_state: string): void;
}

/** How a bot comes into a meeting. */
export interface Entry {
  readonly name: string;
  readonly meeting_url: string;
  /** For what the meeting's server says to the page's program of another address. */
  readonly course: Course;
  /** Whether others' pictures are to be sent to the bot, where the page can say so before it is in. */
  readonly wants_pictures: boolean;
}

/** Methods of abilities that a platform lacks are absent; `capabilities` says the same. */
export interface MeetingPlatform {
  readonly capabilities: MeetingCapabilities;
  /** On what it was shown to work and when, in a few words; docs/platforms/ has the long version. */
  readonly proven_on: string;
  /**
   * By which its pages are recognised: the page's program hands over `facts` (judging/page/page-facts.ts) in place of a phase. Where
   * it tells the phase itself, these are for pages that were kept.
   */
  readonly signs: SignTable;
  /** The address of the page that a link leads to, where that is not the link itself. */
  address?(meeting_url: string): string;
  /** What is set before the first page is asked for, beside what the browser has from elsewhere. It goes to the domain and to hosts below it. */
  readonly cookies?: readonly { readonly name: string; readonly value: string; readonly domain: string }[];
  /** Whether the page of a link may lead the bot on to an address. Absent where it may to any. */
  mayLead?(meeting_url: string, to: string, isListed: IsListed): Promise<boolean>;
  /** `to`, with what stood in the link and its server dropped as it redirected. Asked only where the page may lead there. */
  ledTo?(meeting_url: string, to: string): string;
  /** Which secrets a link hands to the page: refusals are told apart by that. Absent where links hold none. */
  handsOver?(meeting_url: string): Pick<History, 'sent_passcode' | 'sent_token'>;
  /** Whether a link says who comes by it, so that the meeting takes one client of it at a time. Absent where none does. */
  takesOneClient?(meeting_url: string): boolean;
  /** Absent where no account signs in by itself. */
  readonly signOn?: PlatformSignOn;
  /**
   * The program that reads the platform's page and exports `install(names)`: `<platform>-page`, made of the folder's
   * `page/page.ts`.
   */
  readonly pageProgram: string;
  /** A selector of the frame that holds the client, as the page's program has it; absent where that is the page itself. */
  readonly clientFrame?: string;
  /** Does all that comes before the press of the join button: types the name, turns off what must be off. */
  prepare(controls: Controls, entry: Entry): Promise<void>;
  pressJoin(controls: Controls, entry: Entry): Promise<void>;
  /** Gives the passcode of a link that holds one to a page that asks for it later than at the press. Absent where none does. */
  givePasscode?(controls: Controls, meeting_url: string): Promise<void>;
  /** Turns on what a bot needs in the meeting, such as captions: see `Meeting`. */
  settle?(controls: Controls, goesByCaptions?: boolean): Promise<void>;
  /** Where a platform lets the bot choose the language of its captions: see `Meeting`. */
  captionIn?(controls: Controls, language: string): Promise<boolean>;
  /** Where a platform's page is what is recorded, and can show people in more than one way: see `Meeting`. */
  showIn?(controls: Controls, view: PeopleView): Promise<boolean | undefined>;
  /** Where a platform makes a host of whoever comes first, be it a bot: see `Meeting`. */
  makeHost?(controls: Controls, participant_id: string): Promise<boolean>;
  /** Closes what lies over the page, such as notices. Asked for while looks see such, and nothing else is done in the page but to stand by. */
  closeNotices?(controls: Controls): Promise<void>;
  pressLeave(controls: Controls): Promise<void>;
  askToRecord?(controls: Controls): Promise<void>;
  /**
   * Presses send at most once. Resolves when the message is shown as sent; rejects when it is not, which may come
   * later. Where `capabilities` say that a bot writes to everyone only, no message is for anybody else.
   */
  sendChat?(controls: Controls, message: OutgoingChat): Promise<void>;
  /** Accepts the invitation to a breakout room; the view tells when the bot is inside. */
  enterBreakoutRoom?(controls: Controls): Promise<void>;
  /** Where a platform can stop pictures from being sent to the bot: whether they are. Only in the meeting. */
  wantPictures?(controls: Controls, wanted: boolean): Promise<void>;
  /**
   * Turns one of the bot's own devices on or off: camera and microphone before or in the meeting, the screen only in it. Safe to
   * repeat; rejects when the page finds no such device, and with a ConsentNeededError where to turn it on would be consent that
   * was not given. Absent where a bot can only watch.
   */
  turn?(controls: Controls, device: StageDevice, on: boolean, consent: OperatorsConsent): Promise<void>;
}

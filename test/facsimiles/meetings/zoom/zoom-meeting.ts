/** A meeting of Zoom's: what its host may decide beside what every meeting has. */
import { FacsimileMeeting } from '../meeting.ts';

export interface Room {
  readonly name: string;
  /** Who is in it; the meeting's own list goes on. */
  readonly meeting: FacsimileMeeting;
}

/** How a client shows who is there. */
export type View = 'speaker' | 'gallery';

/** As the maker numbers them: `node-id` of a picture, `data-userid` of a message. */
export const userIdOf = (number: number): string => String(16_777_216 + 1_024 * number);

export class ZoomMeeting extends FacsimileMeeting {
  /** What is asked for where the link does not hold it. */
  passcode: string | undefined;
  /** Whether somebody who is no host has to ask before recording. */
  asksToRecord = false;
  /** Whether the client has anything to record with. */
  offersRecording = true;
  /** Whether its host's account records in the cloud, and lets guests ask for that. */
  cloudRecording: 'none' | 'hosts_only' | 'by_request' = 'none';
  /** How often guests went on to ask for that. */
  cloudRequests = 0;
  captions: 'allowed' | 'by_request' | 'disabled' = 'allowed';
  /** Whether captions can be translated, and whether somebody else has them so: a guest has to turn that on for itself. */
  translation: 'none' | 'of_others' = 'none';
  /** How often guests asked for them. */
  captionRequests = 0;
  /** Whether sound begins by itself, or once the button is pressed. */
  sound: 'by_itself' | 'by_button' = 'by_itself';
  /** Which of the maker's clients a guest gets. */
  client: '6.2.0' | '7.2.0' = '6.2.0';
  /** What the client begins with. */
  view: View = 'speaker';
  /** Which views a device can show: both, or only the one of whoever speaks. */
  views: 'both' | 'unsupported' = 'both';
  /** Whether whoever waits has the client's bar on the page all the same; it counts nobody then. */
  waitingBar: 'none' | 'out_of_sight' | 'shown' = 'none';
  /** How often such a bar was pressed. */
  strayPresses = 0;
  /** Whom a host has put into the large picture for all, whoever speaks. */
  spotlight: string | undefined;
  rooms: readonly Room[] = [];

  constructor(url: string) {
    super(url, userIdOf);
  }

  override [Symbol.dispose](): void {
    for (const { meeting } of this.rooms) meeting[Symbol.dispose]();
    super[Symbol.dispose]();
  }
}

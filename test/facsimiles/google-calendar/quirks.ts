/** What Google's pages leave open, or what its service is seen to do now and then. Each is a switch. */
import type { PushQuirk } from '../host/pushes.ts';
import type { QuirkTable } from '../quirks.ts';
import type { RefreshTokens } from '../world/grants.ts';

export interface GoogleQuirks {
  /** Fewer events on a page than were asked for, although there are more (documented at maxResults, seldom seen): half, or so many. */
  readonly shortPages: boolean | number;
  /** A page with nothing on it but the token of the next one (documented at maxResults). */
  readonly emptyPage: boolean;
  /** Of cancelled events only what the Event resource guarantees: the id, of an exception also its series and original start. */
  readonly cancelledAsIdOnly: boolean;
  /** Changes of events outside the window of the list from which a sync token came. No page says which. */
  readonly outsideWindow: 'delivered' | 'withheld';
  /** A touched weekly series came with about 700 instances, to 2040 (https://github.com/garrytan/gbrain/pull/5015). */
  readonly longSeries: boolean;
  /** What a GET answers for an instance that its series no longer has. */
  readonly vanishedInstance: 'cancelled' | 'not found';
  /** For what is watched, or for an address whose domain is not verified. */
  readonly watchRefused: boolean | 'address';
  /** channels.stop answers 404 for a channel that lives, and it lives on. */
  readonly stopNotFound: boolean;
  readonly pushes: PushQuirk;
  /** A push may come before the change can be read. */
  readonly readableAfterMs: number;
  readonly refreshTokens: RefreshTokens;
}

export const googleAsDocumented: GoogleQuirks = {
  shortPages: false,
  emptyPage: false,
  cancelledAsIdOnly: false,
  outsideWindow: 'delivered',
  longSeries: false,
  vanishedInstance: 'not found',
  watchRefused: false,
  stopNotFound: false,
  pushes: 'prompt',
  readableAfterMs: 0,
  refreshTokens: 'kept',
};

/** For eachQuirk: the other position of each switch. */
export const googleQuirks: QuirkTable<GoogleQuirks> = {
  'pages are short': { shortPages: true },
  'a page is empty': { emptyPage: true },
  'cancelled events have an id only': { cancelledAsIdOnly: true },
  'changes outside the window are withheld': { outsideWindow: 'withheld' },
  'a series comes with 700 instances': { longSeries: true },
  'a vanished instance is cancelled': { vanishedInstance: 'cancelled' },
  'watching is refused': { watchRefused: true },
  'the address is refused': { watchRefused: 'address' },
  'stopping finds no channel': { stopNotFound: true },
  'pushes are lost': { pushes: 'lost' },
  'pushes come twice': { pushes: 'doubled' },
  'pushes come late': { pushes: 'late' },
  'pushes come before the change can be read': { readableAfterMs: 2_000 },
  'refresh tokens are rotated': { refreshTokens: 'rotated' },
  'refresh tokens are rotated and the old ones stay valid': { refreshTokens: 'rotated, the old one stays valid' },
};

/** What a bot on its way in may wait for in vain, beside being let in (leaving/waits.ts), and how it ends then. */
import { couldNotJoin } from '../../meeting/final-phases.ts';
import { consent, type InVain } from '../leaving/waits.ts';

const noConnection = (waited_for: string): InVain => ({
  waited_for,
  ending: couldNotJoin('unable_to_connect_to_meeting'),
});

export const neverLoaded = noConnection('for the page to load');
export const neverTaken = noConnection('for the press to be taken');
export const neverConnected = noConnection('for a connection');
export const neverConsented = noConnection(consent);
export const neverRecognised: InVain = {
  waited_for: 'for a page that is recognised',
  ending: couldNotJoin('unknown_page'),
};

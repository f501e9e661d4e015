/** What several states of Jitsi Meet's pages are known by. */
export const testId = (id: string): string => `[data-testid="${id}"]`;
/** In the dialog that asks for the passcode of a meeting. */
export const passcodeField = 'input[name="lockKey"], #required-password-input';
/** What is drawn of a meeting, with nobody else in it too. */
export const stage = '#largeVideoContainer, #localVideoContainer';
export const failed = 'jitsi.failed';
export const state = 'jitsi.state';
/** Whoever is in the meeting is not out of it, whatever stands on the page. */
export const isIn = [{ kind: state, with: { is_joined: [true] } }] as const;
/** What a server gives as the reason when it closes a lobby (mod_muc_lobby_rooms.lua), or a breakout room (mod_muc_breakout_rooms.lua). */
export const closedBeside = { lobby: 'Lobby room closed.', breakout: 'Breakout room removed.' } as const;
export const jm = { seen_on: '2026-07-16', source: 'jm', confidence: 'P' } as const;
/** As its web client has it that came with @jitsi/react-native-sdk 13.2.0. */
export const sdk = { seen_on: '2026-09-29', source: 'jm 2026-09-29' } as const;
export const ljm = { ...jm, source: 'jm, ljm v2213' } as const;
/** As its source was in the copies of it that are public in November 2026. */
export const recent = { seen_on: '2026-11-29', source: 'jm 2026-11-29' } as const;
/**
 * The form is there again, and says nothing: a server may have turned notices off (`config.notifications`). What failed before may
 * be tried again by the page itself.
 */
export const formAgain = (id: string) =>
  [
    { id: `${id}.form`, class: 'S', selector: '#premeeting-name-input', aside: true, ...sdk },
    {
      id: `${id}.out`,
      class: 'N',
      kind: state,
      with: { is_joined: [false] },
      without: { is_connecting: [true] },
      must: true,
      aside: true,
    },
  ] as const;

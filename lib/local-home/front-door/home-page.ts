/** The page at `/`: what there is and where. */
import type { ServerResponse } from 'node:http';
import { homePage, peoplePageHeaders } from '../../net/serving/people-page.ts';
import type { RoomDoor } from './doors.ts';

export interface HomePage {
  /** Whether others come here than whoever sits at this machine. */
  readonly isPublic: boolean;
  readonly room: RoomDoor;
}

const roomLine = '<li><a href="/room/">The demo room</a>: a meeting of your own to send a bot to</li>\n';

/** Of a machine that somebody sits at, the terminal is at hand; others ask whoever runs it. */
const signIn = (isPublic: boolean): string =>
  isPublic
    ? 'Ask whoever runs this service for an invitation to the dashboard, and for an API key.'
    : 'The terminal in which the service was started shows a link that signs in to the dashboard, and an API key.';

export const sendHomePage = (res: ServerResponse, { isPublic, room }: HomePage): void => {
  const note = `<p class="quiet">${signIn(isPublic)}</p>`;
  const html = homePage({ more: room === 'off' ? '' : roomLine, note });
  res.writeHead(200, peoplePageHeaders).end(html);
};

import { pageHandle } from '../page-handle.ts';
import { type GoogleMeetHandle, handleName } from './handle.ts';

/** What runs in the platform's page, for the adapter to ask. */
export const program = pageHandle<GoogleMeetHandle>(handleName);

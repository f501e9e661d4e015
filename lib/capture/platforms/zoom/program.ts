import { pageHandle } from '../page-handle.ts';
import { handleName, type ZoomHandle } from './handle.ts';

/** What runs in the client's page, for the adapter to ask. */
export const program = pageHandle<ZoomHandle>(handleName, 'globalThis', [
  'press',
  'choose',
  'translates',
  'sendCaptionRequest',
  'requestRecording',
  'enterRoom',
  'leave',
  'confirmLeave',
]);

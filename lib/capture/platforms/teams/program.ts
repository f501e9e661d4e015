import { pageHandle } from '../page-handle.ts';
import { handleName, type TeamsHandle } from './handle.ts';

/** What runs in the platform's page, for the adapter to ask. */
export const program = pageHandle<TeamsHandle>(handleName);

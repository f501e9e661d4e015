import { pageHandle } from '../page-handle.ts';
import { handleName, type JitsiHandle } from './handle.ts';

/** What runs in the platform's page, for the adapter to ask. */
export const program = pageHandle<JitsiHandle>(handleName);
